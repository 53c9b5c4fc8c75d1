import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import { hashToken, keyedHash, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import { refreshTokens, signIns, teachers } from '../../platform/database/schema';
import type { Publish } from '../../platform/live/transactAndPublish';
import { type AccessClaims, createAccessToken, readAccessToken } from './accessTokens';
import type { SignedIn, SignedInNow } from './signedIn';

/** Grace period for tabs that send the same token at the same moment, by the clock of the database: the instances' clocks may differ. */
const isGraceOver = sql<boolean | null>`${refreshTokens.usedAt} < now() - interval '10 seconds'`;

const daySeconds = 86_400;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
const earlierOf = (one: Date, other: Date) => (one < other ? one : other);

/** Signs a teacher, whose row is held, in for a browser that will renew by refresh token. */
export async function signIn(
  { keys, settings }: Context,
  tx: Database,
  teacherId: number,
): Promise<{ access: string; refresh: string }> {
  await tx.delete(signIns).where(and(eq(signIns.teacherId, teacherId), lte(signIns.expiresAt, new Date())));
  const endsAt = inSeconds(settings.signInMaxDays * daySeconds);
  const expiresAt = earlierOf(inSeconds(settings.refreshTokenSeconds), endsAt);
  const signInId = await insertSignIn(tx, { teacherId, expiresAt, endsAt });
  const refresh = newToken();
  await tx.insert(refreshTokens).values({ tokenHash: hashToken(refresh), signInId, expiresAt });
  return { access: await createAccessToken(keys, teacherId, signInId, settings.accessTokenSeconds), refresh };
}

/** Signs a teacher, whose row is held, in for the lifetime of one access token. */
export async function signInWithoutRefresh(
  { keys }: Context,
  tx: Database,
  teacherId: number,
  seconds: number,
): Promise<string> {
  const endsAt = inSeconds(seconds);
  const signInId = await insertSignIn(tx, { teacherId, expiresAt: endsAt, endsAt });
  return createAccessToken(keys, teacherId, signInId, seconds);
}

async function insertSignIn(db: Database, values: typeof signIns.$inferInsert): Promise<string> {
  const [row] = await db.insert(signIns).values(values).returning({ id: signIns.id });
  if (!row) throw new Error('The sign-in was not inserted.');
  return row.id;
}

/**
 * Exchanges a refresh token for new tokens. A token that was used before ends the whole sign-in, as two parties hold it and one of
 * them is a thief. Within a short grace period it counts as another tab and gets the same successor, so that a sign-in is one chain:
 * whoever renews second with any of its tokens is noticed. The successor is derived, and so need not be stored to be given again.
 * @returns undefined when the token is not, or no longer, good
 */
export async function renew(
  { audit, db, transactAndPublish, keys, settings }: Context,
  refresh: string,
  address: string,
) {
  const tokenHash = hashToken(refresh);
  const now = new Date();
  const isKnown = and(eq(refreshTokens.tokenHash, tokenHash), gt(refreshTokens.expiresAt, now));
  // Whatever else is sent here costs one read: it cannot be guessed, so nothing counts it.
  const found = await db.select().from(refreshTokens).where(isKnown);
  if (found.length === 0) return undefined;
  return transactAndPublish(async (tx, publish) => {
    const [known] = await tx
      .select({ signInId: refreshTokens.signInId, isGraceOver })
      .from(refreshTokens)
      .where(isKnown);
    if (!known) return undefined;
    // Renewals of one sign-in queue up here, so that each sees what the one before did.
    const [alive] = await tx
      .update(signIns)
      .set({
        expiresAt: sql`least(${inSeconds(settings.refreshTokenSeconds).toISOString()}::timestamptz, ${signIns.endsAt})`,
      })
      .where(eq(signIns.id, known.signInId))
      .returning({ teacherId: signIns.teacherId, expiresAt: signIns.expiresAt, endsAt: signIns.endsAt });
    if (!alive) return undefined;

    const firstUse = await tx
      .update(refreshTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt)))
      .returning();
    if (firstUse.length === 0 && known.isGraceOver) {
      await endSignIn(tx, publish, known.signInId);
      audit.note({ action: 'refresh token reused', teacherId: alive.teacherId, address });
      return undefined;
    }
    await tx
      .delete(refreshTokens)
      .where(and(eq(refreshTokens.signInId, known.signInId), lte(refreshTokens.expiresAt, now)));
    const successor = keyedHash(keys.refreshTokens, refresh);
    if (firstUse.length > 0) {
      const { expiresAt } = alive;
      await tx.insert(refreshTokens).values({ tokenHash: hashToken(successor), signInId: known.signInId, expiresAt });
    }
    const secondsLeft = Math.ceil((alive.endsAt.getTime() - now.getTime()) / 1000);
    const seconds = Math.min(settings.accessTokenSeconds, secondsLeft);
    return {
      access: await createAccessToken(keys, alive.teacherId, known.signInId, seconds),
      refresh: successor,
    };
  });
}

