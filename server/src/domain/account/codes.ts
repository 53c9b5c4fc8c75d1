import { randomInt } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { equalInConstantTime, keyedHash } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import type { Keys } from '../keys';
import { emailCodes, teachers } from '../tables/account';
import type { Teacher } from './teachers';

const lifetimeMilliseconds = 10 * 60_000;
const triesPerCode = 5;
/** Wrong codes for an account, over all its codes, before codes are paused. */
export const maxWrongCodes = 20;
const pauseMilliseconds = 86_400_000;

export interface Code {
  /** Six digits. */
  code: string;
  expiresAt: Date;
}

type Unverified = Pick<Teacher, 'id' | 'codesPausedUntil'>;

/** Creates a code, which replaces the teacher's previous one. @returns undefined while codes are paused */
export async function issueCode(db: Database, keys: Keys, teacher: Unverified): Promise<Code | undefined> {
  if (isPaused(teacher)) return undefined;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = {
    codeHash: hashOf(keys, teacher.id, code),
    expiresAt: new Date(Date.now() + lifetimeMilliseconds),
    triesLeft: triesPerCode,
  };
  await db
    .insert(emailCodes)
    .values({ teacherId: teacher.id, ...values })
    .onConflictDoUpdate({ target: emailCodes.teacherId, set: values });
  return { code, expiresAt: values.expiresAt };
}

/**
 * Redeems the code of an unverified teacher, whose row must be locked. A wrong guess uses up one of the code's five tries and one of the
 * account's twenty.
 * @returns `paused` for the guess that starts a pause, so that the owner can be told
 */
export async function redeemCode(
  tx: Database,
  keys: Keys,
  { teacher, code }: { teacher: Unverified; code: string },
): Promise<'right' | 'wrong' | 'paused'> {
  if (isPaused(teacher)) return 'wrong';
  const guess = hashOf(keys, teacher.id, code);
  const [current] = await tx
    .update(emailCodes)
    .set({ triesLeft: sql`${emailCodes.triesLeft} - 1` })
    .where(and(eq(emailCodes.teacherId, teacher.id), gt(emailCodes.triesLeft, 0), gt(emailCodes.expiresAt, new Date())))
    .returning({ codeHash: emailCodes.codeHash });
  if (current && equalInConstantTime(current.codeHash, guess)) {
    await tx.delete(emailCodes).where(eq(emailCodes.teacherId, teacher.id));
    return 'right';
  }
  return (await countWrongCode(tx, teacher.id)) ? 'paused' : 'wrong';
}

/** @returns whether this wrong code started a pause */
async function countWrongCode(tx: Database, teacherId: number): Promise<boolean> {
  const [counted] = await tx
    .update(teachers)
    .set({ wrongCodes: sql`${teachers.wrongCodes} + 1` })
    .where(eq(teachers.id, teacherId))
    .returning({ wrongCodes: teachers.wrongCodes });
  if (!counted || counted.wrongCodes < maxWrongCodes) return false;
  const codesPausedUntil = new Date(Date.now() + pauseMilliseconds);
  await tx.update(teachers).set({ wrongCodes: 0, codesPausedUntil }).where(eq(teachers.id, teacherId));
  await tx.delete(emailCodes).where(eq(emailCodes.teacherId, teacherId));
  return true;
}

const isPaused = ({ codesPausedUntil }: Unverified) => codesPausedUntil !== null && codesPausedUntil > new Date();

const hashOf = (keys: Keys, teacherId: number, code: string) => keyedHash(keys.codes, `${teacherId} ${code}`);
