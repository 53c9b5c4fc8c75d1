import type { SiteStorage } from './siteStorage';

export type Preference = ReturnType<typeof createPreference>;

/** A choice that survives a reload. Other tabs see a change once they are reloaded. */
export function createPreference(storage: SiteStorage, key: string) {
  let on = storage.getItem(key) === 'on';
  const listeners = new Set<() => void>();
  return {
    isOn: () => on,
    set(isOn: boolean) {
      on = isOn;
      if (isOn) storage.setItem(key, 'on');
      else storage.removeItem(key);
      for (const onChange of listeners) onChange();
    },
    /** Calls back at each change, until the returned function is called. */
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/** A random string stored in the browser, created on first use. */
export const createSeed = (storage: SiteStorage, key: string) => () => {
  const seed = storage.getItem(key) ?? Math.random().toString(36).slice(2);
  storage.setItem(key, seed);
  return seed;
};

export type KeptLists = ReturnType<typeof createKeptLists>;

const none: readonly string[] = [];

/** Lists of texts by id that survive a reload. An unreadable list counts as empty. */
export function createKeptLists(storage: SiteStorage, key: string) {
  const known = new Map<string, readonly string[]>();
  const listeners = new Set<() => void>();
  const read = (id: string): readonly string[] => {
    const text = storage.getItem(`${key} ${id}`);
    return text === null || text === '' ? none : text.split(' ');
  };
  return {
    /** Keeps its identity until the next change. */
    get(id: string): readonly string[] {
      const list = known.get(id) ?? read(id);
      known.set(id, list);
      return list;
    },
    /** @param list texts without spaces; empty to forget the list */
    set(id: string, list: readonly string[]) {
      known.set(id, list);
      if (list.length === 0) storage.removeItem(`${key} ${id}`);
      else storage.setItem(`${key} ${id}`, list.join(' '));
      for (const onChange of listeners) onChange();
    },
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}
