import { webcrypto } from 'node:crypto';
import { deriveKey } from '../platform/config/secrets';

/** One key per purpose, all derived from one secret. */
export interface Keys {
  accessTokens: webcrypto.CryptoKey;
  codes: Buffer;
  verificationLinks: Buffer;
  screenshots: Buffer;
  /** Signs cookies of browsers that have signed in before. */
  devices: Buffer;
  /** Signs cookies of browsers that have registered an account. */
  registrations: Buffer;
  /** Derives the successor of a refresh token. */
  refreshTokens: Buffer;
  /** Signs the price of a knock. */
  knocks: Buffer;
  /** The simulated class's agent key. */
  simulator: string;
}

/** Returns the simulated class's agent key. A command with access to the server's secret derives the same. */
export const simulatorKey = (secret: string) => deriveKey(secret, 'simulated class').toString('base64url');

/** Derives the keys. Imports the CryptoKey once, as each import costs more than a signature. */
export async function createKeys(secret: string): Promise<Keys> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return {
    accessTokens: await webcrypto.subtle.importKey('raw', deriveKey(secret, 'access tokens'), hmac, false, [
      'sign',
      'verify',
    ]),
    codes: deriveKey(secret, 'e-mail codes'),
    verificationLinks: deriveKey(secret, 'verification links'),
    screenshots: deriveKey(secret, 'screenshot addresses'),
    devices: deriveKey(secret, 'device cookies'),
    registrations: deriveKey(secret, 'registration cookies'),
    refreshTokens: deriveKey(secret, 'refresh tokens'),
    knocks: deriveKey(secret, 'prices of knocks'),
    simulator: simulatorKey(secret),
  };
}
