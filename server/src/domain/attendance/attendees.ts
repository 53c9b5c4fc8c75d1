import { and, asc, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { attendances, detectionSessions, lessonCodes, sectionStudents, students } from '../../platform/database/schema';
import type { components } from '../../schema';
import { listCurrentExcuses } from './excuses';
import { listLinks } from './links';
import { isSameName, numberNamesakes } from './names';
import { isOffline, silentSince } from './silence';

type Attendance = components['schemas']['Attendance'];
type Attendee = components['schemas']['Attendee'];
type Row = typeof attendances.$inferSelect & { shownName: string; shownEmail: string };
/** Students whom the door knows by the email that was typed. */
const known = alias(students, 'known');

/** Lists who attends a section's active lesson. */
export async function listAttendees(db: Database, sectionId: number): Promise<Attendance> {
  const now = new Date();
  const [lesson] = await db
    .select({ id: detectionSessions.id, code: lessonCodes.code })
    .from(detectionSessions)
    .leftJoin(lessonCodes, eq(lessonCodes.sessionId, detectionSessions.id))
    .where(and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt)));
  if (!lesson)
    return {
      session_id: null,
      code: null,
      attendees: [],
      excuses: [],
      links: [],
      is_announced: true,
      can_disown: true,
    };
  const rows = await db
    .select({
      attendance: attendances,
      // The directory's name, as whom they would be admitted.
      shownName: sql<string>`coalesce(${students.name}, ${known.name}, ${attendances.name}, '')`,
      shownEmail: sql<string>`coalesce(${students.email}, ${attendances.email}, '')`,
    })
    .from(attendances)
    .leftJoin(students, eq(students.id, attendances.studentId))
    .leftJoin(known, and(isNull(attendances.studentId), eq(known.email, attendances.email)))
    .where(
      and(
        eq(attendances.sessionId, lesson.id),
        ne(attendances.status, 'taken over'),
        isAtDoorOrKnown(now),
        // Not one that was somebody else's.
        or(isNotNull(attendances.studentId), isNotNull(attendances.email)),
      ),
    )
    .orderBy(asc(attendances.id));
  const listed = withoutOutdated(rows.map(({ attendance, ...shown }) => ({ ...attendance, ...shown })));
  const admitted = new Set(listed.flatMap(({ status, studentId }) => (status === 'admitted' ? (studentId ?? []) : [])));
  const numbers = numberNamesakes(await listMembers(db, sectionId));
  const attendees = listed.map((row) => {
    const isTaken = row.status === 'knocking' && row.studentId !== null && admitted.has(row.studentId);
    const namesake = numbers.get(row.studentId ?? 0);
    const isOther = row.name !== null && !isSameName(row.name, row.shownName);
    return {
      ...{ ...attendeeOf(row, now), is_taken: isTaken },
      ...(namesake !== undefined && { namesake }),
      ...(isOther && row.name !== null && { typed_name: row.name }),
    };
  });
  const excuses = await listCurrentExcuses(db, lesson.id, now);
  const links = await listLinks(db, lesson.id);
  // What becomes of a mail is not announced.
  const isAnnounced = links.every(({ state }) => state !== 'waiting');
  const list = { session_id: lesson.id, code: lesson.code, attendees, excuses, links, can_disown: true } as const;
  return isAnnounced ? { ...list, is_announced: true } : list;
}

const listMembers = (db: Database, sectionId: number) =>
  db
    .select({ id: students.id, name: students.name })
    .from(students)
    .innerJoin(sectionStudents, eq(sectionStudents.studentId, students.id))
    .where(eq(sectionStudents.sectionId, sectionId));

/** SQL condition: not one that fell silent at the door. */
const isAtDoorOrKnown = (now: Date) =>
  or(ne(attendances.status, 'knocking'), gte(attendances.heardAt, silentSince(now)));

/** Keeps one of the entries of a student that no longer knock: the admitted one, else the last. */
function withoutOutdated(rows: readonly Row[]): Row[] {
  const current = new Map<string, Row>();
  for (const row of rows) {
    if (row.status === 'knocking') continue;
    if (current.get(row.shownEmail)?.status !== 'admitted') current.set(row.shownEmail, row);
  }
  return rows.filter((row) => row.status === 'knocking' || current.get(row.shownEmail) === row);
}

function attendeeOf(row: Row, now: Date): Omit<Attendee, 'is_taken'> {
  const state = stateOf(row, now);
  return {
    id: row.id,
    student_id: row.studentId,
    name: row.shownName,
    email: row.shownEmail,
    state,
    since: (state === 'offline' ? row.heardAt : row.since).toISOString(),
    reason: row.reason,
    ...(row.cameBy !== null && { came_by: row.cameBy }),
  };
}

function stateOf({ status, watch, heardAt }: Row, now: Date): Attendee['state'] {
  if (status === 'admitted') return isOffline(heardAt, now) ? 'offline' : (watch ?? 'admitted');
  return status === 'taken over' ? 'left' : status;
}
