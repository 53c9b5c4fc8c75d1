import type { SiteStorage } from './siteStorage';

/** A choice that a browser keeps, beside what signs a teacher in. */
export const createPreference = (storage: SiteStorage, key: string) => ({
  isOn: () => storage.getItem(key) === 'on',
  keep(isOn: boolean) {
    if (isOn) storage.setItem(key, 'on');
    else storage.removeItem(key);
  },
});

/** A random text that a browser keeps; it is made when it is first asked for. */
export const createSeed = (storage: SiteStorage, key: string) => () => {
  const seed = storage.getItem(key) ?? Math.random().toString(36).slice(2);
  storage.setItem(key, seed);
  return seed;
};
