import type { components } from '@vigil/contract';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { notFound } from '../../platform/http/httpError';
import { cleanLine } from '../../platform/http/visibleText';
import { excuses } from '../tables/detection';
import { sectionStudents } from '../tables/section';
import { isDuring, listInterruptions } from './interruptions';

type Schemas = components['schemas'];
type Excuse = typeof excuses.$inferSelect;

/** When an excuse ended, or will. */
export const endOf = ({ endedAt, until }: Excuse): Date => endedAt ?? until;

const isCurrent = (sessionId: number, now: Date) =>
  and(eq(excuses.sessionId, sessionId), isNull(excuses.endedAt), gt(excuses.until, now));

/**
 * Excuses a student for some minutes of an active lesson, instead of an earlier excuse.
 * @throws HttpError 404 unless the student is in the section
 */
export async function excuse(
  tx: Database,
  sessionId: number,
  { section_id: sectionId, student_id: studentId, minutes, reason }: Schemas['NewExcuse'],
): Promise<void> {
  const isMember = and(eq(sectionStudents.sectionId, sectionId), eq(sectionStudents.studentId, studentId));
  if ((await tx.$count(sectionStudents, isMember)) === 0) throw notFound('Student');
  await endExcuse(tx, { sessionId, studentId });
  const startedAt = new Date();
  await tx.insert(excuses).values({
    ...{ sessionId, studentId, startedAt },
    reason: cleanLine(reason),
    until: new Date(startedAt.getTime() + minutes * 60_000),
  });
}

/** Ends a student's excuse early, if there is one. */
export async function endExcuse(
  tx: Database,
  { sessionId, studentId }: { sessionId: number; studentId: number },
): Promise<boolean> {
  const now = new Date();
  const isTheirs = and(isCurrent(sessionId, now), eq(excuses.studentId, studentId));
  return (await tx.update(excuses).set({ endedAt: now }).where(isTheirs).returning()).length > 0;
}

/** Lists the students of a lesson who are excused now. */
export async function listCurrentExcuses(db: Database, sessionId: number, now: Date): Promise<Schemas['Excuse'][]> {
  const rows = await db.select().from(excuses).where(isCurrent(sessionId, now)).orderBy(asc(excuses.studentId));
  return rows.map(({ studentId, reason, until }) => ({ student_id: studentId, reason, until: until.toISOString() }));
}

/** Returns a function that tells whether a student of one of the lessons was excused at a time, or the lesson interrupted. */
export async function findExcuses(
  tx: Database,
  sessionIds: number[],
): Promise<(sessionId: number, studentId: number, at: Date) => boolean> {
  if (sessionIds.length === 0) return () => false;
  const found = await tx.select().from(excuses).where(inArray(excuses.sessionId, sessionIds));
  const gaps = await listInterruptions(tx, sessionIds);
  return (sessionId, studentId, at) =>
    gaps.some((gap) => gap.sessionId === sessionId && isDuring(gap, at)) ||
    found.some(
      (one) => one.sessionId === sessionId && one.studentId === studentId && one.startedAt <= at && at < endOf(one),
    );
}

/** SQL: until when a student of a lesson is excused, or null. @param now the server's time */
export const excusedUntil = (sessionId: unknown, studentId: unknown, now: Date) =>
  sql`(
    select max(${excuses.until}) from ${excuses}
    where ${excuses.sessionId} = ${sessionId} and ${excuses.studentId} = ${studentId}
      and ${excuses.endedAt} is null and ${excuses.until} > ${now.toISOString()}::timestamptz)`;
