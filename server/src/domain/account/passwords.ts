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

/** Rows of keyboards, and what is counted up or down. */
const runs = [
  'qwertzuiopü',
  'qwertyuiop',
  'azertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];
const reversed = (text: string) => [...text].toReversed().join('');
const isRun = (text: string) => runs.some((run) => run.includes(text) || run.includes(reversed(text)));
const fewestDifferent = 4;
/** A year and a mark behind a word, such as Sommer2026!, make it no harder to guess. More may. */
const mostAdded = 6;

/** What an account's password must not consist of. */
export interface Owner {
  email: string;
  firstName: string;
  lastName: string;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Returns whether a password is among those that are tried first, whatever its letter case, with a few digits or marks around it. */
async function isEasilyGuessed(password: string, { email, firstName, lastName }: Owner): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const common = await commonPasswords;
  const text = folded(password);
  if (new Set(text).size < fewestDifferent) return true;
  const own = new Set(
    [email, email.slice(0, email.lastIndexOf('@')), firstName, lastName, firstName + lastName].map(folded),
  );
  const isKnown = (part: string) => part !== '' && (common.has(part) || own.has(part) || isRun(part));
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return isKnown(text) || (text.length - word.length <= mostAdded && isKnown(word));
}

/**
 * Checks a new password and its repetition, given with their field names.
 * @throws HttpError 400 when it is too short or too easily guessed, or the two differ
 */
export async function requireValidNewPassword(
  [field, password]: [string, string],
  [repeatField, repeated]: [string, string],
  owner: Owner,
): Promise<void> {
  if (opaque(password) !== opaque(repeated)) throw wrongField(repeatField, 'Passwords do not match');
  if (opaque(password).length < minLength)
    throw wrongField(field, `Password must be at least ${minLength} characters long`);
  if (await isEasilyGuessed(opaque(password), owner))
    throw wrongField(field, 'This password is easy to guess. Please choose another one.');
}
