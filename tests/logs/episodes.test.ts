import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Episode,
  episodesOf,
  isHappening,
  isSeen,
  lessonOf,
  lookAtOf,
  reviewableIn,
  signOf,
  toLookAt,
} from '../../src/model/logs/episodes';
import { studentKeyOf } from '../../src/model/students/studentKeys';
import type { DetectionLog } from '../../src/services/types';
import { logAt } from '../support/samples';

const second = 1_000;
const minute = 60_000;

const keyOf = (email: string) => studentKeyOf(email, '');

/** A log at that second, of Ada's missing face unless told otherwise. */
const at = (seconds: number, more: Partial<DetectionLog> = {}): DetectionLog => ({
  ...logAt(seconds * second),
  ...more,
});

/** As the service delivers them. */
const newestFirst = (logs: DetectionLog[]) => logs.toSorted((a, b) => (b.time ?? -Infinity) - (a.time ?? -Infinity));
const episodes = (...logs: DetectionLog[]) => episodesOf(newestFirst(logs));
const spans = (...logs: DetectionLog[]) =>
  episodes(...logs).map((one) => [one.first / second, one.last / second, one.logs.length]);

describe('an episode', () => {
  test('is what follows within 60 s: once, with first, last and number', () => {
    expect(spans()).toEqual([]);
    expect(spans(at(0))).toEqual([[0, 0, 1]]);
    expect(spans(at(0), at(60), at(120))).toEqual([[0, 120, 3]]);
    expect(spans(at(0), at(60.001))).toEqual([
      [0, 0, 1],
      [60.001, 60.001, 1],
    ]);
  });

  test('holds its logs newest first', () => {
    const [only] = episodes(at(0), at(10), at(20));
    expect(only?.logs.map(({ time }) => time)).toEqual([20_000, 10_000, 0]);
  });

  test('is of one student, by the email, and by the name where there is none', () => {
    const student = (studentEmail: string, studentName: string) => ({ studentEmail, studentName });
    expect(episodes(at(0, student('ada@x.example', 'Ada')), at(5, student(' ADA@x.example', 'A. L.')))).toHaveLength(1);
    expect(episodes(at(0, student('ada@x.example', 'Ada')), at(5, student('bob@x.example', 'Ada')))).toHaveLength(2);
    expect(episodes(at(0, student('', 'Ada')), at(5, student('', ' Ada ')))).toHaveLength(1);
    expect(episodes(at(0, student('', 'Ada')), at(5, student('', 'Bob')))).toHaveLength(2);
  });

  test('is of one type, and a missing type is none by the name of null', () => {
    expect(spans(at(0), at(1, { activityType: 'multiple_faces' }), at(2))).toEqual([
      [0, 2, 2],
      [1, 1, 1],
    ]);
    expect(episodes(at(0, { activityType: null }), at(1, { activityType: 'null' }))).toHaveLength(2);
  });

  test('has no logs without a time', () => {
    expect(episodes(at(0, { time: null }))).toEqual([]);
    expect(spans(at(5), at(0, { time: null }))).toEqual([[5, 5, 1]]);
  });

  test('knows the how manieth of its kind it is in ten minutes', () => {
    const numbers = (...seconds: number[]) => episodes(...seconds.map((one) => at(one))).map((one) => one.repetition);
    expect(numbers(0, 120, 240, 360)).toEqual([1, 2, 3, 4]);
    expect(numbers(0, 600)).toEqual([1, 2]);
    expect(numbers(0, 600.001)).toEqual([1, 1]);
    expect(numbers(1, 120, 601.001)).toEqual([1, 2, 2]);
    // The second goes on until the first is no longer within ten minutes.
    expect(numbers(0, ...Array.from({ length: 10 }, (_, index) => 580 + index * 30))).toEqual([1, 1]);
    expect(episodes(at(0), at(120, { activityType: 'multiple_faces' })).map(({ repetition }) => repetition)).toEqual([
      1, 1,
    ]);
  });
});

