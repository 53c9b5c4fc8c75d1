import { equalInConstantTime, keyedHash } from '../../platform/config/secrets';
import type { Database } from '../../platform/database/database';
import type { Keys } from '../keys';
import { getTeacher, type Teacher } from './teachers';

type Owner = Pick<Teacher, 'id' | 'email'>;

/**
 * Derives the token of the link in a verification mail. It proves that the mail was read and lets the reader choose a password, so that
 * nobody else's password is ever verified. Because it is not stored, every mail carries the same one and strangers cannot replace it.
 * It works until the email is verified.
 */
export const verificationToken = (keys: Keys, { id, email }: Owner): string =>
  `${id}-${keyedHash(keys.verificationLinks, `${id} ${email}`)}`;

/** @returns the unverified teacher to whom the token belongs */
export async function findByVerificationToken(db: Database, keys: Keys, token: string): Promise<Teacher | undefined> {
  const [, digits] = /^(\d{1,9})-/.exec(token) ?? [];
  const teacher = digits === undefined ? undefined : await getTeacher(db, Number(digits));
  if (!teacher || teacher.verifiedAt) return undefined;
  return equalInConstantTime(token, verificationToken(keys, teacher)) ? teacher : undefined;
}
