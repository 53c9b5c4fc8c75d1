import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../database/database';
import { rateLimits } from '../database/schema';
import { Refusal } from './refusal';

type Limiter = RateLimiterMemory | RateLimiterDrizzle;

type Make = (keyPrefix: string, points: number, seconds: number) => Limiter;

/**
 * How often is too often. By network the limits leave room for a school behind one address; by account they make guessing
 * hopeless. None locks an account for good.
 * @param together counts for all instances
 * @param here counts for this instance, where what is tried cannot be guessed and only the work is to be limited
 */
const createLimiters = (together: Make, here: Make) => ({
  signIn: together('sign-in', 10, 300),
  signInsToAccount: together('sign-ins-to', mostCounted, 3600),
  signInsFromNetwork: together('sign-ins', 600, 60),
  registrationsFromNetwork: together('registrations', 120, 60),
  registration: together('registration', 5, 900),
  verification: together('verification', 30, 600),
  verificationsFromNetwork: together('verifications', 600, 60),
  password: together('password', 10, 300),
  resend: together('resend', 1, 120),
  forgot: together('forgot', 5, 900),
  mailsFromNetwork: together('mails', 120, 60),
  sectionsOfTeacher: together('sections-of', 120, 60),
  resetsFromNetwork: here('resets', 120, 60),
  renewalsFromNetwork: here('renewals', 3000, 60),
  signOutsFromNetwork: here('sign-outs', 3000, 60),
  statusesFromNetwork: here('statuses', 12_000, 60),
});

/** More than anybody tries: who is slowed down is not refused. */
const mostCounted = 1_000_000_000;
/** So many tries to sign in to an account, from wherever, are as fast as any. */
const fastTries = 10;
const shortestDelayMilliseconds = 100;
const longestDelayMilliseconds = 5000;

type Rule = keyof ReturnType<typeof createLimiters>;

export interface Limits {
  /** Counts one try. @throws Refusal 429 with Retry-After when there were too many */
  consume(rule: Rule, key: string): Promise<void>;
  /**
   * Counts a try to sign in to an account, from wherever, and waits: the longer, the more there were in the last hour. The owner,
   * who knows the password, waits too, and gets in.
   */
  slowDown(email: string): Promise<void>;
  /**
   * Counts so many events of an agent, by itself on each instance: counted in the database, they would wait for each other.
   * @throws Refusal 429 with Retry-After when there were too many within the minute
   */
  consumeEvents(agent: string, perMinute: number, events: number): Promise<void>;
  /** Forgets the tries, after one that succeeded. */
  reset(rule: Rule, key: string): Promise<void>;
}

/**
 * Counts in the database when other instances use it too, else in memory.
 * @param wait for so many milliseconds
 */
export function createLimits(
  { db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Limits {
  const inMemory = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration });
  const inDatabase = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterDrizzle({
      ...{ keyPrefix, points, duration },
      storeClient: db,
      schema: rateLimits,
      // Whoever was refused is refused again without asking the database.
      inMemoryBlockOnConsumed: points + 1,
      // While the database fails each instance counts for itself: the door is neither open nor shut.
      insuranceLimiter: inMemory(keyPrefix, points, duration),
    });
  const limiters = createLimiters(isShared ? inDatabase : inMemory, inMemory);
  const refused = (error: unknown) => (error instanceof RateLimiterRes ? tooOften(error.msBeforeNext) : error);
  const byRate = new Map<number, RateLimiterMemory>();
  return {
    async consume(rule, key) {
      try {
        await limiters[rule].consume(key);
      } catch (error) {
        throw refused(error);
      }
    },
    async consumeEvents(agent, perMinute, events) {
      const limiter = byRate.get(perMinute) ?? inMemory('events', perMinute, 60);
      byRate.set(perMinute, limiter);
      try {
        await limiter.consume(agent, events);
      } catch (error) {
        throw refused(error);
      }
    },
    async slowDown(email) {
      const { consumedPoints } = await limiters.signInsToAccount.consume(email);
      const tooMany = consumedPoints - fastTries;
      if (tooMany <= 0) return;
      await wait(Math.min(shortestDelayMilliseconds * 2 ** (tooMany - 1), longestDelayMilliseconds));
    },
    async reset(rule, key) {
      await limiters[rule].delete(key);
    },
  };
}

function tooOften(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const detail = `Too many tries. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new Refusal(429, { detail }, { 'Retry-After': String(seconds) });
}
