import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { present } from '../../src/machines/app/present';
import {
  beganNow,
  type Episode,
  episodesOf,
  incidentsOf,
  isAnswerNew,
  isHappening,
  isSeen,
  lessonOf,
} from '../../src/machines/records/episodes';
import { reviewOf } from '../../src/machines/records/reviewsMachine';
import type { DetectionLog } from '../../src/services/app/types';
import { studentKeyOf } from '../../src/studentKeys';
import { aLog, logAt } from '../support/samples';

const second = 1_000;
const minute = 60_000;

const keyOf = (email: string) => studentKeyOf(email, '');

/** A log at that second, of Ada's missing face unless told otherwise. */
const at = (seconds: number, more?: Partial<DetectionLog>) => logAt(seconds * second, more);

/** As the service delivers them. */
const newestFirst = (logs: DetectionLog[]) => logs.toSorted((a, b) => (b.time ?? -Infinity) - (a.time ?? -Infinity));
const episodes = (...logs: DetectionLog[]) => episodesOf(newestFirst(logs));
const spans = (...logs: DetectionLog[]) =>
  episodes(...logs).map((one) => [one.first / second, one.last / second, one.logs.length]);

describe('an answer of the student', () => {
  const review = { state: 'seen', note: '', reviewedAt: 200 } as const;
  const answered = { answer: 'My pen', answeredAt: 300 };

  test('is new until a teacher has reviewed the log after it, or replied', () => {
    expect(isAnswerNew(at(1, { review, ...answered }))).toBe(true);
    expect(isAnswerNew(at(1, { review: null, ...answered }))).toBe(true);
    expect(isAnswerNew(at(1, { review: { ...review, reviewedAt: 300 }, ...answered }))).toBe(false);
    expect(isAnswerNew(at(1, { review, ...answered, reply: 'Thank you.' }))).toBe(false);
    // From a backend that does not say when, or that keeps no reviews.
    expect(isAnswerNew(at(1, { review, answer: 'My pen' }))).toBe(false);
    expect(isAnswerNew(at(1, { review: undefined, ...answered }))).toBe(false);
  });

  test('brings an episode back that had been seen, with a log of its own or another one', () => {
    const seen = (...logs: DetectionLog[]) => isSeen(present(episodes(...logs)[0], 'episode'), {});
    expect(seen(at(1, { review }), at(2, { review: null }))).toBe(true);
    expect(seen(at(1, { review }), at(2, { review: null, ...answered }))).toBe(false);
    expect(seen(at(1, { review, ...answered, reply: 'Thank you.' }))).toBe(true);
  });
});

describe('an episode has begun', () => {
  const began = (before: DetectionLog[], logs: DetectionLog[], now: number) =>
    beganNow(newestFirst(before), newestFirst(logs), now * second);

  test('with a first detection that is happening now', () => {
    expect(began([], [at(100)], 130)).toBe(true);
    expect(began([], [at(100)], 130.001)).toBe(false);
    expect(began([at(100)], [at(100)], 110)).toBe(false);
    expect(began([at(100)], [], 110)).toBe(false);
    expect(began([], [at(100, { time: null })], 110)).toBe(false);
  });

  test('not with further detections of a known one, even where an earlier one came late', () => {
    expect(began([at(100)], [at(100), at(160)], 165)).toBe(false);
    expect(began([at(100)], [at(90), at(100)], 105)).toBe(false);
    expect(began([at(100)], [at(100), at(160.001)], 165)).toBe(true);
    expect(began([at(100)], [at(100), at(110, { activityType: 'multiple_faces' })], 115)).toBe(true);
  });

  test('not if it was reviewed elsewhere', () => {
    const review = { state: 'seen', note: '', reviewedAt: 0 } as const;
    expect(began([], [at(100, { review })], 110)).toBe(false);
  });
});

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
    .map(aLog);
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

  test('every unseen episode is in one incident, that of its student, and the order is as it is explained', () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 0, max: 3_100_000 }), (given, now) => {
        const all = episodesOf(given);
        const incidents = incidentsOf(all, {}, now, 3);
        expect(new Set(incidents.map(({ student }) => student)).size).toBe(incidents.length);
        for (const { student, episodes } of incidents) for (const one of episodes) expect(one.student).toBe(student);
        const inside = incidents.flatMap(({ episodes }) => episodes);
        expect(new Set(inside)).toEqual(new Set(all.filter((one) => !isSeen(one, {}))));
        const ranks = incidents.map(({ episodes: [one], excess }) => [Number(isHappening(one, now)), excess, one.last]);
        expect(ranks).toEqual(
          ranks.toSorted(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => x - a || y - b || z - c),
        );
      }),
    );
  });
});

