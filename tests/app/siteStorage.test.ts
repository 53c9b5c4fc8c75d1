import { expect, test, vi } from 'vitest';
import { createSiteStorage } from '../../src/services/app/siteStorage';
import { memoryStorage } from '../support/memoryStorage';

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test('data goes to the browser’s storage, and nothing else does', () => {
  const browsers = memoryStorage();
  const storage = createSiteStorage(() => browsers);
  expect(browsers.length).toBe(0);
  storage.setItem('one', '1');
  expect([browsers.getItem('one'), storage.isKept()]).toEqual(['1', true]);
  browsers.setItem('one', 'from another tab');
  expect(storage.getItem('one')).toBe('from another tab');
  storage.removeItem('one');
  expect([browsers.length, storage.getItem('one')]).toEqual([0, null]);
});

test.each([
  ['throws', denied],
  ['is none', () => null],
])('one that %s is replaced until the page ends', (_, open) => {
  const storage = createSiteStorage(open);
  expect(storage.isKept()).toBe(false);
  storage.setItem('one', '1');
  expect(storage.getItem('one')).toBe('1');
  storage.removeItem('one');
  expect(storage.getItem('one')).toBe(null);
});

test('a value without room replaces the stored one in memory, and this is reported once', () => {
  const browsers = memoryStorage();
  browsers.setItem('accessToken', 'an older one');
  const storage = createSiteStorage(() => browsers);
  const onLost = vi.fn();
  storage.watchKept(onLost);
  storage.watchKept(() => expect.fail('It was stopped'))();
  const { setItem } = browsers;
  browsers.setItem = () => {
    throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
  };
  storage.setItem('accessToken', 'a newer one');
  storage.setItem('user', '{}');
  expect([storage.getItem('accessToken'), browsers.getItem('accessToken')]).toEqual(['a newer one', null]);
  expect([storage.isKept(), onLost.mock.calls.length]).toEqual([false, 1]);
  browsers.setItem = setItem;
  storage.setItem('accessToken', 'the newest');
  expect([storage.getItem('accessToken'), browsers.getItem('accessToken')]).toEqual(['the newest', 'the newest']);
});
