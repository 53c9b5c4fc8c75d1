import { webcrypto } from 'node:crypto';
import { deriveKey } from './secrets';

/** One key per purpose, all from one secret. */
export interface Keys {
  accessTokens: webcrypto.CryptoKey;
  codes: Buffer;
  /** Links that verify an email. */
  verificationLinks: Buffer;
  screenshots: Buffer;
  /** Cookies of browsers that have signed in before. */
  devices: Buffer;
  /** Cookies of browsers that have registered an account. */
  registrations: Buffer;
  /** The successor of a refresh token. */
  refreshTokens: Buffer;
  /** What the simulated class shows. */
  simulator: string;
}

/** The key of the simulated class: whoever has the server's secret, as a command beside it does, may run one. */
export const simulatorKey = (secret: string) => deriveKey(secret, 'simulated class').toString('base64url');

/** Imported once: importing at every use would cost more than the signature. */
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
    simulator: simulatorKey(secret),
  };
}