describe('incidents', () => {
  const [ada, chidi] = [keyOf('ada@school.example'), keyOf('chidi@x.example')];
  const ofChidi = { studentEmail: 'chidi@x.example', activityType: 'multiple_faces' };
  const found = (logs: DetectionLog[], now: number, seen = {}) =>
    incidentsOf(episodesOf(newestFirst(logs)), seen, now * second, 2);
  const shown = (...given: Parameters<typeof found>) =>
    found(...given).map(({ student, episodes }) => [student, ...episodes.map(({ last }) => last / second)]);

  test('are of one student each: what happens now first, then the furthest above the class’s median, then the latest', () => {
    const often = [at(0), at(100), at(200)];
    expect(shown([...often, at(290, ofChidi)], 300)).toEqual([
      [chidi, 290],
      [ada, 200, 100, 0],
    ]);
    expect(shown([...often, at(290, ofChidi)], 320)[0]?.[0]).toBe(chidi);
    expect(shown([...often, at(290, ofChidi)], 320.001)[0]?.[0]).toBe(ada);
    expect(shown([at(100), at(101, ofChidi)], 300)[0]?.[0]).toBe(chidi);
  });

  test('weigh how much more than the class’s median there was: nobody at or below it is ahead of what is later', () => {
    const email = (name: string) => `${name}@x.example`;
    const often = (name: string, count: number, last: number) =>
      Array.from({ length: count }, (_, index) => at(last - index * 61, { studentEmail: email(name) }));
    const excesses = (classSize: number, ...logs: DetectionLog[][]) =>
      incidentsOf(episodesOf(newestFirst(logs.flat())), {}, 600 * second, classSize).map(({ student, excess }) => [
        ['ada', 'bob', 'cleo', 'dora'].find((name) => keyOf(email(name)) === student),
        excess,
      ]);
    const all = [often('ada', 5, 500), often('bob', 3, 520), often('cleo', 2, 540), often('dora', 1, 560)];
    // Half of 3 and 2.
    expect(excesses(4, ...all)).toEqual([
      ['ada', 2.5],
      ['bob', 0.5],
      ['dora', 0],
      ['cleo', 0],
    ]);
    // Those without an episode are of the class.
    expect(excesses(5, ...all).map(([, excess]) => excess)).toEqual([3, 1, 0, 0]);
    expect(excesses(8, ...all)).toEqual([
      ['ada', 4.5],
      ['bob', 2.5],
      ['cleo', 1.5],
      ['dora', 0.5],
    ]);
    expect(excesses(30, ...all).map(([, excess]) => excess)).toEqual([5, 3, 2, 1]);
    expect(excesses(0)).toEqual([]);
  });

  test('come in a settled order where nothing of that differs', () => {
    const together = [at(100), at(100, ofChidi)];
    for (const logs of [together, together.toReversed()]) {
      expect(shown(logs, 300).map(([student]) => student)).toEqual([ada, chidi]);
    }
  });

  test('count the student’s episodes of the last ten minutes, of any activity and seen ones too', () => {
    const [one] = episodes(at(0));
    const logs = [at(0), at(100), at(650, { activityType: 'multiple_faces' })];
    expect(found(logs, 700, { [one!.key]: [0] })[0]?.recent).toBe(2);
    expect(found(logs, 600, { [one!.key]: [0] })[0]?.recent).toBe(3);
  });

  test('lack an episode once it was seen, also while it goes on, until it happens again', () => {
    const [one] = episodes(at(0), at(30));
    const seen = { [one!.key]: [one!.last] };
    expect(shown([at(0), at(30)], 40, seen)).toEqual([]);
    expect(shown([at(0), at(30), at(80)], 90, seen)).toEqual([]);
    expect(shown([at(0), at(30), at(80), at(141)], 150, seen)).toEqual([[ada, 141]]);
    expect(shown([at(0, ofChidi)], 40, seen)).toHaveLength(1);
    // It was seen with its first detection.
    expect(shown([at(0), at(30)], 40, { [one!.key]: [one!.first] })).toEqual([]);
    // An earlier one was not.
    expect(shown([at(0), at(100)], 150, { [one!.key]: [100 * second] })).toEqual([[ada, 0]]);
  });

  test.each(['seen', 'dismissed'] as const)('lack an episode once the backend says that it was %s', (state) => {
    const review = { state, note: '', reviewedAt: 0 };
    expect(shown([at(0, { review }), at(30, { review: null })], 40)).toEqual([]);
    expect(shown([at(0, { review }), at(61, { review: null })], 70)).toEqual([[ada, 61]]);
  });

  test('are reviewed with all their logs that the backend keeps reviews for', () => {
    const [incident] = found([at(0), at(10, { review: null }), at(100, { review: null })], 110);
    const { before, sightings } = reviewOf('7', incident!.episodes, 'seen');
    expect(before).toEqual([{ state: null, logIds: ['100000', '10000'] }]);
    expect(sightings.map(({ last }) => last / second)).toEqual([100, 10]);
  });
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
});

test('100,000 logs take no more than ten times as long as 10,000 and a little', () => {
  const made = (count: number) =>
    newestFirst(
      Array.from({ length: count }, (_, index) => at(index * 7, { studentEmail: `${index % 29}@x.example` })),
    );
  const duration = (logs: DetectionLog[]) => {
    const start = performance.now();
    incidentsOf(episodesOf(logs), {}, 0, 29);
    return performance.now() - start;
  };
  // Others may be using the processor.
  const fastest = (logs: DetectionLog[]) => Math.min(...Array.from({ length: 5 }, () => duration(logs)));
  const [few, many] = [made(10_000), made(100_000)];
  expect(fastest(many)).toBeLessThan(20 * fastest(few) + 500);
});
