import type { SiteStorage } from './siteStorage';

/** A preference stored in the browser. */
export const createPreference = (storage: SiteStorage, key: string) => ({
  isOn: () => storage.getItem(key) === 'on',
  keep(isOn: boolean) {
    if (isOn) storage.setItem(key, 'on');
    else storage.removeItem(key);
  },
});

/** A random string stored in the browser, created on first use. */
export const createSeed = (storage: SiteStorage, key: string) => () => {
  const seed = storage.getItem(key) ?? Math.random().toString(36).slice(2);
  storage.setItem(key, seed);
  return seed;
};
