import { HttpError } from '../../platform/http/httpError';
import type { Limits, Rule } from '../../platform/http/limits';
import type { Device } from './devices';

export type Count = [rule: Rule, key: string];

/**
 * Counts a call and makes it. It costs nothing when the server is to blame for its failure, or when it is refused as one too many.
 * @throws HttpError 429 when one of the counts refuses
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

/** Makes a call that counts as failed until it has succeeded, which forgives all earlier failures. */
export async function guessAlone<Result>(limits: Limits, count: Count, check: () => Promise<Result>): Promise<Result> {
  const result = await charge(limits, [count], check);
  await limits.reset(...count);
  return result;
}

/**
 * Makes a call that counts as failed until it has succeeded. A known browser is counted by itself, and is a stranger once it has
 * failed too often; strangers are counted together.
 * @param check throws a HttpError below 500 for a wrong guess, and anything else when it could not tell
 * @throws HttpError 429 for a stranger
 */
export async function guess<Result>(
  limits: Limits,
  [deviceRule, device]: [rule: Rule, device: Device | undefined],
  ofStrangers: Count[],
  check: (isStranger: boolean) => Promise<Result>,
): Promise<Result> {
  if (device !== undefined) {
    try {
      return await guessAlone(limits, [deviceRule, device], () => check(false));
    } catch (error) {
      if (!isTooMany(error)) throw error;
    }
  }
  const result = await charge(limits, ofStrangers, () => check(true));
  await forgive(limits, ofStrangers);
  return result;
}

const isTooMany = (error: unknown) => error instanceof HttpError && error.status === 429;

const forgive = (limits: Limits, counts: Count[]) => Promise.all(counts.map((count) => limits.forgive(...count)));
