import { afterEach, describe, expect, test, vi } from 'vitest';
import { reportOf, slicesOf, ticksOf } from '../../src/machines/reports/lessonReport';
import type { DetectionLog, Student } from '../../src/services/app/types';
import { ada, bob, cleo, logAt, of } from '../support/samples';

const minute = 60_000;

/** @param at minutes since the beginning */
const log = (at: number, changes?: Partial<DetectionLog>) => logAt(at * minute, changes);
const review = (note: string) => ({ review: { state: 'seen' as const, note, reviewedAt: null } });
const dismissed = (note = '') => ({ review: { state: 'dismissed' as const, note, reviewedAt: null } });

/** Newest first. */
const logs = [
  log(30, { ...of(cleo), activityType: null, ...review('Talked to her.') }),
  log(20, { ...of(bob), activityType: 'multiple_faces', screenshot: 'b2' }),
  log(10.5, { screenshot: 'a3', ...review('') }),
  log(10, { screenshot: 'a2' }),
  log(9.75),
  log(2, { ...of(bob), activityType: 'multiple_faces' }),
  log(1, { screenshot: 'a1', ...review('First.') }),
];

/** What the report says of each student. */
const sums = (told: readonly DetectionLog[], students: readonly Student[] = []) =>
  reportOf(told, students).students.map(({ email, episodes, detections, dismissed }) => [
    email,
    episodes.length,
    detections,
    dismissed,
  ]);

describe('the report of a lesson', () => {
  test('has the students with the most episodes first, then those with the most detections, then by name', () => {
    expect(sums(logs)).toEqual([
      [ada.email, 2, 4, 0],
      [bob.email, 2, 2, 0],
      [cleo.email, 1, 1, 0],
    ]);
    expect(sums([log(5, of(cleo)), log(5, of(bob))]).map(([email]) => email)).toEqual([bob.email, cleo.email]);
    expect(sums([log(5.1, of(cleo)), log(5, of(cleo)), log(1, of(bob))]).map(([email]) => email)).toEqual([
      cleo.email,
      bob.email,
    ]);
    const named = ['Student 10', 'Student 2'].map((studentName) => log(5, { studentName, studentEmail: studentName }));
    expect(sums(named).map(([email]) => email)).toEqual(['Student 2', 'Student 10']);
  });

  test('does not count what was dismissed, shows no picture of it, and says how much it was', () => {
    const told = [
      log(30, { ...of(bob), ...dismissed(), screenshot: 'bob' }),
      log(20.5, { ...dismissed('A poster.'), screenshot: 'ada, dismissed' }),
      log(20, { screenshot: 'ada' }),
      log(10, dismissed()),
    ];
    expect(sums(told)).toEqual([
      [ada.email, 1, 1, 1],
      [bob.email, 0, 0, 1],
    ]);
    const report = reportOf(told, []);
    expect([report.episodes, report.detections, report.dismissed]).toEqual([1, 1, 2]);
    expect(report.types).toEqual([{ value: 'no_face', label: 'No Face Detected', count: 1 }]);
    expect(report.pictures.map(({ screenshot }) => screenshot)).toEqual(['ada']);
    expect(report.students[0]?.notes.map(({ review: made }) => made?.note)).toEqual(['A poster.']);
  });

  test('counts a detection without a time, which belongs to no episode', () => {
    expect(sums([log(0, { time: null })])).toEqual([[ada.email, 0, 1, 0]]);
  });

  test('shows the newest picture of each episode, oldest first', () => {
    const picturesOf = (told: readonly DetectionLog[]) =>
      reportOf(told, []).pictures.map(({ screenshot }) => screenshot);
    expect(picturesOf(logs)).toEqual(['a1', 'a3', 'b2']);
    const long = [
      log(3, { ...of(bob), screenshot: 'bob, his second' }),
      log(2.5, { screenshot: 'ada' }),
      log(2.25, { ...of(bob), screenshot: 'bob' }),
    ];
    expect(picturesOf(long)).toEqual(['ada', 'bob, his second']);
  });

  test('has each student’s notes, oldest first, and a reason once for its episode', () => {
    const notes = (told: readonly DetectionLog[]) =>
      reportOf(told, []).students[0]?.notes.map(({ time, review: made }) => [Number(time) / minute, made?.note]);
    expect(notes([log(8, review('Last.')), log(1, review('First.'))])).toEqual([
      [1, 'First.'],
      [8, 'Last.'],
    ]);
    const reason = dismissed('Poster');
    expect(notes([log(9, reason), log(3, review('Else')), log(2.5, reason), log(2, reason)])).toEqual([
      [2, 'Poster'],
      [3, 'Else'],
      [9, 'Poster'],
    ]);
  });

  test('knows whether the backend keeps reviews', () => {
    expect(reportOf(logs, []).hasReviews).toBe(true);
    expect(reportOf([log(1, { review: undefined })], []).hasReviews).toBe(false);
  });
});

