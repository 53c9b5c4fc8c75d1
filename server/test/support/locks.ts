import type { SQL } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/platform/database/database';

/**
 * Keeps a statement's locks until the test ends; resolves once it has them. A lock that outlives a failed test
 * would block all later ones.
 * @returns a function that releases them early and resolves after the transaction
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
