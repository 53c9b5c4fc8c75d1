import type { Cache } from '../cache/cache';
import type { Database } from '../database/database';
import { type LiveEvent, notify } from './events';

/** Tells every instance, when the transaction commits. */
export type Publish = (event: LiveEvent) => Promise<void>;

/**
 * Runs work in a transaction, again after a deadlock. What it tells, this instance knows before the promise resolves, so that whoever made a change
 * finds it made; the others hear of it by notification.
 */
export type TransactAndPublish = <Result>(work: (tx: Database, publish: Publish) => Promise<Result>) => Promise<Result>;

export function createTransactAndPublish(db: Database, cache: Cache): TransactAndPublish {
  return async (work) => {
    let published: LiveEvent[] = [];
    const result = await db.transaction((tx) => {
      // After a deadlock the transaction runs again.
      published = [];
      return work(tx, async (event) => {
        published.push(event);
        await notify(tx, event);
      });
    });
    for (const event of published) cache.invalidate(event);
    return result;
  };
}
