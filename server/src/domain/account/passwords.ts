import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HttpError, wrongField } from '../../platform/http/httpError';

const leastLength = 8;

/** More hashes at once would let calls wait for longer than a browser does, and everything else that needs a thread. */
const mostPlaces = 100;
const retrySeconds = 5;
let places = 0;

/** Hashes and compares passwords. Only a place in the queue gives access to one. */
export interface Hasher {
  /** Hashes with Argon2id at the library's default cost: 19 MiB, two passes. */
  hash(password: string): Promise<string>;
  /** Returns false for a wrong password and, after the same time, for a missing one. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/**
 * Runs work that hashes, in one place of the bounded queue from beginning to end: it is refused before it has done anything, or not at all.
 * @throws HttpError 503 when the queue is full
 */
export async function withHasher<Result>(work: (hasher: Hasher) => Promise<Result>): Promise<Result> {
  if (places >= mostPlaces) {
    const detail = 'Too many people are signing in at the moment. Please try again shortly.';
    throw new HttpError(503, { detail }, { 'Retry-After': String(retrySeconds) });
  }
  places += 1;
  try {
    return await work(hasher);
  } finally {
    places -= 1;
  }
}

export const hashPassword = (password: string) => withHasher((hasher) => hasher.hash(password));

/** A password as PRECIS (RFC 8265, OpaqueString) compares it: every keyboard types the same one. */
const opaque = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** What may have been hashed for this password. Before `opaque`, whatever a keyboard had sent was. */
const formsOf = (password: string) => new Set([opaque(password), password, password.normalize('NFD')]);

/** Of bytes that nobody knows: checked against where there is no password, so that the time tells nothing. */
const nobodysHash = hash(randomBytes(16));

const hasher: Hasher = {
  hash: (password) => hash(opaque(password)),
  async matches(passwordHash, password) {
    const known = passwordHash ?? (await nobodysHash);
    for (const form of formsOf(password)) if (await verify(known, form)) return true;
    return false;
  },
};

/** The commonest passwords, the 10,000 that guessing begins with and more; loaded when first needed. */
let commonPasswords: Promise<Set<string | number>> | undefined;

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await commonPasswords).has(password.normalize('NFKC').toLowerCase());
}

/**
 * Refuses a new password that is too short or too common, or was not repeated alike. The fields are named as the call names them.
 */
export async function requireValidNewPassword(
  [field, password]: [string, string],
  [repeatField, repeated]: [string, string],
): Promise<void> {
  if (opaque(password) !== opaque(repeated)) throw wrongField(repeatField, 'Passwords do not match');
  if (opaque(password).length < leastLength)
    throw wrongField(field, `Password must be at least ${leastLength} characters long`);
  if (await isCommon(opaque(password)))
    throw wrongField(field, 'Many people use this password, so it is easy to guess. Please choose another one.');
}
