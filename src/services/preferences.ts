/** A choice that a browser keeps, beside what signs a teacher in. Where nothing can be kept it lasts as long as the page. */
export function createPreference(storage: Storage, key: string) {
  return {
    isOn(): boolean {
      try {
        return storage.getItem(key) === 'on';
      } catch {
        return false;
      }
    },
    keep(isOn: boolean): void {
      try {
        if (isOn) storage.setItem(key, 'on');
        else storage.removeItem(key);
      } catch {
        // A browser that keeps nothing, or has no room left.
      }
    },
  };
}
