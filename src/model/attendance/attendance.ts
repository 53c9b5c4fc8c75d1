import type { Attendance, Attendee } from '../../services/types';

/** Returns those who knock, in the order they came. */
export const atTheDoorOf = (attendance: Attendance | null): readonly Attendee[] =>
  (attendance?.attendees ?? [])
    .filter(({ state }) => state === 'knocking')
    .toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0));

/** Returns until when students are excused, by their ids. */
export const excusedIn = (attendance: Attendance | null): ReadonlyMap<string, number> =>
  new Map((attendance?.excuses ?? []).map(({ studentId, until }) => [studentId, until]));

/** Returns the ids of the students who are watched; null if nobody was invited, so that devices say nothing. */
export const watchedIn = (attendance: Attendance | null): ReadonlySet<string> | null =>
  attendance === null || attendance.code === null
    ? null
    : new Set(attendance.attendees.flatMap(({ state, studentId }) => (state === 'watching' ? [studentId ?? ''] : [])));
