import { test } from 'vitest';

/** Set by `npm run test:long`: every case and more rounds of what `npm test` proves by a few. Files named `.long.test.ts` run only there. */
export const isLong = process.env.LONG_TESTS === '1';

/** A test of `npm run test:long` only. */
export const testLong = test.runIf(isLong);

/** Returns all cases in `npm run test:long`; in `npm test` those that stand for the others. */
export const casesOf = <T>(all: readonly T[], standsForOthers: (one: T) => boolean): readonly T[] =>
  isLong ? all : all.filter(standsForOthers);
