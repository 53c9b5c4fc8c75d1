import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Reads the secret kept in a file; the first time it is made up. The caller holds the lock of the file's folder. */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, newToken(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** 32 random bytes for a URL or a header. */
export const newToken = () => randomBytes(32).toString('base64url');

/** A key for one purpose only: what is signed for another does not pass. */
export const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** How a random token is stored; too long to be guessed from its hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** How a short code is stored: only with the key can the few possible ones be tried. */
export const keyedHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Compares in a time that tells nothing. */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}
