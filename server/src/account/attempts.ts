import type { Limits, Rule } from '../http/limits';
import { Refusal } from '../http/refusal';
import type { Device } from './devices';

type Count = [rule: Rule, key: string];

/** A try that was let through and counts as failed until it is said to have succeeded. */
export interface Attempt {
  succeeded(): Promise<void>;
  /** Not by a browser that has signed in to the account before. */
  isStrangers: boolean;
}

/**
 * Lets a try through. A known browser is counted by itself, and is a stranger once it has failed too often; strangers are counted
 * together, and a try that is refused by one count costs nothing in the others.
 * @throws Refusal 429 for a stranger
 */
export async function admit(
  limits: Limits,
  [deviceRule, device]: [rule: Rule, device: Device | undefined],
  ofStrangers: Count[],
): Promise<Attempt> {
  if (device !== undefined && (await isAdmitted(limits, [deviceRule, device]))) {
    return { isStrangers: false, succeeded: () => limits.reset(deviceRule, device) };
  }
  const counted: Count[] = [];
  try {
    for (const count of ofStrangers) {
      await limits.consume(...count);
      counted.push(count);
    }
  } catch (error) {
    await Promise.all(counted.map((count) => limits.forgive(...count)));
    throw error;
  }
  return {
    isStrangers: true,
    async succeeded() {
      await Promise.all(counted.map((count) => limits.forgive(...count)));
    },
  };
}

async function isAdmitted(limits: Limits, count: Count): Promise<boolean> {
  try {
    await limits.consume(...count);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
