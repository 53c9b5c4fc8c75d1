import type { components } from '@vigil/contract';
import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { bounds } from '../bounds';
import { listCurrentExcuses } from '../detection/excuses';
import { isOffline } from '../detection/silence';
import { isSameName, numberNamesakes } from '../section/names';
import { attendances, lessonCodes } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { sectionStudents, students } from '../tables/section';
import { listLinks } from './links';
import { readWaiting, type WaitingDevice, type WaitingStudent } from './waiting';

type Attendance = components['schemas']['Attendance'];
type Attendee = components['schemas']['Attendee'];

/** Lists who attends a section's active lesson. */
export async function listAttendees(db: Database, sectionId: number): Promise<Attendance> {
  const now = new Date();
  const [lesson] = await db
    .select({ id: detectionSessions.id, code: lessonCodes.code })
    .from(detectionSessions)
    .leftJoin(lessonCodes, eq(lessonCodes.sessionId, detectionSessions.id))
    .where(and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt)));
  if (!lesson) {
    const nobody = { attendees: [], excuses: [], links: [] };
    return { session_id: null, code: null, ...nobody, is_announced: true, can_disown: true };
  }
  const known = await listKnown(db, lesson.id);
  const waiting = await readWaiting(db, lesson.id, now);
  const outsiders = waiting.outsiders.slice(0, bounds.atTheDoor.outsidersListed);
  const lastId = Math.max(...idsOf([...waiting.students.flatMap(({ devices }) => devices), ...waiting.outsiders]));
  const numbers = numberNamesakes(await listMembers(db, sectionId));
  const withNames = (attendee: Attendee, typed: string | null): Attendee => {
    const namesake = numbers.get(attendee.student_id ?? 0);
    return {
      ...attendee,
      ...(namesake !== undefined && { namesake }),
      ...(typed !== null && !isSameName(typed, attendee.name) && { typed_name: typed }),
    };
  };
  const attendees = [
    ...known.map((row) => withNames(attendeeOf(row, now), row.attendance.name)),
    ...waiting.students.map(({ devices, isTaken, isContested }) =>
      withNames({ ...knockingOf(devices), is_taken: isTaken, is_contested: isContested }, typedFor(devices)),
    ),
    ...outsiders.map((device) => withNames({ ...knockingOf([device]), is_contested: true }, device.typed)),
  ];
  const excuses = await listCurrentExcuses(db, lesson.id, now);
  const links = await listLinks(db, lesson.id);
  return {
    ...{ session_id: lesson.id, code: lesson.code, excuses, links, can_disown: true },
    attendees: attendees.toSorted((one, other) => one.id - other.id),
    outsiders_waiting: waiting.outsiders.length,
    ...(Number.isFinite(lastId) && { waiting_up_to: lastId }),
    is_flooded: waiting.isFlooded,
    // What becomes of a mail is not announced.
    ...(links.every(({ state }) => state !== 'waiting') && { is_announced: true }),
  };
}

/** Returns what was typed on a device in place of the student's name. */
const typedFor = (devices: readonly WaitingDevice[]): string | null =>
  devices.find(({ name, typed }) => typed !== null && !isSameName(typed, name))?.typed ?? null;

const listMembers = (db: Database, sectionId: number) =>
  db
    .select({ id: students.id, name: students.name })
    .from(students)
    .innerJoin(sectionStudents, eq(sectionStudents.studentId, students.id))
    .where(eq(sectionStudents.sectionId, sectionId));

/** Lists one entry of each student who no longer knocks: the admitted one, else the last. */
function listKnown(db: Database, sessionId: number) {
  const { studentId, status, id } = attendances;
  const isKnown = and(eq(attendances.sessionId, sessionId), notInArray(status, ['knocking', 'taken over']));
  return db
    .selectDistinctOn([studentId], { attendance: attendances, name: students.name, email: students.email })
    .from(attendances)
    .innerJoin(students, eq(students.id, studentId))
    .where(isKnown)
    .orderBy(studentId, sql`${status} = 'admitted' desc`, desc(id));
}

type Known = Awaited<ReturnType<typeof listKnown>>[number];

function knockingOf([first, ...others]: WaitingStudent['devices']): Attendee {
  const numbers = [first, ...others].flatMap(({ number }) => number ?? []);
  return {
    ...{ id: first.id, student_id: first.studentId, name: first.name, email: first.email },
    ...{ state: 'knocking', since: first.since.toISOString(), reason: '', is_taken: false },
    ...(first.cameBy !== null && { came_by: first.cameBy }),
    numbers: numbers.toSorted((one, other) => one - other).map(String),
  };
}

function attendeeOf({ attendance, name, email }: Known, now: Date): Attendee {
  const state = stateOf(attendance, now);
  return {
    ...{ id: attendance.id, student_id: attendance.studentId, name, email, state },
    since: (state === 'offline' ? attendance.heardAt : attendance.since).toISOString(),
    ...{ reason: attendance.reason, is_taken: false },
    ...(attendance.cameBy !== null && { came_by: attendance.cameBy }),
  };
}

function stateOf({ status, watch, heardAt }: Known['attendance'], now: Date): Attendee['state'] {
  if (status === 'admitted') return isOffline(heardAt, now) ? 'offline' : (watch ?? 'admitted');
  return status === 'taken over' ? 'left' : status;
}
