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

/** Publishes in a transaction of a process without caches. */
export const publishingIn = (tx: Database): Publishing => ({ tx, publish: (event) => notify(tx, event) });

/**
 * Runs work in a transaction and publishes its events. This instance's caches are invalidated before the promise resolves, so that callers
 * read their own writes; other instances are notified.
 */
export type TransactAndPublish = <Result>(work: (publishing: Publishing) => Promise<Result>) => Promise<Result>;

export function createTransactAndPublish(db: Database, cache: Cache): TransactAndPublish {
  return async (work) => {
    let published: LiveEvent[] = [];
    const result = await db.transaction((tx) => {
      // The transaction may run again after a deadlock.
      published = [];
      const publish: Publish = async (event) => {
        published.push(event);
        await notify(tx, event);
      };
      return work({ tx, publish });
    });
    for (const event of published) cache.invalidate(event);
    return result;
  };
}
