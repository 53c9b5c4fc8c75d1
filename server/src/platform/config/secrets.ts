import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../files/atomicWrite';
import { OperatorError } from './operatorError';

/** Fewer can be guessed, and are what a disk that was full has left of a secret. */
export const leastSecretLength = 32;

/**
 * Reads the secret kept in a file; the first time it is made up. The caller holds the lock of the file's folder.
 * @throws OperatorError when the file holds too little to be one
 */
export async function readOrCreateSecret(file: string): Promise<string> {
  if (!existsSync(file)) {
    // Under another name until all of it is on the disk: a full one would leave an empty secret.
    const unfinished = `${file}.unfinished`;
    writeFileSync(unfinished, newToken(), { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= leastSecretLength) return secret;
  throw new OperatorError(
    `The secret in ${file} must have at least ${leastSecretLength} characters: put it back from your copy, or delete the file to have a new one made up.`,
  );
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
