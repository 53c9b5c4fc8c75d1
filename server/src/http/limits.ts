import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenDatabase } from '../database/database';
import { rateLimits } from '../database/schema';
import { Refusal } from './refusal';

type Limiter = RateLimiterMemory | RateLimiterDrizzle;

/**
 * How often is too often. By address the limits leave room for a school behind one address; by account they make guessing
 * hopeless. None locks an account for good.
 */
const createLimiters = (limiter: (keyPrefix: string, points: number, seconds: number) => Limiter) => ({
  signIn: limiter('sign-in', 10, 300),
  signInsFromAddress: limiter('sign-ins', 600, 60),
  registrationsFromAddress: limiter('registrations', 120, 60),
  verification: limiter('verification', 30, 600),
  password: limiter('password', 10, 300),
  resend: limiter('resend', 1, 120),
  forgot: limiter('forgot', 5, 900),
  mailsFromAddress: limiter('mails', 120, 60),
});

type Rule = keyof ReturnType<typeof createLimiters>;

export interface Limits {
  /** Counts one try. @throws Refusal 429 with Retry-After when there were too many */
  consume(rule: Rule, key: string): Promise<void>;
  /** Forgets the tries, after one that succeeded. */
  reset(rule: Rule, key: string): Promise<void>;
}

/** Counts in the database when other instances use it too, else in memory. */
export function createLimits({ db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>): Limits {
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
  const limiters = createLimiters(isShared ? inDatabase : inMemory);
  return {
    async consume(rule, key) {
      try {
        await limiters[rule].consume(key);
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? tooOften(refused.msBeforeNext) : refused;
      }
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
