import type { Attendance, Attendee, MailedLink, Student } from '../../services/app/types';
import { inTheirPlaces } from '../app/keepSame';
import { isUnheard, mayDetect, type Watch } from '../lesson/watch';

/** Returns those who knock, in the order they came. */
export const atTheDoorOf = (attendance: Attendance | null): readonly Attendee[] =>
  (attendance?.attendees ?? [])
    .filter(({ state }) => state === 'knocking')
    .toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0));

/** Returns those who can be admitted at a glance: students of the section who knock by their own name, uncontested, and attend on no device. */
export function expectedAmong(waiting: readonly Attendee[]): readonly Attendee[] {
  const countOf = (wanted: string) => waiting.filter(({ studentId }) => studentId === wanted).length;
  return waiting.filter(
    ({ studentId, isTaken, isContested, typedName }) =>
      studentId !== null && !isTaken && !isContested && typedName === undefined && countOf(studentId) === 1,
  );
}

/** Returns how many people wait: a student of the section counts once, however many devices knock under the name. */
export function waitingIn(attendance: Attendance | null): number {
  const waiting = atTheDoorOf(attendance);
  const outsiders = waiting.filter(({ studentId }) => studentId === null).length;
  return waiting.length - outsiders + Math.max(outsiders, attendance?.crowd?.outsiders ?? 0);
}

/** Keeps those who have gone in their places, with the others as they are now, and new ones last. */
export const whoWaited = (held: readonly Attendee[], waiting: readonly Attendee[]): readonly Attendee[] =>
  inTheirPlaces(held, waiting, ({ id }) => id);

/** Returns what students' devices do, by the students' ids. Those who knock are not in the lesson. */
export const attendeesIn = (attendance: Attendance | null): ReadonlyMap<string, Attendee> =>
  new Map(
    (attendance?.attendees ?? []).flatMap((attendee) =>
      attendee.studentId === null || attendee.state === 'knocking' ? [] : [[attendee.studentId, attendee] as const],
    ),
  );

/** Students were invited, and somebody has come. A code alone says nothing: other agents may watch the class. */
const isAttended = (attendance: Attendance | null): attendance is Attendance =>
  attendance !== null && attendance.code !== null && attendance.attendees.length > 0;

/** Returns the id of the lesson that students attend with devices of their own; null for none. */
export const attendedLesson = (attendance: Attendance | null): string | null =>
  isAttended(attendance) ? attendance.lessonId : null;

/** Returns the ids of the students who are watched; null if nobody has come, so that devices say nothing. */
export const watchedIn = (attendance: Attendance | null): ReadonlySet<string> | null =>
  isAttended(attendance)
    ? new Set(attendance.attendees.flatMap(({ state, studentId }) => (state === 'watching' ? [studentId ?? ''] : [])))
    : null;

const outside: readonly Attendee['state'][] = ['knocking', 'left', 'refused'];
export const isInLesson = ({ state }: Attendee): boolean => !outside.includes(state);

/**
 * Returns whether the way into the lesson is shown where nothing is to look at: until each student's device has joined, but not
 * where other agents watch the class, nor in place of what is wrong with those that have joined.
 */
export function isInviting(attendance: Attendance | null, students: readonly Student[], watch: Watch): boolean {
  if (attendance === null || attendance.lessonId === null) return false;
  if (!isUnheard(watch) && !(mayDetect(watch) && isAttended(attendance))) return false;
  const joined = new Set(attendance.attendees.flatMap((attendee) => (hasJoined(attendee) ? [attendee.studentId] : [])));
  return students.some(({ id }) => !joined.has(id));
}

const hasJoined = ({ state }: Attendee): boolean => state !== 'knocking' && state !== 'refused';

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
    attendance.attendees.flatMap((attendee) => (isInLesson(attendee) ? [attendee.studentId] : [])),
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
