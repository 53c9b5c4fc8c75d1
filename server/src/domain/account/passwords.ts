import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HttpError, wrongField } from '../../platform/http/httpError';

const minLength = 8;

/** More would keep calls waiting longer than browsers do, and starve other users of the thread pool. */
const maxQueued = 100;
const retrySeconds = 5;
let queued = 0;

/** Hashes and compares passwords. Available only through `withHasher`. */
export interface Hasher {
  /** Hashes with Argon2id at the library's default cost: 19 MiB, two passes. */
  hash(password: string): Promise<string>;
  /** Returns false for a wrong password and, after the same time, for a missing one. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/**
 * Runs work that hashes in one slot of a bounded queue, held to the end: it is refused at the start or not at all.
 * @throws HttpError 503 when the queue is full
 */
export async function withHasher<Result>(work: (hasher: Hasher) => Promise<Result>): Promise<Result> {
  if (queued >= maxQueued) {
    const detail = 'Too many people are signing in at the moment. Please try again shortly.';
    throw new HttpError(503, { detail }, { 'Retry-After': String(retrySeconds) });
  }
  queued += 1;
  try {
    return await work(hasher);
  } finally {
    queued -= 1;
  }
}

export const hashPassword = (password: string) => withHasher((hasher) => hasher.hash(password));

/** Normalises a password as PRECIS does (RFC 8265, OpaqueString), so that every keyboard types the same one. */
const opaque = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** All forms of a password that a stored hash may be of: older hashes are of the text as the keyboard sent it. */
const formsOf = (password: string) => new Set([opaque(password), password, password.normalize('NFD')]);

/** Hash of a random password, verified when an account has none so that the time reveals nothing. */
const dummyHash = hash(randomBytes(16));

const hasher: Hasher = {
  hash: (password) => hash(opaque(password)),
  async matches(passwordHash, password) {
    const known = passwordHash ?? (await dummyHash);
    for (const form of formsOf(password)) if (await verify(known, form)) return true;
    return false;
  },
};

/** Includes the 10,000 that guessing starts with. Loaded on first use. */
let commonPasswords: Promise<Set<string | number>> | undefined;

async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await commonPasswords).has(password.normalize('NFKC').toLowerCase());
}

/**
 * Checks a new password and its repetition, given with their field names.
 * @throws HttpError 400 when it is too short or too common, or the two differ
 */
export async function requireValidNewPassword(
  [field, password]: [string, string],
  [repeatField, repeated]: [string, string],
): Promise<void> {
  if (opaque(password) !== opaque(repeated)) throw wrongField(repeatField, 'Passwords do not match');
  if (opaque(password).length < minLength)
    throw wrongField(field, `Password must be at least ${minLength} characters long`);
  if (await isCommon(opaque(password)))
    throw wrongField(field, 'Many people use this password, so it is easy to guess. Please choose another one.');
}
