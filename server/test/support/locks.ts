import type { SQL } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/platform/database/database';

/**
 * Keeps what a statement locks locked until the test is over; resolves once it is. Held beyond a test that fails, it would keep
 * everything waiting that comes after.
 * @returns releases it before, and resolves when the transaction is over
 */
export async function holdLock(db: Database, statement: SQL): Promise<() => Promise<void>> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let holding = Promise.resolve();
  const release = () => {
    letGo();
    return holding;
  };
  onTestFinished(release);
  await new Promise<void>((resolve, reject) => {
    holding = db.transaction(async (tx) => {
      await tx.execute(statement);
      resolve();
      await isLetGo;
    });
    holding.catch(reject);
  });
  return release;
}
