import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../database/database';
import { HttpError } from './httpError';
import { rateLimits } from './tables';

/** The part of a limiter that `consume`, `forgive` and `reset` use. */
interface Limiter {
  consume(key: string, points?: number, options?: { customDuration?: number }): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  reward(key: string): Promise<RateLimiterRes>;
  delete(key: string): Promise<boolean>;
}

/** Makes a limiter. */
export type Make = (keyPrefix: string, points: number, seconds: number) => Limiter;

export const daySeconds = 86_400;
/** Points of a limiter that counts without ever refusing. */
export const uncapped = 1_000_000_000;

const longestPauseSeconds = 900;

/**
 * Allows some failures a day. After that it allows one try at a time, with a pause that doubles with each failure, from one second
 * to fifteen minutes. Refused tries do not count.
 */
export function pausing(make: Make, name: string, freeFailures: number): Limiter {
  const failures = make(name, uncapped, daySeconds);
  const pause = make(`${name}-pause`, 1, longestPauseSeconds);
  return {
    async consume(key) {
      const counted = await failures.consume(key);
      const excess = counted.consumedPoints - freeFailures;
      if (excess <= 0) return counted;
      try {
        await pause.consume(key, 1, { customDuration: Math.min(2 ** (excess - 1), longestPauseSeconds) });
        return counted;
      } catch (error) {
        await failures.reward(key);
        throw error;
      }
    },
    get: (key) => failures.get(key),
    reward: (key) => failures.reward(key),
    async delete(key) {
      await pause.delete(key);
      return failures.delete(key);
    },
  };
}

export interface LimitsBy<Rule extends string> {
  /**
   * Counts a try. Where only failures count, it counts before the outcome is known, so that concurrent tries cannot outrun the
   * count; `forgive` or `reset` undoes it after a success.
   *
   * @param points how many tries to count, by default one
   * @returns the number of tries so far
   * @throws HttpError 429 with Retry-After when there were too many
   */
  consume(rule: Rule, key: string, points?: number): Promise<number>;
  /**
   * Counts at a rate of the key's own, on each instance separately: in the database, counting would contend for a row.
   *
   * @throws HttpError 429 with Retry-After when there were too many within the minute
   */
  consumeAtRate(counted: { key: string; perMinute: number; points: number }): Promise<void>;
  /** Returns whether any tries are counted. */
  isCounted(rule: Rule, key: string): Promise<boolean>;
  /** Undoes one try. */
  forgive(rule: Rule, key: string): Promise<void>;
  /** Resets the count. */
  reset(rule: Rule, key: string): Promise<void>;
}

/**
 * Counts in the database when instances share it, otherwise in memory.
 *
 * @param limitersOf makes the limiters, given what makes one that counts for all instances, and one that counts for this instance only
 */
export function createLimitsBy<Rule extends string>(
  { db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>,
  limitersOf: (shared: Make, local: Make) => Record<Rule, Limiter>,
): LimitsBy<Rule> {
  const inMemory = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration });
  const inDatabase = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterDrizzle({
      ...{ keyPrefix, points, duration },
      storeClient: db,
      schema: rateLimits,
      // Keeps refusing a refused key without a query.
      inMemoryBlockOnConsumed: points + 1,
      // While the database fails, each instance counts in memory.
      insuranceLimiter: inMemory(keyPrefix, points, duration),
    });
  const limiters = limitersOf(isShared ? inDatabase : inMemory, inMemory);
  const refused = (error: unknown) => (error instanceof RateLimiterRes ? tooOften(error.msBeforeNext) : error);
  const byRate = new Map<number, RateLimiterMemory>();
  return {
    async consume(rule, key, points) {
      try {
        return (await limiters[rule].consume(key, points)).consumedPoints;
      } catch (error) {
        throw refused(error);
      }
    },
    async consumeAtRate({ key, perMinute, points }) {
      const limiter = byRate.get(perMinute) ?? inMemory('events', perMinute, 60);
      byRate.set(perMinute, limiter);
      try {
        await limiter.consume(key, points);
      } catch (error) {
        throw refused(error);
      }
    },
    async isCounted(rule, key) {
      return (await limiters[rule].get(key)) !== null;
    },
    async forgive(rule, key) {
      await limiters[rule].reward(key);
    },
    async reset(rule, key) {
      await limiters[rule].delete(key);
    },
  };
}

function tooOften(milliseconds: number): HttpError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail = `Too many tries. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new HttpError(429, { detail }, { 'Retry-After': String(seconds) });
}
