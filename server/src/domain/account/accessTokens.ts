import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Keys } from '../../platform/config/keys';

const algorithm = 'HS256';

const Claims = v.object({
  type: v.literal('access'),
  sub: v.pipe(v.string(), v.digits(), v.transform(Number)),
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
});

/** What an access token says; whether the sign-in is still alive only the database knows. */
export interface AccessClaims {
  teacherId: number;
  signInId: string;
  expiresAt: Date;
}

export function createAccessToken(keys: Keys, teacherId: number, signInId: string, seconds: number): Promise<string> {
  return new SignJWT({ type: 'access', sid: signInId })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(String(teacherId))
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.accessTokens);
}

const mostRemembered = 10_000;

/**
 * Undefined for anything but a token of ours that has not expired.
 * @param remembered tokens found good before: to verify one again would cost more than all else of a small answer
 */
export async function readAccessToken(
  keys: Keys,
  remembered: Map<string, AccessClaims>,
  token: string,
): Promise<AccessClaims | undefined> {
  const known = remembered.get(token);
  if (known) {
    if (known.expiresAt.getTime() > Date.now()) return known;
    remembered.delete(token);
    return undefined;
  }
  const claims = await verifyAccessToken(keys, token);
  if (!claims) return undefined;
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
  remembered.set(token, claims);
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
