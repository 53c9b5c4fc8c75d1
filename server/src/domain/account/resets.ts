import { and, eq, gt, lte } from 'drizzle-orm';
import { hashToken, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { passwordResets } from '../../platform/database/schema';

const lifetimeMilliseconds = 60 * 60_000;
/** Whoever keeps asking for somebody else neither fills the mailbox nor takes the owner's link away before it can be used. */
const spacingMilliseconds = 5 * 60_000;

/** What a reset link carries, and when it ends. */
export interface Reset {
  token: string;
  expiresAt: Date;
}

/**
 * Makes up a token that replaces the teacher's earlier one.
 * @returns undefined when that one was made a few minutes ago: it stays good
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

/** Makes up a token even if the earlier one, which it replaces, is only a moment old. */
export async function replaceReset(tx: Database, teacherId: number): Promise<Reset> {
  await tx.delete(passwordResets).where(eq(passwordResets.teacherId, teacherId));
  const reset = await issueReset(tx, teacherId);
  if (!reset) throw new Error('Another token came in between.');
  return reset;
}

/** @returns whose token it is; undefined when it is not, or no longer, good */
export async function findReset(db: Database, token: string): Promise<number | undefined> {
  const [found] = await db.select({ teacherId: passwordResets.teacherId }).from(passwordResets).where(isGood(token));
  return found?.teacherId;
}

/** Uses the token up. @returns whether it was still good */
export async function redeemReset(db: Database, token: string): Promise<boolean> {
  const redeemed = await db.delete(passwordResets).where(isGood(token)).returning();
  return redeemed.length > 0;
}

const isGood = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.expiresAt, new Date()));
