import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import { hashToken, keyedHash, newToken } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import type { Publishing } from '../live/transactAndPublish';
import { refreshTokens, signIns, teachers } from '../tables/account';
import {
  type AccessClaims,
  type Authenticated,
  createAccessToken,
  readAccessToken,
  type SignedIn,
} from './accessTokens';

/** Grace period for tabs that send the same token at once, by the database's clock because the instances' may differ. */
const isGraceOver = sql<boolean | null>`${refreshTokens.usedAt} < now() - interval '10 seconds'`;

const daySeconds = 86_400;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Signs in a teacher, whose row must be locked, with a refresh token. */
export async function signIn(
  { keys, settings }: Context,
  tx: Database,
  teacherId: number,
): Promise<{ access: string; refresh: string }> {
  await tx.delete(signIns).where(and(eq(signIns.teacherId, teacherId), lte(signIns.expiresAt, new Date())));
  const endsAt = inSeconds(settings.signInMaxDays * daySeconds);
  const expiresAt = new Date(Math.min(inSeconds(settings.refreshTokenSeconds).getTime(), endsAt.getTime()));
  const signInId = await insertSignIn(tx, { teacherId, expiresAt, endsAt });
  const refresh = newToken();
  await tx.insert(refreshTokens).values({ tokenHash: hashToken(refresh), signInId, expiresAt });
  return {
    access: await createAccessToken(keys, { teacherId, signInId, seconds: settings.accessTokenSeconds }),
    refresh,
  };
}

/** Signs in a teacher, whose row must be locked, for the lifetime of one access token. */
export async function signInWithoutRefresh(
  { keys }: Context,
  tx: Database,
  { teacherId, seconds }: { teacherId: number; seconds: number },
): Promise<string> {
  const endsAt = inSeconds(seconds);
  const signInId = await insertSignIn(tx, { teacherId, expiresAt: endsAt, endsAt });
  return createAccessToken(keys, { teacherId, signInId, seconds });
}

async function insertSignIn(db: Database, values: typeof signIns.$inferInsert): Promise<string> {
  const [row] = await db.insert(signIns).values(values).returning({ id: signIns.id });
  if (!row) throw new Error('The sign-in was not inserted.');
  return row.id;
}

/**
 * Exchanges a refresh token for new tokens. Reusing a token ends the whole sign-in: two parties hold it, so it has been stolen. Within a
 * short grace period a second use counts as another tab and gets the same successor, so that a sign-in stays a single chain in which any
 * reuse is detected. The successor is derived from the token, so it can be given again without being stored.
 * @returns undefined when the token is unknown or expired, or its sign-in has ended
 */
export async function renew(
  { audit, db, transactAndPublish, keys, settings }: Context,
  refresh: string,
  address: string,
) {
  const tokenHash = hashToken(refresh);
  const now = new Date();
  const isKnown = and(eq(refreshTokens.tokenHash, tokenHash), gt(refreshTokens.expiresAt, now));
  // Unknown tokens cost a single read. They need no rate limit because tokens cannot be guessed.
  const found = await db.select().from(refreshTokens).where(isKnown);
  if (found.length === 0) return undefined;
  return transactAndPublish(async ({ tx, publish }) => {
    const [known] = await tx
      .select({ signInId: refreshTokens.signInId, isGraceOver })
      .from(refreshTokens)
      .where(isKnown);
    if (!known) return undefined;
    // Serialises the renewals of a sign-in on its row.
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
      await endSignIn({ tx, publish }, known.signInId);
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
      access: await createAccessToken(keys, { teacherId: alive.teacherId, signInId: known.signInId, seconds }),
      refresh: successor,
    };
  });
}

/** @returns the teacher behind an access token; undefined when the token is invalid or expired, or its sign-in has ended */
export async function findSignedIn({ db, keys, cache }: Context, token: string): Promise<Authenticated | undefined> {
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
  const { id, email, firstName, lastName, isAdministrator } = teachers;
  const [teacher] = await db
    .select({ id, email, firstName, lastName, isAdministrator })
    .from(signIns)
    .innerJoin(teachers, eq(teachers.id, signIns.teacherId))
    .where(and(eq(signIns.id, claims.signInId), eq(teachers.id, claims.teacherId)));
  return teacher && { ...teacher, signInId: claims.signInId };
}

/** Ends the sign-ins of both tokens. Invalid ones are ignored. */
export async function signOut(
  { db, transactAndPublish, keys, cache }: Context,
  refresh: string | undefined,
  access: string | undefined,
): Promise<void> {
  const claims = access === undefined ? undefined : await readAccessToken(keys, cache.accessTokens, access);
  const named =
    refresh === undefined
      ? []
      : await db
          .select({ signInId: refreshTokens.signInId })
          .from(refreshTokens)
          .where(eq(refreshTokens.tokenHash, hashToken(refresh)));
  const ended = new Set([...(claims ? [claims] : []), ...named].map(({ signInId }) => signInId));
  if (ended.size === 0) return;
  await transactAndPublish(async (publishing) => {
    for (const signInId of ended) await endSignIn(publishing, signInId);
  });
}

async function endSignIn({ tx, publish }: Publishing, signInId: string): Promise<void> {
  await tx.delete(signIns).where(eq(signIns.id, signInId));
  await publish({ kind: 'signedOut', signInId });
}

/** Ends a teacher's sign-ins except, optionally, one. */
export async function endSignIns({ tx, publish }: Publishing, teacherId: number, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(signIns.id, exceptId);
  const ended = await tx
    .delete(signIns)
    .where(and(eq(signIns.teacherId, teacherId), others))
    .returning({ signInId: signIns.id });
  for (const { signInId } of ended) await publish({ kind: 'signedOut', signInId });
}
