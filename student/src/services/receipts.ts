import * as v from 'valibot';
import type { KeptReceipt } from './types';

const shape = v.array(
  v.object({
    id: v.string(),
    token: v.string(),
    section: v.string(),
    since: v.number(),
    deletedBy: v.nullable(v.number()),
  }),
);

/** A lesson's token, until its records have been deleted. */
export type StoredReceipt = v.InferOutput<typeof shape>[number];

/** The receipts that the browser keeps, the latest lesson first. */
export interface Receipts {
  list(): KeptReceipt[];
  find(id: string): StoredReceipt | undefined;
  /** Stores a receipt unless it is there. */
  keep(receipt: StoredReceipt): void;
  drop(id: string): void;
}

const key = 'attendance.receipts';
/** A student has as many lessons in a month or two. */
const most = 100;

/** Receipts in the browser's storage. One that keeps nothing has none. */
export function createReceipts(now: () => number = Date.now): Receipts {
  const read = (): StoredReceipt[] => {
    try {
      const stored = v.safeParse(shape, JSON.parse(localStorage.getItem(key) ?? '[]'));
      return stored.success ? stored.output.filter(({ deletedBy }) => deletedBy === null || deletedBy > now()) : [];
    } catch {
      return [];
    }
  };
  const write = (receipts: StoredReceipt[]) => {
    try {
      localStorage.setItem(key, JSON.stringify(receipts.slice(0, most)));
    } catch {
      // A browser that keeps nothing.
    }
  };
  return {
    list: () => read().map(({ id, section, since }) => ({ id, section, since })),
    find: (id) => read().find((one) => one.id === id),
    keep(receipt) {
      const kept = read();
      if (!kept.some(({ id }) => id === receipt.id)) write([receipt, ...kept]);
    },
    drop: (id) => write(read().filter((one) => one.id !== id)),
  };
}
