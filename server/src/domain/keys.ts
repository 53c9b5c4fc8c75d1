import { webcrypto } from 'node:crypto';
import { deriveKey } from '../platform/config/secrets';

/** One key per purpose, all derived from one secret. */
export type Keys = Awaited<ReturnType<typeof createKeys>>;

/** Returns the simulated class's agent key. A command with access to the server's secret derives the same. */
export const simulatorKey = (secret: string) => deriveKey(secret, 'simulated class').toString('base64url');

/** Derives the keys. Imports the CryptoKey once, as each import costs more than a signature. */
export async function createKeys(secret: string) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const accessTokens = deriveKey(secret, 'access tokens');
  return {
    accessTokens: await webcrypto.subtle.importKey('raw', accessTokens, hmac, false, ['sign', 'verify']),
    codes: deriveKey(secret, 'e-mail codes'),
    verificationLinks: deriveKey(secret, 'verification links'),
    screenshots: deriveKey(secret, 'screenshot addresses'),
    /** Signs cookies of browsers that have signed in before. */
    devices: deriveKey(secret, 'device cookies'),
    /** Signs cookies of browsers that have registered an account. */
    registrations: deriveKey(secret, 'registration cookies'),
    /** Derives the successor of a refresh token. */
    refreshTokens: deriveKey(secret, 'refresh tokens'),
    /** Signs the price of a knock. */
    knocks: deriveKey(secret, 'prices of knocks'),
    simulator: simulatorKey(secret),
  };
}
