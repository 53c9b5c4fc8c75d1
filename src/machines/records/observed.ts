import { LEAST_OBSERVED_SHARE } from '../../constants';
import type { Coverage, ObservedSpan, PastExcuse } from '../../services/app/types';

/** For how much of a lesson a student was observed: enough to call them quiet, less than that, or not at all. */
export type Extent = 'enough' | 'hardly' | 'not';

/** @param time observed, of the lesson’s length */
export function extentOf(time: number, length: number): Extent {
  if (time === 0) return 'not';
  return time >= length * LEAST_OBSERVED_SHARE ? 'enough' : 'hardly';
}

/** How much of a lesson was observed, of each of some students. */
export interface Observed {
  /** Of the students times the lesson's length, rounded down, so that it never says more than is true. */
  percent: number;
  /** The lesson's length as far as it is known, in milliseconds. */
  length: number;
  spansOf(studentKey: string): readonly ObservedSpan[];
  /** Milliseconds. */
  timeOf(studentKey: string): number;
  extentOf(studentKey: string): Extent;
}

/** Returns when a student was excused. */
export const excusesOf = (coverage: Coverage | null, key: string): PastExcuse[] =>
  (coverage?.excuses ?? []).filter(({ studentKey }) => studentKey === key);

const none: readonly ObservedSpan[] = [];
const timeIn = (spans: readonly ObservedSpan[]) => spans.reduce((time, { from, to }) => time + to - from, 0);

/** @returns null if nobody attended on a device of their own, so that devices say nothing */
export function observedIn(coverage: Coverage | null, studentKeys: readonly string[]): Observed | null {
  if (coverage === null || coverage.students.length === 0) return null;
  const spans = new Map(coverage.students.map(({ studentKey, observed }) => [studentKey, observed]));
  const spansOf = (key: string) => spans.get(key) ?? none;
  // Nothing could be observed while the class was paused or the lesson stopped.
  const length = coverage.until - coverage.startedAt - timeIn(coverage.interruptions);
  const total = studentKeys.reduce((time, key) => time + timeIn(spansOf(key)), 0);
  const share = studentKeys.length === 0 || length <= 0 ? 0 : total / (studentKeys.length * length);
  const timeOf = (key: string) => timeIn(spansOf(key));
  return {
    percent: Math.floor(share * 100),
    ...{ length, spansOf, timeOf },
    extentOf: (key) => extentOf(timeOf(key), length),
  };
}

/** A part of a lesson, in percent of its length so far. */
export interface Stretch {
  start: number;
  length: number;
}

/** Returns the part of the lesson between two times. */
export function stretchOf({ startedAt, until }: Coverage, { from, to }: ObservedSpan): Stretch {
  const percentOf = (time: number) =>
    Math.min(100, Math.max(0, ((time - startedAt) / Math.max(1, until - startedAt)) * 100));
  return { start: percentOf(from), length: percentOf(to) - percentOf(from) };
}
