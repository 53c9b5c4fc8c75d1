import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { Database } from '../database/database';
import { refreshTokens, signIns, teachers } from '../database/schema';
import type { Tell } from '../memory/change';
import { hashToken, newToken } from '../secrets';
import { type AccessClaims, createAccessToken, readAccessToken } from './accessTokens';
import type { SignedIn, SignedInNow } from './signedIn';

/** Tabs that renew at the same moment send the same token; so long a used one still counts. The instances' clocks may differ. */
const isGraceOver = sql<boolean | null>`${refreshTokens.usedAt} < now() - interval '10 seconds'`;

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** Signs a teacher, whose row is held, in for a browser that will renew by refresh token. */
export async function signIn(
  { keys, settings }: Context,
  tx: Database,
  teacherId: number,
): Promise<{ access: string; refresh: string }> {
  await tx.delete(signIns).where(and(eq(signIns.teacherId, teacherId), lte(signIns.expiresAt, new Date())));
  const signInId = await insertSignIn(tx, teacherId, settings.refreshTokenSeconds);
  const refresh = await insertRefreshToken(tx, signInId, settings.refreshTokenSeconds);
  return { access: await createAccessToken(keys, teacherId, signInId, settings.accessTokenSeconds), refresh };
}

/** Signs a teacher, whose row is held, in for the lifetime of one access token. */
export async function signInWithoutRefresh(
  { keys }: Context,
  tx: Database,
  teacherId: number,
  seconds: number,
): Promise<string> {
  const signInId = await insertSignIn(tx, teacherId, seconds);
  return createAccessToken(keys, teacherId, signInId, seconds);
}

async function insertSignIn(db: Database, teacherId: number, seconds: number): Promise<string> {
  const [row] = await db
    .insert(signIns)
    .values({ teacherId, expiresAt: inSeconds(seconds) })
    .returning({ id: signIns.id });
  if (!row) throw new Error('The sign-in was not inserted.');
  return row.id;
}

async function insertRefreshToken(db: Database, signInId: string, seconds: number): Promise<string> {
  const token = newToken();
  await db.insert(refreshTokens).values({ tokenHash: hashToken(token), signInId, expiresAt: inSeconds(seconds) });
  return token;
}

/**
 * Exchanges a refresh token for new tokens. One that was used before ends the whole sign-in, as two now hold it and one of them is
 * a thief; only within a short grace it counts as another tab of the same browser.
 * @returns undefined when the token is not, or no longer, good
 */
export async function renew({ audit, db, change, keys, settings }: Context, refresh: string, address: string) {
  const tokenHash = hashToken(refresh);
  const now = new Date();
  const isKnown = and(eq(refreshTokens.tokenHash, tokenHash), gt(refreshTokens.expiresAt, now));
  // Whatever else is sent here costs one read: it cannot be guessed, so nothing counts it.
  const found = await db.select().from(refreshTokens).where(isKnown);
  if (found.length === 0) return undefined;
  return change(async (tx, tell) => {
    const [known] = await tx
      .select({ signInId: refreshTokens.signInId, isGraceOver })
      .from(refreshTokens)
      .where(isKnown);
    if (!known) return undefined;
    // Renewals of one sign-in queue up here, so that each sees what the one before did.
    const [alive] = await tx
      .update(signIns)
      .set({ expiresAt: inSeconds(settings.refreshTokenSeconds) })
      .where(eq(signIns.id, known.signInId))
      .returning({ teacherId: signIns.teacherId });
    if (!alive) return undefined;

    const firstUse = await tx
      .update(refreshTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(refreshTokens.tokenHash, tokenHash), isNull(refreshTokens.usedAt)))
      .returning();
    if (firstUse.length === 0 && known.isGraceOver) {
      await endSignIn(tx, tell, known.signInId);
      audit.note({ action: 'refresh token reused', teacherId: alive.teacherId, address });
      return undefined;
    }
    await tx
      .delete(refreshTokens)
      .where(and(eq(refreshTokens.signInId, known.signInId), lte(refreshTokens.expiresAt, now)));
    return {
      access: await createAccessToken(keys, alive.teacherId, known.signInId, settings.accessTokenSeconds),
      refresh: await insertRefreshToken(tx, known.signInId, settings.refreshTokenSeconds),
    };
  });
}

/** The teacher an access token stands for; undefined when the token or its sign-in is not, or no longer, good. */
export async function findSignedIn({ db, keys, memory }: Context, token: string): Promise<SignedInNow | undefined> {
  const claims = await readAccessToken(keys, memory.accessTokens, token);
  if (!claims) return undefined;
  const known = memory.signIns.of(claims.signInId);
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
  { db, change, keys, memory }: Context,
  refresh: string | undefined,
  access: string | undefined,
): Promise<void> {
  const claims = access === undefined ? undefined : await readAccessToken(keys, memory.accessTokens, access);
  const named = refresh === undefined ? [] : await findSignIns(db, refresh);
  const ended = new Set([...(claims ? [claims.signInId] : []), ...named]);
  if (ended.size === 0) return;
  await change(async (tx, tell) => {
    for (const signInId of ended) await endSignIn(tx, tell, signInId);
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

async function endSignIn(tx: Database, tell: Tell, signInId: string): Promise<void> {
  await tx.delete(signIns).where(eq(signIns.id, signInId));
  await tell({ kind: 'signedOut', signInId });
}

/** Ends a teacher's sign-ins, all or all but one. */
export async function endSignIns(tx: Database, tell: Tell, teacherId: number, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(signIns.id, exceptId);
  const ended = await tx
    .delete(signIns)
    .where(and(eq(signIns.teacherId, teacherId), others))
    .returning({ signInId: signIns.id });
  for (const { signInId } of ended) await tell({ kind: 'signedOut', signInId });
}
