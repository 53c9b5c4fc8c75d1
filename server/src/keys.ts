import { webcrypto } from 'node:crypto';
import { deriveKey } from './secrets';

/** One key per purpose, all from one secret. */
export interface Keys {
  accessTokens: webcrypto.CryptoKey;
  codes: Buffer;
  screenshots: Buffer;
}

/** Imported once: importing at every use would cost more than the signature. */
export async function createKeys(secret: string): Promise<Keys> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return {
    accessTokens: await webcrypto.subtle.importKey('raw', deriveKey(secret, 'access tokens'), hmac, false, [
      'sign',
      'verify',
    ]),
    codes: deriveKey(secret, 'e-mail codes'),
    screenshots: deriveKey(secret, 'screenshot addresses'),
  };
}
