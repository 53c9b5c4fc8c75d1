import { setImmediate as turn } from 'node:timers/promises';

const maxKeys = 500;

/**
 * Turns a query for many keys into a function for one. Calls that are waiting together share a query, one at a time: those that arrive
 * while it runs form the next. All fail when it does.
 *
 * @param query returns the values in the order of the keys
 */
export function batched<Key, Value>(query: (keys: Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  const waiting: { key: Key; settle(value: Value): void; fail(error: unknown): void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // The embedded database blocks this thread. Let requests that arrived in the meantime join the batch.
      await turn();
      const batch = waiting.splice(0, maxKeys);
      try {
        const values = await query(batch.map(({ key }) => key));
        for (const [index, value] of values.entries()) batch[index]?.settle(value);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isRunning = false;
  }

  return (key) =>
    new Promise((settle, fail) => {
      waiting.push({ key, settle, fail });
      if (!isRunning) void run();
    });
}
