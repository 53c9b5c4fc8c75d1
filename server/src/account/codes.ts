import { randomInt } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { emailCodes } from '../database/schema';
import type { Keys } from '../keys';
import { equalInConstantTime, keyedHash } from '../secrets';

const lifetimeMilliseconds = 10 * 60_000;
const tries = 5;

/** Six digits, and when they end. */
export interface Code {
  code: string;
  expiresAt: Date;
}

/** Makes up six digits that replace the teacher's earlier ones. */
export async function issueCode(db: Database, keys: Keys, teacherId: number): Promise<Code> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = {
    codeHash: hashOf(keys, teacherId, code),
    expiresAt: new Date(Date.now() + lifetimeMilliseconds),
    triesLeft: tries,
  };
  await db
    .insert(emailCodes)
    .values({ teacherId, ...values })
    .onConflictDoUpdate({ target: emailCodes.teacherId, set: values });
  return { code, expiresAt: values.expiresAt };
}

/** Uses up the teacher's code if it is the one given; every wrong guess costs one of five tries. */
export async function redeemCode(db: Database, keys: Keys, teacherId: number, code: string): Promise<boolean> {
  const guess = hashOf(keys, teacherId, code);
  const [current] = await db
    .update(emailCodes)
    .set({ triesLeft: sql`${emailCodes.triesLeft} - 1` })
    .where(and(eq(emailCodes.teacherId, teacherId), gt(emailCodes.triesLeft, 0), gt(emailCodes.expiresAt, new Date())))
    .returning({ codeHash: emailCodes.codeHash });
  if (!current || !equalInConstantTime(current.codeHash, guess)) return false;
  const redeemed = await db
    .delete(emailCodes)
    .where(and(eq(emailCodes.teacherId, teacherId), eq(emailCodes.codeHash, guess)))
    .returning({ teacherId: emailCodes.teacherId });
  return redeemed.length > 0;
}

const hashOf = (keys: Keys, teacherId: number, code: string) => keyedHash(keys.codes, `${teacherId} ${code}`);
