import { createHash } from 'node:crypto';
import type { Teacher } from './teachers';

/** Enough that typing errors do not meet; few enough that a day of made-up e-mails fills no memory and no table. */
const bucketsWithoutAccount = 4096;

/**
 * Returns what failures for an e-mail are counted by. Each account has a count of its own. E-mails without one share a fixed number
 * of counts, however many are made up.
 */
export function accountKey(teacher: Teacher | undefined, email: string): string {
  if (teacher) return `account ${teacher.id}`;
  const bucket = createHash('sha256').update(email).digest().readUInt32BE() % bucketsWithoutAccount;
  return `no account ${bucket}`;
}