describe('whatever the logs', () => {
  const log = fc
    .record({
      time: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
      studentEmail: fc.constantFrom('', 'ada@x.example', 'bob@x.example'),
      studentName: fc.constantFrom('', 'Ada', 'Bob'),
      activityType: fc.constantFrom(null, 'no_face', 'multiple_faces'),
      review: fc.constantFrom(undefined, null, { state: 'seen' as const, note: '', reviewedAt: 0 }),
    })
    .map((fields) => ({ ...logAt(0), ...fields }));
  const logs = fc.array(log, { maxLength: 60 }).map(newestFirst);
  const kindOf = ({ studentEmail, studentName, activityType }: DetectionLog) =>
    `${studentKeyOf(studentEmail, studentName)}\n${activityType ?? ''}`;

  test('each one with a time is in exactly one episode of its kind', () => {
    fc.assert(
      fc.property(logs, (given) => {
        const found = episodesOf(given);
        const inside = found.flatMap((one) => one.logs);
        expect(new Set(inside).size).toBe(inside.length);
        expect(new Set(inside)).toEqual(new Set(given.filter(({ time }) => time !== null)));
        for (const one of found) for (const inner of one.logs) expect(kindOf(inner)).toBe(one.key);
      }),
    );
  });

  test('no step within an episode is longer than 60 s, and every step between two of a kind is', () => {
    fc.assert(
      fc.property(logs, (given) => {
        const before = new Map<string, Episode>();
        for (const one of episodesOf(given)) {
          const times = one.logs.map(({ time }) => time ?? Number.NaN);
          expect([times.at(-1), times[0]]).toEqual([one.first, one.last]);
          for (const [index, time] of times.slice(1).entries()) {
            expect(times[index]! - time).toBeGreaterThanOrEqual(0);
            expect(times[index]! - time).toBeLessThanOrEqual(minute);
          }
          const last = before.get(one.key)?.last ?? Number.NEGATIVE_INFINITY;
          expect(one.first - last).toBeGreaterThan(minute);
          before.set(one.key, one);
        }
      }),
    );
  });

  test('nothing is shown twice to look at, nothing seen is shown, and the order is as it is explained', () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 0, max: 3_100_000 }), (given, now) => {
        const shown = toLookAt(episodesOf(given), {}, now);
        expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
        expect(shown.some((one) => isSeen(one, {}))).toBe(false);
        const ranks = shown.map((one) => [Number(isHappening(one, now)), one.repetition, one.last]);
        expect(ranks).toEqual(
          ranks.toSorted(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => x - a || y - b || z - c),
        );
      }),
    );
  });
});

describe('what is to be looked at', () => {
  const chidi = { studentEmail: 'chidi@x.example', activityType: 'multiple_faces' };
  const shown = (logs: DetectionLog[], now: number, seen = {}) =>
    toLookAt(episodesOf(newestFirst(logs)), seen, now * second).map(({ student, last }) => [student, last / second]);

  test('comes in the order of now, repetition, recency', () => {
    const often = [at(0), at(100), at(200)];
    expect(shown([...often, at(290, chidi)], 300)).toEqual([
      [keyOf('chidi@x.example'), 290],
      [keyOf('ada@school.example'), 200],
    ]);
    expect(shown([...often, at(290, chidi)], 320)[0]?.[0]).toBe(keyOf('chidi@x.example'));
    expect(shown([...often, at(290, chidi)], 320.001)[0]?.[0]).toBe(keyOf('ada@school.example'));
    expect(shown([at(100), at(101, chidi)], 300)[0]?.[0]).toBe(keyOf('chidi@x.example'));
  });

  test('comes in a settled order where nothing of that differs', () => {
    const together = [at(100), at(100, chidi)];
    for (const logs of [together, together.toReversed()]) {
      expect(shown(logs, 300).map(([student]) => student)).toEqual([
        keyOf('ada@school.example'),
        keyOf('chidi@x.example'),
      ]);
    }
  });

  test('is, of a student and type, the latest episode', () => {
    expect(shown([at(0), at(100), at(200)], 300)).toEqual([[keyOf('ada@school.example'), 200]]);
  });

  test('is out once it was seen, also while it goes on, until it happens again', () => {
    const [one] = episodes(at(0), at(30));
    const seen = { [one!.key]: one!.last };
    expect(shown([at(0), at(30)], 40, seen)).toEqual([]);
    expect(shown([at(0), at(30), at(80)], 90, seen)).toEqual([]);
    expect(shown([at(0), at(30), at(80), at(141)], 150, seen)).toEqual([[keyOf('ada@school.example'), 141]]);
    expect(shown([at(0, chidi)], 40, seen)).toHaveLength(1);
    // It was seen with its first detection.
    expect(shown([at(0), at(30)], 40, { [one!.key]: one!.first })).toEqual([]);
  });

  test.each(['seen', 'dismissed'] as const)('is out once the backend says that it was %s', (state) => {
    const review = { state, note: '', reviewedAt: 0 };
    expect(shown([at(0, { review }), at(30, { review: null })], 40)).toEqual([]);
    expect(shown([at(0, { review }), at(61, { review: null })], 70)).toEqual([[keyOf('ada@school.example'), 61]]);
  });
});

