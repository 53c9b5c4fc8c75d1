import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTokenStore } from '../../src/services/tokenStore';

/** The part of a Storage that is used, over a map. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const contents = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').map((key) => [
      key,
      storage.getItem(key),
    ]),
  );

let storage: Storage;
let store: ReturnType<typeof createTokenStore>;

beforeEach(() => {
  storage = memoryStorage();
  store = createTokenStore(storage);
});
afterEach(() => void vi.unstubAllGlobals());

describe('3 local storage', () => {
  test('holds accessToken, refreshToken and user, and nothing besides', () => {
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 1 });
    expect(contents(storage)).toEqual({ accessToken: 'a', refreshToken: 'r', user: '{"id":1}' });
    expect([store.access(), store.refresh(), store.user()]).toEqual(['a', 'r', { id: 1 }]);
  });

  test('is read anew every time, so that a reload and other tabs agree', () => {
    expect([store.access(), store.refresh(), store.user()]).toEqual([null, null, null]);
    storage.setItem('accessToken', 'from another tab');
    expect(store.access()).toBe('from another tab');
  });

  test('a stored user that cannot be read is none', () => {
    storage.setItem('user', '{"id":');
    expect(store.user()).toBeNull();
  });
});

describe('4 tokens', () => {
  test('a refresh replaces the access token, and the refresh token only when a new one is given', () => {
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 1 });
    store.replace({ access: 'a2' });
    expect(contents(storage)).toEqual({ accessToken: 'a2', refreshToken: 'r', user: '{"id":1}' });
    store.replace({ access: 'a3', refresh: 'r3' });
    expect(contents(storage)).toEqual({ accessToken: 'a3', refreshToken: 'r3', user: '{"id":1}' });
  });

  test('a new session keeps nothing of the one before', () => {
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 1 });
    store.begin({ access: 'google' });
    expect(contents(storage)).toEqual({ accessToken: 'google' });
  });

  test('clearing takes all three, and leaves what is not ours', () => {
    storage.setItem('theme', 'dark');
    store.begin({ access: 'a', refresh: 'r' });
    store.keepUser({ id: 1 });
    store.clear();
    expect(contents(storage)).toEqual({ theme: 'dark' });
  });
});

describe('4 other tabs', () => {
  const told = (change: { key: string | null; storageArea?: Storage }) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { storageArea: storage, ...change }));

  beforeEach(() => void vi.stubGlobal('window', new EventTarget()));

  test('a sign-in and a sign-out there are told here', () => {
    const onChange = vi.fn();
    store.watch(onChange);
    storage.setItem('accessToken', 'a');
    told({ key: 'accessToken' });
    expect(onChange).toHaveBeenLastCalledWith(true);
    storage.removeItem('accessToken');
    told({ key: 'accessToken' });
    expect(onChange).toHaveBeenLastCalledWith(false);
  });

  test('a storage that was cleared as a whole is a sign-out', () => {
    const onChange = vi.fn();
    store.watch(onChange);
    told({ key: null });
    expect(onChange.mock.calls).toEqual([[false]]);
  });

  test('other keys and other storages say nothing, nor does anything after the watch has ended', () => {
    const onChange = vi.fn();
    const stop = store.watch(onChange);
    told({ key: 'refreshToken' });
    told({ key: 'theme' });
    told({ key: 'accessToken', storageArea: memoryStorage() });
    stop();
    told({ key: 'accessToken' });
    expect(onChange).not.toHaveBeenCalled();
  });
});
