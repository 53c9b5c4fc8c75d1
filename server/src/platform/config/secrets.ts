import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../files/atomicWrite';
import { OperatorError } from '../operatorError';

/** Shorter secrets can be guessed, or were truncated by a full disk. */
export const leastSecretLength = 32;

/**
 * Reads the secret in a file, and creates it the first time. The caller holds the lock of the file's folder.
 *
 * @throws OperatorError when the file's content is too short
 */
export async function readOrCreateSecret(file: string): Promise<string> {
  if (!existsSync(file)) {
    // Renamed when it is completely on disk: a full disk would leave an empty secret.
    const unfinished = `${file}.unfinished`;
    writeFileSync(unfinished, newToken(), { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= leastSecretLength) return secret;
  throw new OperatorError(
    `The secret in ${file} must have at least ${leastSecretLength} characters: restore it from your copy, or delete the file to have a new one generated.`,
  );
}

/** Returns 32 random bytes for a URL or a header. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Derives a key for one purpose: signatures for another do not verify. */
export const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Hashes a random token for storage. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Hashes a short code for storage: without the key, the few possible ones cannot be tried. */
export const keyedHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Compares in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
}
