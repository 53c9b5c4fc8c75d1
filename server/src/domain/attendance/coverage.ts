import type { components } from '@vigil/contract';
import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/http/httpError';
import { endOf } from '../detection/excuses';
import { listInterruptions } from '../detection/interruptions';
import { isOffline } from '../detection/silence';
import { attendanceSpans, attendances } from '../tables/attendance';
import { detectionSessions, excuses } from '../tables/detection';
import { students } from '../tables/section';
import { outside, type Period } from './periods';
import { joined, type Span, within } from './spans';

type Coverage = components['schemas']['Coverage'];

/** Shorter gaps are those between two devices or states. */
const toleranceMilliseconds = 1000;

/**
 * Returns when the devices of a lesson's students watched.
 * @param lesson with the student to read, everybody without one, and of that student the device
 * @throws HttpError 404 unless it is the section's lesson
 */
export async function readCoverage(
  db: Database,
  {
    sectionId,
    sessionId,
    studentId,
    attendanceId,
  }: { sectionId: number; sessionId: number; studentId?: number; attendanceId?: number | undefined },
): Promise<Coverage> {
  const isRead = (column: PgColumn) => (studentId === undefined ? undefined : eq(column, studentId));
  const isDevice = attendanceId === undefined ? undefined : eq(attendances.id, attendanceId);
  const now = new Date();
  const isLesson = and(eq(detectionSessions.id, sessionId), eq(detectionSessions.sectionId, sectionId));
  const [lesson] = await db.select().from(detectionSessions).where(isLesson);
  if (!lesson) throw notFound('Lesson');
  const admitted = await db
    .select({ attendance: attendances, studentId: students.id, name: students.name, email: students.email })
    .from(attendances)
    .innerJoin(students, eq(students.id, attendances.studentId))
    .where(and(eq(attendances.sessionId, sessionId), isNotNull(attendances.admittedAt), isRead(students.id), isDevice))
    .orderBy(asc(students.id), asc(attendances.id));
  const ids = admitted.map(({ attendance }) => attendance.id);
  const stored =
    ids.length === 0 ? [] : await db.select().from(attendanceSpans).where(inArray(attendanceSpans.attendanceId, ids));
  const spansOf = new Map<number, Span[]>();
  for (const { attendanceId, state, startedAt, endedAt } of stored) {
    const span = { state, from: startedAt.getTime(), to: endedAt.getTime() };
    spansOf.set(attendanceId, [...(spansOf.get(attendanceId) ?? []), span]);
  }
  const covered = new Map<number, { name: string; email: string; spans: Span[] }>();
  for (const { attendance, studentId, name, email } of admitted) {
    const one = covered.get(studentId) ?? { name, email, spans: [] };
    one.spans.push(...(spansOf.get(attendance.id) ?? []), ...currentOf(attendance, lesson.endedAt, now));
    covered.set(studentId, one);
  }
  const [start, end] = [lesson.startedAt.getTime(), (lesson.endedAt ?? now).getTime()];
  const gaps = (await listInterruptions(db, [sessionId])).map(({ reason, startedAt, endedAt }) => ({
    reason,
    from: startedAt.getTime(),
    // A lesson may end while it is paused.
    to: endedAt?.getTime() ?? end,
  }));
  return {
    started_at: lesson.startedAt.toISOString(),
    until: new Date(end).toISOString(),
    is_over: lesson.endedAt !== null,
    interruptions: gaps.map(({ reason, from, to }) => ({
      reason,
      started_at: new Date(from).toISOString(),
      ended_at: new Date(to).toISOString(),
    })),
    excuses: await listExcuses(db, and(eq(excuses.sessionId, sessionId), isRead(excuses.studentId)), lesson.endedAt),
    students: [...covered].map(([studentId, { name, email, spans }]) => {
      const periods = periodsIn({ from: start, to: end }, spans, gaps).map(({ state, from, to }) => ({
        state,
        started_at: new Date(from).toISOString(),
        ended_at: new Date(to).toISOString(),
      }));
      return { student_id: studentId, name, email, periods };
    }),
  };
}

/** Returns what devices of a student did in a lesson, without its gaps. */
export function periodsIn(lesson: Period, spans: readonly Span[], gaps: readonly Period[]): Span[] {
  const inOrder = spans.toSorted((a, b) => a.from - b.from);
  return joined(outside(within(inOrder, lesson.from, lesson.to), gaps), toleranceMilliseconds);
}

async function listExcuses(db: Database, isListed: SQL | undefined, lessonEnd: Date | null) {
  const rows = await db
    .select({ excuse: excuses, name: students.name, email: students.email })
    .from(excuses)
    .innerJoin(students, eq(students.id, excuses.studentId))
    .where(isListed)
    .orderBy(asc(excuses.startedAt));
  return rows.map(({ excuse, name, email }) => ({
    ...{ student_id: excuse.studentId, name, email, reason: excuse.reason },
    started_at: excuse.startedAt.toISOString(),
    ended_at: new Date(Math.min(endOf(excuse).getTime(), lessonEnd?.getTime() ?? Infinity)).toISOString(),
  }));
}

/** Returns the current span: until now or the lesson's end, or the last heartbeat before silence. */
export function currentOf(
  { status, watch, since, heardAt }: typeof attendances.$inferSelect,
  endedAt: Date | null,
  now: Date,
): Span[] {
  if (status !== 'admitted' || watch === null) return [];
  const end = endedAt ?? now;
  return [{ state: watch, from: since.getTime(), to: (isOffline(heardAt, end) ? heardAt : end).getTime() }];
}
