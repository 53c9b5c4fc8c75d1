import { describe, expect, test } from 'vitest';
import { reportOf, slicesOf } from '../../src/model/lessons/lessonReport';
import { typeOf } from '../../src/model/logs/logFilters';
import { studentKeyOf } from '../../src/model/students/studentKeys';
import type { DetectionLog } from '../../src/services/types';
import { ada, bob, cleo, logAt } from '../support/samples';

const minute = 60_000;

/** @param at minutes since the beginning */
const log = (at: number, changes: Partial<DetectionLog> = {}): DetectionLog => ({ ...logAt(at * minute), ...changes });
const of = ({ name, email }: typeof ada) => ({ studentName: name, studentEmail: email });
const review = (note: string) => ({ review: { state: 'seen' as const, note, reviewedAt: null } });

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

describe('the report of a lesson', () => {
  test('counts what was detected, by type', () => {
    expect(reportOf(logs).types).toEqual([
      { value: 'multiple_faces', label: 'Multiple Faces', count: 2 },
      { value: 'no_face', label: 'No Face Detected', count: 4 },
      { value: 'unknown', label: 'Unknown', count: 1 },
    ]);
  });

  test('has the students with the most episodes first, then those with the most detections, then by name', () => {
    const counts = (told: readonly DetectionLog[]) =>
      reportOf(told).students.map(({ log, episodes, detections }) => [log.studentEmail, episodes, detections]);
    expect(counts(logs)).toEqual([
      [ada.email, 2, 4],
      [bob.email, 2, 2],
      [cleo.email, 1, 1],
    ]);
    expect(counts([log(5, of(cleo)), log(5, of(bob))])).toEqual([
      [bob.email, 1, 1],
      [cleo.email, 1, 1],
    ]);
    expect(counts([log(5.1, of(cleo)), log(5, of(cleo)), log(1, of(bob))])).toEqual([
      [cleo.email, 1, 2],
      [bob.email, 1, 1],
    ]);
    expect(reportOf(logs).episodeCount).toBe(5);
    const named = ['Student 10', 'Student 2'].map((studentName) => log(5, { studentName, studentEmail: studentName }));
    expect(counts(named).map(([email]) => email)).toEqual(['Student 2', 'Student 10']);
  });

  test('lists a student of whom only detections without a time came', () => {
    const [student, ...others] = reportOf([log(0, { time: null })]).students;
    expect(student).toMatchObject({ key: studentKeyOf(ada.email, ''), episodes: 0, detections: 1 });
    expect(others).toEqual([]);
  });

  test('shows the newest picture of each episode, oldest first', () => {
    expect(reportOf(logs).pictures.map(({ screenshot }) => screenshot)).toEqual(['a1', 'a3', 'b2']);
    const long = [
      log(3, { ...of(bob), screenshot: 'bob, his second' }),
      log(2.5, { screenshot: 'ada' }),
      log(2.25, { ...of(bob), screenshot: 'bob' }),
    ];
    expect(reportOf(long).pictures.map(({ screenshot }) => screenshot)).toEqual(['ada', 'bob, his second']);
  });

  test('has what was noted, oldest first', () => {
    expect(reportOf(logs).notes.map(({ review: made }) => made?.note)).toEqual(['First.', 'Talked to her.']);
  });

  test('of a lesson in which nothing was detected is empty', () => {
    expect(reportOf([])).toEqual({ types: [], students: [], episodeCount: 0, pictures: [], notes: [] });
  });
});

describe('the parts of a lesson', () => {
  const parts = (minutes: number, start = 0) =>
    slicesOf([], start * minute, (start + minutes) * minute, typeOf).map(({ from, to }) => [
      from / minute,
      to / minute,
    ]);

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

  test('count what was detected in each, by type; what an agent dates elsewhere belongs to the first or the last', () => {
    for (const start of [0, 1_000]) {
      const told = [
        log(start + 20),
        log(start + 12, { activityType: 'no_face' }),
        log(start + 7, { activityType: 'multiple_faces' }),
        log(start + 6),
        log(start + 5),
        log(start - 3),
        log(start, { time: null }),
      ];
      const slices = slicesOf(told, start * minute, (start + 14) * minute, typeOf);
      expect(slices.map(({ counts }) => counts)).toEqual([
        { no_face: 1 },
        { no_face: 2, multiple_faces: 1 },
        { no_face: 2 },
      ]);
    }
  });
});
