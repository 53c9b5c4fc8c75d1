import type { SiteStorage } from './siteStorage';

/** A choice that a browser keeps, beside what signs a teacher in. */
export const createPreference = (storage: SiteStorage, key: string) => ({
  isOn: () => storage.getItem(key) === 'on',
  keep(isOn: boolean) {
    if (isOn) storage.setItem(key, 'on');
    else storage.removeItem(key);
  },
});