describe('the parts of a lesson', () => {
  const parts = (minutes: number, start = 0) =>
    slicesOf([], start * minute, (start + minutes) * minute).map(({ from, to }) => [from / minute, to / minute]);

  test('are about a dozen of round length, the last as long as it is', () => {
    expect(parts(3)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(parts(12)).toHaveLength(12);
    expect(parts(12.5)).toEqual([
      [0, 5],
      [5, 10],
      [10, 12.5],
    ]);
    expect(parts(45)).toHaveLength(9);
    expect(parts(61)[0]).toEqual([0, 10]);
    expect(parts(300)[0]).toEqual([0, 30]);
    expect(parts(30 * 24 * 60)).toHaveLength(12);
    expect(parts(0)).toEqual([[0, 0]]);
    expect(parts(2, 1_000)).toEqual([
      [1_000, 1_001],
      [1_001, 1_002],
    ]);
    expect(parts(30 * 24 * 60, 1_000_000)).toHaveLength(12);
  });

  test('count the episodes that began in each, by student; what an agent dates elsewhere belongs to the first or the last', () => {
    for (const start of [0, 1_000]) {
      const told = [
        log(start + 20),
        log(start + 12),
        log(start + 7, of(bob)),
        log(start + 6),
        log(start + 5.5),
        log(start - 3),
        log(start, { time: null }),
      ];
      const { students } = reportOf(told, []);
      const [first, second] = students.map(({ key }) => key);
      const slices = slicesOf(students, start * minute, (start + 14) * minute);
      expect(slices.map(({ counts }) => [counts[first ?? ''], counts[second ?? '']])).toEqual([
        [1, undefined],
        [1, 1],
        [2, undefined],
      ]);
    }
  });
});

describe('the scale of the timeline', () => {
  afterEach(() => vi.unstubAllEnvs());

  const scale = (from: string, to: string, zone = 'UTC') => {
    vi.stubEnv('TZ', zone);
    return ticksOf(Date.parse(`2026-11-20T${from}Z`), Date.parse(`2026-11-20T${to}Z`)).map((time) =>
      new Date(time).toTimeString().slice(0, 8),
    );
  };

  test('has up to six round times', () => {
    expect(scale('08:02:10', '08:47:00')).toEqual(['08:10:00', '08:20:00', '08:30:00', '08:40:00']);
    expect(scale('08:00:00', '08:05:30')).toEqual([
      '08:00:00',
      '08:01:00',
      '08:02:00',
      '08:03:00',
      '08:04:00',
      '08:05:00',
    ]);
    expect(scale('08:00:00', '09:30:00')).toEqual(['08:00:00', '08:30:00', '09:00:00', '09:30:00']);
  });

  test('is round by the local clock', () => {
    expect(scale('01:00:00', '07:00:00', 'Asia/Kathmandu')).toEqual(['08:00:00', '10:00:00', '12:00:00']);
  });

  test('has the beginning of a lesson that is shorter than a minute', () => {
    expect(scale('08:02:10', '08:02:30')).toEqual(['08:02:10']);
  });
});
