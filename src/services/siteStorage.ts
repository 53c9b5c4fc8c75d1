/** What is kept in this browser. With site data blocked, or no room left, it is forgotten with the page. */
export interface SiteStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Whether the browser keeps what it is given, as far as is known. */
  isKept(): boolean;
  /** Calls back once it does not, until the returned function is called. */
  watchKept(onLost: () => void): () => void;
  /** Whether an event is about it. */
  isAbout(event: StorageEvent): boolean;
}

/** Written and removed at once, to find out whether anything can be. */
const PROBE = 'storageProbe';

/** @param open the browser's own storage, which throws or is null where site data is blocked */
export function createSiteStorage(open: () => Storage | null): SiteStorage {
  /** What the browser did not take. */
  const unkept = new Map<string, string>();
  const watchers = new Set<() => void>();
  let isKept = true;

  /** Does something with the browser's storage, where that can be done. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      const storage = open();
      if (storage !== null) return use(storage);
    } catch {
      // Whatever it throws: nothing is kept.
    }
    if (isKept) {
      isKept = false;
      for (const onLost of watchers) onLost();
    }
    return undefined;
  }

  const setItem = (key: string, value: string) => {
    const isTaken = attempt((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (isTaken) unkept.delete(key);
    else {
      // What is there instead no longer holds.
      attempt((storage) => storage.removeItem(key));
      unkept.set(key, value);
    }
  };
  const removeItem = (key: string) => {
    unkept.delete(key);
    attempt((storage) => storage.removeItem(key));
  };
  setItem(PROBE, '');
  removeItem(PROBE);

  return {
    getItem: (key) => unkept.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem,
    removeItem,
    isKept: () => isKept,
    watchKept(onLost) {
      watchers.add(onLost);
      return () => void watchers.delete(onLost);
    },
    isAbout: ({ storageArea }) => attempt((storage) => storage === storageArea) === true,
  };
}