describe('the sign of a tile', () => {
  const sign = (now: number, ...seconds: number[]) => signOf(episodes(...seconds.map((one) => at(one))), now * second);

  test('counts the episodes that reach into the last ten minutes', () => {
    expect(sign(700, 0, 50, 100, 400)?.count).toBe(2);
    expect(sign(700.001, 0, 50, 100, 400)?.count).toBe(1);
  });

  test('is none where there are no such episodes', () => {
    expect(sign(600)).toBeNull();
    expect(sign(600.001, 0)).toBeNull();
  });

  test.each([
    [0, 'fresh'],
    [60, 'fresh'],
    [60.001, 'recent'],
    [300, 'recent'],
    [300.001, 'old'],
    [600, 'old'],
  ])('is, %d s after the last of them, %s', (age, freshness) => {
    expect(sign(200 + age, 200, 0)?.freshness).toBe(freshness);
  });

  test('is as fresh as the latest episode of any type', () => {
    const both = episodes(at(0), at(250, { activityType: 'multiple_faces' }));
    expect(signOf(both, 301_000)).toEqual({ count: 2, freshness: 'fresh' });
    expect(signOf(both.toReversed(), 301_000)).toEqual({ count: 2, freshness: 'fresh' });
  });
});

test('an episode’s logs can be reviewed if the backend keeps their reviews', () => {
  const review = { state: 'seen' as const, note: '', reviewedAt: 0 };
  const [only] = episodes(at(0), at(10, { review: null }), at(20, { review }));
  expect(reviewableIn(only!)).toEqual(['20000', '10000']);
});

describe('the lesson', () => {
  const times = (found: { logs: DetectionLog[] }) => found.logs.map(({ time }) => (time ?? Number.NaN) / second);
  const logs = newestFirst([at(0), at(100), at(200), at(300, { time: null })]);

  test('is what came since the session began', () => {
    const found = lessonOf(logs, 100_000, 1_000_000);
    expect(times(found)).toEqual([200, 100]);
    expect(found.isKnown).toBe(true);
  });

  test('is what came in the newest session, where none is active', () => {
    const inSession = (seconds: number, sessionId: string | null) => at(seconds, { sessionId });
    const found = lessonOf(
      newestFirst([inSession(0, '1'), inSession(100, '2'), inSession(200, '2'), inSession(300, null)]),
      null,
      1_000_000_000,
    );
    expect(times(found)).toEqual([200, 100]);
    expect(found.isKnown).toBe(true);
  });

  test('is the last hour where nothing says', () => {
    const found = lessonOf(logs, null, 3_700_000);
    expect(times(found)).toEqual([200, 100]);
    expect(found.isKnown).toBe(false);
  });

  test('has nothing without a time, whenever it began', () => {
    expect(times(lessonOf(logs, 0, 1_000_000))).toEqual([200, 100, 0]);
  });

  test('is all that is looked at, as far as it has not been seen', () => {
    const found = (seen: Record<string, number>) =>
      lookAtOf(newestFirst([at(0, { activityType: 'multiple_faces' }), at(200)]), 150_000, seen, 210_000);
    expect(found({}).map(({ last }) => last)).toEqual([200_000]);
    expect(found({ [found({})[0]!.key]: 200_000 })).toEqual([]);
  });
});

test('100,000 logs take no more than ten times as long as 10,000 and a little', () => {
  const made = (count: number) =>
    newestFirst(
      Array.from({ length: count }, (_, index) => at(index * 7, { studentEmail: `${index % 29}@x.example` })),
    );
  const duration = (logs: DetectionLog[]) => {
    const start = performance.now();
    toLookAt(episodesOf(logs), {}, 0);
    return performance.now() - start;
  };
  // Others may be using the processor.
  const fastest = (logs: DetectionLog[]) => Math.min(...Array.from({ length: 5 }, () => duration(logs)));
  const [few, many] = [made(10_000), made(100_000)];
  expect(fastest(many)).toBeLessThan(20 * fastest(few) + 500);
});
