/** Browser storage that falls back to memory if site data is blocked or full. */
export interface SiteStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  /** Whether the browser still stores data, as far as known. */
  isKept(): boolean;
  /** Calls back when it stops storing data. Returns an unsubscribe function. */
  watchKept(onLost: () => void): () => void;
  /** Whether an event belongs to this storage. */
  isAbout(event: StorageEvent): boolean;
}

/** Written and removed at once to test whether storing works. */
const PROBE = 'storageProbe';

/** @param open opens the browser's storage; throws or returns null if site data is blocked */
export function createSiteStorage(open: () => Storage | null): SiteStorage {
  /** Values the browser did not store. */
  const unkept = new Map<string, string>();
  const watchers = new Set<() => void>();
  let isKept = true;

  /** Uses the browser's storage if it is available. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      const storage = open();
      if (storage !== null) return use(storage);
    } catch {
      // Any error means that nothing was stored.
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
      // The stored value is stale.
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
