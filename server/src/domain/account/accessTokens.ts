import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Keys } from '../keys';

const algorithm = 'HS256';

const Claims = v.object({
  type: v.literal('access'),
  sub: v.pipe(v.string(), v.digits(), v.transform(Number)),
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
});

/** Claims of a valid access token. Only the database knows whether the sign-in still exists. */
export interface AccessClaims {
  teacherId: number;
  signInId: string;
  expiresAt: Date;
}

/** @param claims with the lifetime in seconds */
export function createAccessToken(
  keys: Keys,
  { teacherId, signInId, seconds }: Omit<AccessClaims, 'expiresAt'> & { seconds: number },
): Promise<string> {
  return new SignJWT({ type: 'access', sid: signInId })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(String(teacherId))
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.accessTokens);
}

const maxCachedTokens = 10_000;

/**
 * Verifies an access token of ours. @returns undefined when it is invalid or expired
 * @param cached verified tokens: verifying a signature costs more than the rest of a small request
 */
export async function readAccessToken(
  keys: Keys,
  cached: Map<string, AccessClaims>,
  token: string,
): Promise<AccessClaims | undefined> {
  const known = cached.get(token);
  if (known) {
    if (known.expiresAt.getTime() > Date.now()) return known;
    cached.delete(token);
    return undefined;
  }
  const claims = await verifyAccessToken(keys, token);
  if (!claims) return undefined;
  const [oldest] = cached.keys();
  if (oldest !== undefined && cached.size >= maxCachedTokens) cached.delete(oldest);
  cached.set(token, claims);
  return claims;
}

async function verifyAccessToken(keys: Keys, token: string): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys.accessTokens, { algorithms: [algorithm] });
    const { sub, sid, exp } = v.parse(Claims, payload);
    return { teacherId: sub, signInId: sid, expiresAt: new Date(exp * 1000) };
  } catch {
    return undefined;
  }
}

/** The teacher behind an access token and their sign-in. */
export interface SignedIn {
  id: number;
  signInId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** As of this instance's first call of the sign-in, for display only: the administrator's calls read the database. */
  isAdministrator: boolean;
}

/** A signed-in teacher, for one request. */
export interface Authenticated extends SignedIn {
  /** When the request's access token expires. */
  accessEndsAt: Date;
}
