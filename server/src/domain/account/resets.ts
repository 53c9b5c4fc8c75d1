import { and, eq, gt, lte } from 'drizzle-orm';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { passwordResets } from '../tables/account';

const lifetimeMilliseconds = 60 * 60_000;
/** Minimum time between tokens: repeated requests neither flood the mailbox nor invalidate a link before it can be used. */
const spacingMilliseconds = 5 * 60_000;

export interface Reset {
  token: string;
  expiresAt: Date;
}

/**
 * Creates a token, which replaces the teacher's previous one.
 * @returns undefined when the previous one is only minutes old and stays valid
 */
export async function issueReset(db: Database, teacherId: number): Promise<Reset | undefined> {
  const token = newToken();
  const values = { tokenHash: hashToken(token), expiresAt: new Date(Date.now() + lifetimeMilliseconds) };
  const issued = await db
    .insert(passwordResets)
    .values({ teacherId, ...values })
    .onConflictDoUpdate({
      target: passwordResets.teacherId,
      set: values,
      setWhere: lte(passwordResets.expiresAt, new Date(values.expiresAt.getTime() - spacingMilliseconds)),
    })
    .returning();
  return issued.length > 0 ? { token, expiresAt: values.expiresAt } : undefined;
}

/** Creates a token even when the previous one, which it replaces, is recent. */
export async function replaceReset(tx: Database, teacherId: number): Promise<Reset> {
  await tx.delete(passwordResets).where(eq(passwordResets.teacherId, teacherId));
  const reset = await issueReset(tx, teacherId);
  if (!reset) throw new Error('Another token came in between.');
  return reset;
}

/** @returns the id of the token's teacher; undefined when the token is unknown or expired */
export async function findReset(db: Database, token: string): Promise<number | undefined> {
  const [found] = await db.select({ teacherId: passwordResets.teacherId }).from(passwordResets).where(isValid(token));
  return found?.teacherId;
}

/** Uses up a token. @returns whether it was still valid */
export async function redeemReset(db: Database, token: string): Promise<boolean> {
  const redeemed = await db.delete(passwordResets).where(isValid(token)).returning();
  return redeemed.length > 0;
}

const isValid = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, new Date()));
