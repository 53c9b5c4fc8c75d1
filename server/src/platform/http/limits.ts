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

type Make = (keyPrefix: string, points: number, seconds: number) => Limiter;

const daySeconds = 86_400;
const weekSeconds = 7 * daySeconds;
/** Points of a limiter that counts without ever refusing. */
const uncapped = 1_000_000_000;

/**
 * The limits. Those by network leave room for a school behind one address. Credentials that cannot be guessed have none: a student on
 * the teacher's network could use it up.
 *
 * @param shared makes a limiter that counts for all instances
 * @param local makes one that counts for this instance only, for limits on load
 */
const createLimiters = (shared: Make, local: Make) => ({
  guessesFromDevice: shared('device-guesses', 10, daySeconds),
  guessesFromNetwork: pausing(shared, 'network-guesses', 10),
  guesses: pausing(shared, 'guesses', 100),
  /** Never refuses; decides when the owner is mailed about guesses, once a day. */
  guessesToTell: shared('guesses-to-tell', uncapped, daySeconds),
  signInsFromNetwork: shared('sign-ins', 600, 60),
  googleSignInsFromDevice: shared('device-google', 30, 60),
  googleSignInsFromNetwork: shared('google', 600, 60),
  registrationsFromNetwork: shared('registrations', 120, 60),
  registration: shared('registration', 5, 900),
  verification: shared('verification', 30, 600),
  verificationsFromNetwork: shared('verifications', 600, 60),
  password: shared('password', 10, 300),
  resend: shared('resend', 1, 120),
  forgot: shared('forgot', 5, 900),
  mailsFromNetwork: shared('mails', 120, 60),
  sectionsOfTeacher: shared('sections-of', 120, 60),
  directoryOfTeacher: shared('directory-of', 20, 60),
  /** Only wrong ones: a school joins its lessons from one network within a minute. */
  lessonCodesFromNetwork: shared('lesson-codes', 300, 60),
  /** Beyond what any class sends, and far too few to find one of 887 million codes in a lesson. */
  allLessonCodesFromNetwork: shared('all-lesson-codes', 6000, 60),
  /** Never refuses; remembers the networks of a teacher's classes. */
  networksOfTeacher: shared('networks-of', uncapped, weekSeconds),
  /** Never refuses; sets the price of a knock. By lesson: who knocks chooses the name, and classmates share the address. */
  knocksAtLesson: shared('knocks-at', uncapped, 30),
  /** A proof of work pays for one knock. */
  knockProofs: shared('knock-proofs', 1, 120),
  /** Nobody can flood a student's mailbox, whatever teachers and lessons they use. */
  linksToStudent: shared('links-to', 1, 60),
  linksToStudentADay: shared('links-to-a-day', 30, daySeconds),
  linksOfTeacher: shared('links-of', 2000, daySeconds),
  badgesOfTeacher: shared('badges-of', 30, 60),
  /** By badge, so that nobody can use it up for others. */
  joinsByBadge: shared('badge-joins', 12, 60),
  eventsOfDevice: shared('device-events', 120, 60),
  picturesOfDevice: shared('device-pictures', 60, 3600),
  receiptsOfDevice: shared('device-receipts', 30, 60),
  answersOfDevice: shared('device-answers', 20, 60),
  heartbeatsOfDevice: local('device-heartbeats', 120, 60),
  statuses: local('statuses', 600, 60),
});

const longestPauseSeconds = 900;

/**
 * Allows some failures a day. After that it allows one try at a time, with a pause that doubles with each failure, from one second
 * to fifteen minutes. Refused tries do not count.
 */
function pausing(make: Make, name: string, freeFailures: number): Limiter {
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

export type Rule = keyof ReturnType<typeof createLimiters>;

export interface Limits {
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
   * Counts an agent's events on each instance separately: in the database, counting would contend for a row.
   *
   * @throws HttpError 429 with Retry-After when there were too many within the minute
   */
  consumeEvents(agent: string, perMinute: number, events: number): Promise<void>;
  /** Returns whether any tries are counted. */
  isCounted(rule: Rule, key: string): Promise<boolean>;
  /** Undoes one try. */
  forgive(rule: Rule, key: string): Promise<void>;
  /** Resets the count. */
  reset(rule: Rule, key: string): Promise<void>;
}

/** Counts in the database when instances share it, otherwise in memory. */
export function createLimits({ db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>): Limits {
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
  const limiters = createLimiters(isShared ? inDatabase : inMemory, inMemory);
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
    async consumeEvents(agent, perMinute, events) {
      const limiter = byRate.get(perMinute) ?? inMemory('events', perMinute, 60);
      byRate.set(perMinute, limiter);
      try {
        await limiter.consume(agent, events);
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
