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
