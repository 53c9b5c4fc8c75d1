import { beforeEach, expect, test, vi } from 'vitest';
import { createReceipts } from '../../student/src/services/receipts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

const receipt = (id: string, deletedBy: number | null = null) => ({
  id,
  token: `T${id}`,
  section: '4b',
  since: 5,
  deletedBy,
});

test('a browser keeps a lesson’s token once, tells no more than where and when it was, and forgets it on request', () => {
  const receipts = createReceipts();
  for (const id of ['1', '2', '1']) receipts.keep(receipt(id));
  expect(receipts.list()).toEqual([
    { id: '2', section: '4b', since: 5 },
    { id: '1', section: '4b', since: 5 },
  ]);
  expect(receipts.find('1')?.token).toBe('T1');
  receipts.drop('1');
  expect([receipts.list().length, receipts.find('1')]).toEqual([1, undefined]);
});

test('what has been deleted at the server is forgotten, and of the others the oldest when there are a hundred', () => {
  let now = 100;
  const receipts = createReceipts(() => now);
  receipts.keep(receipt('short', 150));
  for (let count = 0; count < 100; count++) receipts.keep(receipt(String(count)));
  expect([receipts.list().length, receipts.find('short')]).toEqual([100, undefined]);
  receipts.keep(receipt('soon', 150));
  now = 150;
  expect(receipts.find('soon')).toBeUndefined();
});

test('what another version has stored, or a browser that keeps nothing, is no receipt', () => {
  stored.set('attendance.receipts', '{"id":1}');
  expect(createReceipts().list()).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  const receipts = createReceipts();
  receipts.keep(receipt('1'));
  expect(receipts.list()).toEqual([]);
});
