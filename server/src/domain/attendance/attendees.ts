import { and, asc, eq, gte, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { attendances, detectionSessions, lessonCodes, students } from '../../platform/database/schema';
import type { components } from '../../schema';
import { listCurrentExcuses } from './excuses';
import { listLinks } from './links';
import { isOffline, silentSince } from './silence';

type Attendance = components['schemas']['Attendance'];
type Attendee = components['schemas']['Attendee'];
type Row = typeof attendances.$inferSelect & { shownName: string; shownEmail: string };

/** Lists who attends a section's active lesson. */
export async function listAttendees(db: Database, sectionId: number): Promise<Attendance> {
  const now = new Date();
  const [lesson] = await db
    .select({ id: detectionSessions.id, code: lessonCodes.code })
    .from(detectionSessions)
    .leftJoin(lessonCodes, eq(lessonCodes.sessionId, detectionSessions.id))
    .where(and(eq(detectionSessions.sectionId, sectionId), isNull(detectionSessions.endedAt)));
  if (!lesson) return { session_id: null, code: null, attendees: [], excuses: [], links: [], is_announced: true };
  const rows = await db
    .select({
      attendance: attendances,
      shownName: sql<string>`coalesce(${students.name}, ${attendances.name}, '')`,
      shownEmail: sql<string>`coalesce(${students.email}, ${attendances.email}, '')`,
    })
    .from(attendances)
    .leftJoin(students, eq(students.id, attendances.studentId))
    .where(and(eq(attendances.sessionId, lesson.id), ne(attendances.status, 'taken over'), isAtDoorOrKnown(now)))
    .orderBy(asc(attendances.id));
  const listed = withoutOutdated(rows.map(({ attendance, ...shown }) => ({ ...attendance, ...shown })));
  const admitted = new Set(listed.flatMap(({ status, studentId }) => (status === 'admitted' ? (studentId ?? []) : [])));
  const attendees = listed.map((row) => {
    const isTaken = row.status === 'knocking' && row.studentId !== null && admitted.has(row.studentId);
    return { ...attendeeOf(row, now), is_taken: isTaken };
  });
  const excuses = await listCurrentExcuses(db, lesson.id, now);
  const links = await listLinks(db, lesson.id);
  // What becomes of a mail is not announced.
  const isAnnounced = links.every(({ state }) => state !== 'waiting');
  const known = { session_id: lesson.id, code: lesson.code, attendees, excuses, links };
  return isAnnounced ? { ...known, is_announced: true } : known;
}

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
