import type { Attendance, Attendee, MailedLink, Student } from '../../services/types';

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

const outside: readonly Attendee['state'][] = ['knocking', 'left', 'refused'];

/** A student who has not joined or was mailed a link. */
export interface LinkedStudent {
  student: Student;
  link: MailedLink | undefined;
  /** Somebody can still join with the link. */
  isOpen: boolean;
}

/** Returns the students to show with their links, and those who have neither joined nor an open link; null if links are not mailed. */
export function linksIn(
  attendance: Attendance | null,
  students: readonly Student[],
): { rows: LinkedStudent[]; unlinked: string[]; hasAbsent: boolean } | null {
  if (attendance?.links === undefined) return null;
  const links = new Map(attendance.links.map((link) => [link.studentId, link]));
  const joined = new Set(
    attendance.attendees.flatMap(({ state, studentId }) => (outside.includes(state) ? [] : [studentId])),
  );
  const absent = students.filter(({ id }) => !joined.has(id));
  const rows = students
    .filter(({ id }) => !joined.has(id) || links.has(id))
    .map((student) => {
      const link = links.get(student.id);
      return { student, link, isOpen: link?.state === 'waiting' || link?.state === 'sent' };
    });
  const open = new Set(rows.flatMap(({ student, isOpen }) => (isOpen ? [student.id] : [])));
  const unlinked = absent.map(({ id }) => id).filter((id) => !open.has(id));
  return { rows, unlinked, hasAbsent: absent.length > 0 };
}
