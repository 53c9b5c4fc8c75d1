import { and, eq, exists, gt, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { listActive, stopSession } from '../detection/sessions';
import type { Publishing } from '../live/transactAndPublish';
import { attendanceLinks, attendances, badges, registerCorrections } from '../tables/attendance';
import { detectionSessions, excuses } from '../tables/detection';
import { sections } from '../tables/section';
import { endLinks } from './links';
import { endSpans } from './spans';

/**
 * Somebody who leaves: a student a section, a student's record for another one or for good, a teacher the school. A deleted teacher's or
 * section's lessons go with them. `departures.test.ts` lists every table with a student or a teacher.
 */
export type Departure =
  | { kind: 'removed'; sectionId: number; studentIds: number[] }
  | { kind: 'merged'; fromId: number; intoId: number }
  | { kind: 'erased'; studentId: number }
  | { kind: 'teacherLeft'; teacherId: number };

/**
 * Ends or moves what somebody has in lessons, and publishes it to the teachers of those that are running. Devices learn of it with their next
 * heartbeat. Call it while the departed are still in the database.
 */
export async function depart(publishing: Publishing, departure: Departure): Promise<void> {
  const { tx } = publishing;
  switch (departure.kind) {
    case 'removed':
      return remove(publishing, departure);
    case 'merged':
      await publishAttendance(publishing, [departure.fromId, departure.intoId]);
      return move(tx, departure);
    case 'erased':
      // Everything else of theirs is deleted with them.
      return publishAttendance(publishing, [departure.studentId]);
    case 'teacherLeft': {
      const active = await listActive(tx, eq(sections.teacherId, departure.teacherId));
      for (const { teacherId, sectionId } of active) await stopSession(publishing, { teacherId, sectionId }, null);
    }
  }
}

/** Publishes to the teachers of running lessons in which students have anything. */
async function publishAttendance({ tx, publish }: Publishing, studentIds: number[]): Promise<void> {
  const lessonsIn = (table: typeof attendances | typeof excuses | typeof attendanceLinks) =>
    inArray(
      detectionSessions.id,
      tx.select({ id: table.sessionId }).from(table).where(inArray(table.studentId, studentIds)),
    );
  const isTheirs = or(lessonsIn(attendances), lessonsIn(excuses), lessonsIn(attendanceLinks));
  for (const { teacherId, sectionId } of await listActive(tx, isTheirs))
    await publish({ kind: 'attendanceChanged', teacherId, sectionId });
}

/** What was before stays on record. */
async function remove(
  { tx, publish }: Publishing,
  { sectionId, studentIds }: Extract<Departure, { kind: 'removed' }>,
): Promise<void> {
  const now = new Date();
  const lessons = tx
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(eq(detectionSessions.sectionId, sectionId));
  await tx
    .delete(attendanceLinks)
    .where(and(inArray(attendanceLinks.studentId, studentIds), inArray(attendanceLinks.sessionId, lessons)));
  for (const { sessionId, teacherId } of await listActive(tx, eq(sections.id, sectionId))) {
    const isTheirs = and(
      eq(attendances.sessionId, sessionId),
      inArray(attendances.studentId, studentIds),
      inArray(attendances.status, ['knocking', 'admitted']),
    );
    await endSpans(tx, isTheirs, now);
    await tx.update(attendances).set({ status: 'refused', reason: '', since: now }).where(isTheirs);
    await tx
      .update(excuses)
      .set({ endedAt: now })
      .where(and(eq(excuses.sessionId, sessionId), inArray(excuses.studentId, studentIds), isCurrent()));
    await publish({ kind: 'attendanceChanged', teacherId, sectionId });
  }
}

const isCurrent = () => and(isNull(excuses.endedAt), gt(excuses.until, new Date()));

/** Of what only one of a student may have in a lesson, the later one stays. */
async function move(tx: Database, { fromId, intoId }: Extract<Departure, { kind: 'merged' }>): Promise<void> {
  const both = [fromId, intoId];
  const other = alias(attendances, 'other');
  const later = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.sessionId, attendances.sessionId),
        eq(other.status, 'admitted'),
        inArray(other.studentId, both),
        ne(other.studentId, attendances.studentId),
        sql`(${other.admittedAt}, ${other.id}) > (${attendances.admittedAt}, ${attendances.id})`,
      ),
    );
  const isReplaced = and(eq(attendances.status, 'admitted'), inArray(attendances.studentId, both), exists(later));
  const now = new Date();
  await endSpans(tx, isReplaced, now);
  await tx.update(attendances).set({ status: 'taken over', since: now }).where(isReplaced);
  await tx.update(attendances).set({ studentId: intoId }).where(eq(attendances.studentId, fromId));

  const lessonsOfOther = tx
    .select({ id: excuses.sessionId })
    .from(excuses)
    .where(and(eq(excuses.studentId, intoId), isCurrent()));
  await tx
    .update(excuses)
    .set({ endedAt: now })
    .where(and(eq(excuses.studentId, fromId), isCurrent(), inArray(excuses.sessionId, lessonsOfOther)));
  await tx.update(excuses).set({ studentId: intoId }).where(eq(excuses.studentId, fromId));

  const open = await tx
    .select({ sessionId: attendanceLinks.sessionId })
    .from(attendanceLinks)
    .where(and(eq(attendanceLinks.studentId, intoId), eq(attendanceLinks.status, 'open')));
  for (const { sessionId } of open) await endLinks(tx, { sessionId, studentIds: [fromId], status: 'replaced' });
  await tx.update(attendanceLinks).set({ studentId: intoId }).where(eq(attendanceLinks.studentId, fromId));

  const corrected = tx
    .select({ id: registerCorrections.sessionId })
    .from(registerCorrections)
    .where(eq(registerCorrections.studentId, intoId));
  await tx
    .update(registerCorrections)
    .set({ studentId: intoId })
    .where(and(eq(registerCorrections.studentId, fromId), notInArray(registerCorrections.sessionId, corrected)));

  const badged = tx.select({ id: badges.sectionId }).from(badges).where(eq(badges.studentId, intoId));
  await tx
    .update(badges)
    .set({ studentId: intoId })
    .where(and(eq(badges.studentId, fromId), notInArray(badges.sectionId, badged)));
}
