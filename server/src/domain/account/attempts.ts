import { createHash } from 'node:crypto';
import { HttpError } from '../../platform/http/httpError';
import type { Limits, Rule } from '../limits';
import type { Device } from './cookies';
import type { Teacher } from './teachers';

export type Count = [rule: Rule, key: string];

/**
 * Counts a call, then makes it. The counts are undone when the server itself fails or the limit refuses the call.
 * @throws HttpError 429 when a limit is reached
 */
export async function charge<Result>(limits: Limits, counts: Count[], call: () => Promise<Result>): Promise<Result> {
  const charged: Count[] = [];
  try {
    for (const count of counts) {
      await limits.consume(...count);
      charged.push(count);
    }
    return await call();
  } catch (error) {
    const isVerdict = error instanceof HttpError && error.status < 500 && !isTooMany(error);
    if (!isVerdict) await forgive(limits, charged);
    throw error;
  }
}

/** Limits failures of a check. A success resets the count. */
export async function limitFailures<Result>(
  limits: Limits,
  count: Count,
  check: () => Promise<Result>,
): Promise<Result> {
  const result = await charge(limits, [count], check);
  await limits.reset(...count);
  return result;
}

/**
 * Limits failures of a check by browser. A known browser has a count of its own; once that is used up it counts as a stranger. Strangers
 * share their counts.
 * @param check throws an HttpError below 500 for a wrong guess, anything else when it could not tell
 * @throws HttpError 429 for a stranger
 */
export async function limitGuesses<Result>(
  limits: Limits,
  { device: [rule, device], strangers }: { device: [rule: Rule, device: Device | undefined]; strangers: Count[] },
  check: (isStranger: boolean) => Promise<Result>,
): Promise<Result> {
  if (device !== undefined) {
    try {
      return await limitFailures(limits, [rule, device], () => check(false));
    } catch (error) {
      if (!isTooMany(error)) throw error;
    }
  }
  const result = await charge(limits, strangers, () => check(true));
  await forgive(limits, strangers);
  return result;
}

/**
 * Makes a call whose limit strangers may have used up. Its refusal offers the mailed link, which they cannot keep from the owner.
 * @throws HttpError 429 with the offer
 */
export async function orByMail<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isTooMany(error)) throw error;
    throw new HttpError(error.status, { ...error.body, mailed_link: true }, error.headers);
  }
}

const isTooMany = (error: unknown): error is HttpError => error instanceof HttpError && error.status === 429;

export const forgive = (limits: Limits, counts: Count[]) =>
  Promise.all(counts.map((count) => limits.forgive(...count)));

/** Enough that typos rarely collide, few enough that a day of invented emails fills neither memory nor the table. */
const bucketsWithoutAccount = 4096;

/** Returns the key that counts failures for an email. Emails without an account share a fixed number of buckets. */
export function accountKey(teacher: Teacher | undefined, email: string): string {
  if (teacher) return `account ${teacher.id}`;
  const bucket = createHash('sha256').update(email).digest().readUInt32BE() % bucketsWithoutAccount;
  return `no account ${bucket}`;
}