/** The teacher an access token stands for; undefined when the token or its sign-in is not, or no longer, good. */
export async function findSignedIn({ db, keys, cache }: Context, token: string): Promise<SignedInNow | undefined> {
  const claims = await readAccessToken(keys, cache.accessTokens, token);
  if (!claims) return undefined;
  const known = cache.signIns.of(claims.signInId);
  const teacherId = String(claims.teacherId);
  let signedIn = known.get(teacherId);
  if (!signedIn) {
    signedIn = await readSignedIn(db, claims);
    if (!signedIn) return undefined;
    known.set(teacherId, signedIn);
  }
  return { ...signedIn, accessEndsAt: claims.expiresAt };
}

async function readSignedIn(db: Database, claims: AccessClaims): Promise<SignedIn | undefined> {
  const { id, email, firstName, lastName } = teachers;
  const [teacher] = await db
    .select({ id, email, firstName, lastName })
    .from(signIns)
    .innerJoin(teachers, eq(teachers.id, signIns.teacherId))
    .where(and(eq(signIns.id, claims.signInId), eq(teachers.id, claims.teacherId)));
  return teacher && { ...teacher, signInId: claims.signInId };
}

/** Ends the sign-ins that the tokens belong to, as far as there are any. */
export async function signOut(
  { db, transactAndPublish, keys, cache }: Context,
  refresh: string | undefined,
  access: string | undefined,
): Promise<void> {
  const claims = access === undefined ? undefined : await readAccessToken(keys, cache.accessTokens, access);
  const named = refresh === undefined ? [] : await findSignIns(db, refresh);
  const ended = new Set([...(claims ? [claims.signInId] : []), ...named]);
  if (ended.size === 0) return;
  await transactAndPublish(async (tx, publish) => {
    for (const signInId of ended) await endSignIn(tx, publish, signInId);
  });
}

/** The sign-in of a refresh token; none for what is not one. */
async function findSignIns(db: Database, refresh: string): Promise<string[]> {
  const found = await db
    .select({ signInId: refreshTokens.signInId })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashToken(refresh)));
  return found.map(({ signInId }) => signInId);
}

async function endSignIn(tx: Database, publish: Publish, signInId: string): Promise<void> {
  await tx.delete(signIns).where(eq(signIns.id, signInId));
  await publish({ kind: 'signedOut', signInId });
}

/** Ends a teacher's sign-ins, all or all but one. */
export async function endSignIns(tx: Database, publish: Publish, teacherId: number, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(signIns.id, exceptId);
  const ended = await tx
    .delete(signIns)
    .where(and(eq(signIns.teacherId, teacherId), others))
    .returning({ signInId: signIns.id });
  for (const { signInId } of ended) await publish({ kind: 'signedOut', signInId });
}
