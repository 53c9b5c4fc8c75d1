import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { episodesOf, incidentsOf, isHappening } from '../../src/machines/records/episodes';
import { certaintyOf } from '../../src/machines/triage/certainty';
import { createSeats, neediestFirst } from '../../src/machines/triage/seats';
import { loudestOf, marksOf, sameMarks, urgencyOf } from '../../src/machines/triage/urgency';
import { logAt } from '../support/samples';

/* How loudly seats and their marks show, and who comes first. */

const second = 1_000;

const at = (seconds: number, activityType = 'no_face') => logAt(seconds * second, { activityType });
const episodes = (...logs: ReturnType<typeof at>[]) =>
  episodesOf(logs.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0)));

describe('what was not reviewed', () => {
  const urgency = (now: number, isLive = true) => urgencyOf(episodes(at(0), at(100)), now * second, isLive);

  test('is loud for 30 s after its last detection, has a quiet mark for ten minutes, and is calm after that', () => {
    expect(urgency(100)).toBe('now');
    expect(urgency(130)).toBe('now');
    expect(urgency(130.001)).toBe('earlier');
    expect(urgency(700)).toBe('earlier');
    expect(urgency(700.001)).toBe('calm');
  });

  test('is never loud where nothing can be said about the present', () => {
    expect(urgency(100, false)).toBe('earlier');
    expect(urgency(700.001, false)).toBe('calm');
  });

  test('is calm once there is nothing', () => {
    expect(urgencyOf([], 0, true)).toBe('calm');
  });
});

test('the present is known while detection is active and its status was answered lately', () => {
  expect((['watching', 'untold', 'awaited', 'missed', 'silent'] as const).map(certaintyOf)).toEqual(
    Array(5).fill('live'),
  );
  expect((['checking', 'unreachable'] as const).map(certaintyOf)).toEqual(['stale', 'stale']);
  expect((['inactive', 'paused'] as const).map(certaintyOf)).toEqual(['over', 'over']);
});

describe('the marks of a seat', () => {
  test('count the episodes of each kind, the most urgent first, and call one kind what is not known', () => {
    const all = episodes(at(0), at(100), at(690, 'multiple_faces'), at(300, 'phone'), at(400, 'smell'));
    const unseen = all.filter(({ activityType }) => activityType !== 'smell');
    expect(marksOf({ episodes: all, unseen }, 700 * second, true)).toEqual([
      { type: 'multiple_faces', count: 1, urgency: 'now' },
      { type: 'no_face', count: 2, urgency: 'earlier' },
      { type: null, count: 2, urgency: 'earlier' },
    ]);
    expect(marksOf({ episodes: all, unseen: [] }, 700 * second, true).map(({ urgency }) => urgency)).toEqual(
      Array(3).fill('calm'),
    );
    expect(marksOf({ episodes: [], unseen: [] }, 0, true)).toEqual([]);
  });

  test('are the same if all of it is', () => {
    const mark = { type: 'no_face', count: 1, urgency: 'now' } as const;
    expect(sameMarks([mark], [{ ...mark }])).toBe(true);
    expect(sameMarks([mark], [])).toBe(false);
    expect(sameMarks([mark], [{ ...mark, type: null }])).toBe(false);
    expect(sameMarks([mark], [{ ...mark, count: 2 }])).toBe(false);
    expect(sameMarks([mark], [{ ...mark, urgency: 'earlier' }])).toBe(false);
  });
});

describe('of a class', () => {
  const students = Array.from({ length: 12 }, (_, index) => ({
    id: String(index),
    name: `Kim Sample ${index}`,
    email: `kim${index}@school.example`,
  }));
  const log = fc
    .record({
      time: fc.integer({ min: 0, max: 1_500_000 }),
      studentEmail: fc.constantFrom(...students.map(({ email }) => email)),
      activityType: fc.constantFrom('no_face', 'multiple_faces', 'phone'),
      review: fc.constantFrom(undefined, null, { state: 'seen' as const, note: '', reviewedAt: 0 }),
    })
    .map(({ time, ...more }) => logAt(time, more));
  const logs = fc.array(log, { maxLength: 80 }).map((some) => some.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0)));

  test('no more seats are loud than episodes are under way, and the loud ones come first', () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 0, max: 1_600_000 }), (given, now) => {
        const all = episodesOf(given);
        const incidents = incidentsOf(all, {}, now, students.length);
        const seats = createSeats()(neediestFirst(students, incidents), all, incidents);
        const isLoud = seats.map((seat) => loudestOf(marksOf(seat, now, true)) === 'now');
        const loud = isLoud.filter(Boolean).length;
        expect(loud).toBeLessThanOrEqual(all.filter((episode) => isHappening(episode, now)).length);
        expect(isLoud.slice(0, loud)).not.toContain(false);
        for (const seat of seats) {
          expect(loudestOf(marksOf(seat, now, true))).toBe(urgencyOf(seat.unseen, now, true));
          expect(loudestOf(marksOf(seat, now, false))).not.toBe('now');
        }
      }),
    );
  });
});
