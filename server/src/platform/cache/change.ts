import type { Database } from '../database/database';
import { type LiveEvent, publish } from '../live/messages';
import type { Memory } from './memory';

/** Tells every instance, when the transaction commits. */
export type Tell = (event: LiveEvent) => Promise<void>;

/**
 * Runs work in a transaction, again after a deadlock. What it tells, this instance knows before the promise resolves, so that whoever made a change
 * finds it made; the others hear of it by notification.
 */
export type Change = <Result>(work: (tx: Database, tell: Tell) => Promise<Result>) => Promise<Result>;

export function createChange(db: Database, memory: Memory): Change {
  return async (work) => {
    let told: LiveEvent[] = [];
    const result = await db.transaction((tx) => {
      // After a deadlock the transaction runs again.
      told = [];
      return work(tx, async (event) => {
        told.push(event);
        await publish(tx, event);
      });
    });
    for (const event of told) memory.hear(event);
    return result;
  };
}
