import type { Database } from '../../platform/database/database';
import type { Cache } from '../cache';
import { type LiveEvent, notify } from './events';

/** Publishes an event when the transaction commits. */
export type Publish = (event: LiveEvent) => Promise<void>;

/** A transaction, and how to publish what it changes. */
export interface Publishing {
  tx: Database;
  publish: Publish;
}

/**
 * Runs work in a transaction and publishes its events. This instance's caches are invalidated before the promise resolves, so that callers
 * read their own writes; other instances are notified.
 */
export type TransactAndPublish = <Result>(work: (tx: Database, publish: Publish) => Promise<Result>) => Promise<Result>;

export function createTransactAndPublish(db: Database, cache: Cache): TransactAndPublish {
  return async (work) => {
    let published: LiveEvent[] = [];
    const result = await db.transaction((tx) => {
      // The transaction may run again after a deadlock.
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
