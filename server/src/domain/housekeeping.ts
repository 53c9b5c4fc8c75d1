import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, OpenDatabase } from '../platform/database/database';
import { anyOf, idsOf } from '../platform/database/rows';
import { rateLimits } from '../platform/http/tables';
import type { Settings } from '../settings';
import { unverifiedDays } from './account/registration';
import { auditCommand } from './audit/audit';
import { bumpLogVersion, pruneDeletions, recordDeletions } from './detection/logVersion';
import { comingMonths, dropMonth, listMonthsBefore, makeMonths } from './detection/months';
import { notify } from './live/events';
import { type Periodic, startPeriodic } from './periodic';
import type { OwnedSection } from './section/access';
import { noteLeavers } from './section/leavers';
import { forgotten } from './section/namedStudents';
import { emailCodes, invitations, passwordResets, refreshTokens, signIns, teachers } from './tables/account';
import { attendanceLinks, attendances, attendanceTokens } from './tables/attendance';
import { auditEntries } from './tables/audit';
import { detectionSessions, detections, recordedEvents } from './tables/detection';
import { queuedMails } from './tables/mail';
import { endedSharings, formerMembers, sections, students } from './tables/section';

const dayMilliseconds = 86_400_000;
/** Keeps requests from waiting long: the embedded database runs on the server's thread. */
const batchSize = 200;
const pauseMilliseconds = 50;
/** How long a teacher is told that a section is no longer shared with them. */
const endedSharingDays = 30;

const expiring = [
  ...[refreshTokens, signIns, emailCodes, passwordResets, invitations],
  ...[queuedMails, recordedEvents, attendanceTokens, attendanceLinks],
];

/**
 * Creates the partitions of the coming months and deletes data that has expired or is past its retention, now and once a day: whole
 * months, and single detections of the month in which the limit lies. Instances may run it at the same time: each skips rows that another has
 * locked.
 * @param settings how many days detections, with their screenshots, reviews and sessions, and the audit trail are kept
 */
export const startHousekeeping = (
  { db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>,
  { retentionDays, auditDays }: Pick<Settings, 'retentionDays' | 'auditDays'>,
  log: FastifyBaseLogger,
): Periodic =>
  startPeriodic(
    dayMilliseconds,
    async (signal) => {
      const now = new Date();
      const daysAgo = (days: number) => new Date(now.getTime() - days * dayMilliseconds);
      let deleted = 0;
      const inBatches = async (deleteSome: () => Promise<unknown[]>) => {
        while (!signal.aborted) {
          const { length } = await deleteSome();
          deleted += length;
          if (length < batchSize) return;
          await pause(pauseMilliseconds);
        }
      };
      await makeMonths(db, comingMonths(now)).catch((error: unknown) =>
        log.warn(error, 'coming months could not be created; a detection in one will create it'),
      );
      const isAbandoned = and(isNull(teachers.verifiedAt), isNull(teachers.disabledAt));
      // When a device watched stays known, also if it was turned away later.
      const isOutside = and(inArray(attendances.status, ['knocking', 'refused']), isNull(attendances.admittedAt));
      const expired: Expired[] = [
        ...expiring.map((table) => ({ table, end: table.expiresAt, before: now })),
        { table: rateLimits, end: rateLimits.expire, before: now },
        { table: teachers, end: teachers.createdAt, before: daysAgo(unverifiedDays), condition: isAbandoned },
        { table: attendances, end: attendances.heardAt, before: daysAgo(1), condition: isOutside },
        { table: endedSharings, end: endedSharings.endedAt, before: daysAgo(endedSharingDays) },
        { table: auditEntries, end: auditEntries.lastAt, before: daysAgo(auditDays) },
      ];
      for (const one of expired) await inBatches(() => deleteExpired(db, one));
      await noteLeavers(db);
      const gone = () => forgotten(db).limit(batchSize).for('update', { skipLocked: true });
      await inBatches(() => db.delete(students).where(inArray(students.id, gone())).returning({ id: students.id }));
      const deletedBefore = deleted;
      if (retentionDays !== undefined) {
        const oldest = daysAgo(retentionDays);
        for (const month of await listMonthsBefore(db, oldest)) {
          if (signal.aborted) break;
          deleted += await dropMonth(db, month).catch((error: unknown) => {
            log.warn(error, 'an expired month could not be dropped; its rows are deleted instead');
            return 0;
          });
        }
        // Of lessons that are gone.
        await inBatches(() => deleteExpired(db, { table: formerMembers, end: formerMembers.leftAt, before: oldest }));
        const all = db.select({ sectionId: sections.id, teacherId: sections.teacherId }).from(sections);
        for (const section of await all.orderBy(sections.id)) {
          await inBatches(() => deleteDetections(db, section, oldest));
          await inBatches(() => deleteLessons(db, section.sectionId, oldest));
        }
      }
      const retired = deleted - deletedBefore;
      if (retired > 0)
        await auditCommand(db, { action: 'deletion', detail: `expired detections and lessons: ${retired}` });
      await inBatches(() => pruneDeletions(db, daysAgo(1), batchSize));
      log.info({ deleted }, 'expired data was deleted');
      // PGlite has no autovacuum and would never reuse the space.
      if (deleted > 0 && !isShared && !signal.aborted) await db.execute(sql`vacuum`);
    },
    (error) => log.error(error, 'expired data could not be deleted'),
  );

interface Expired {
  table: PgTable;
  /** The column with the time of its end. */
  end: PgColumn;
  before: Date;
  condition?: SQL | undefined;
}

function deleteExpired(db: Database, { table, end, before, condition }: Expired) {
  const some = db
    .select({ row: sql`ctid` })
    .from(table)
    .where(and(lt(end, before), condition))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  return db
    .delete(table)
    .where(sql`ctid = ${anyOf(some)}`)
    .returning({ end });
}

/** Deletes a batch of a section's detections with their screenshots. */
function deleteDetections(db: Database, { teacherId, sectionId }: OwnedSection, oldest: Date) {
  return db.transaction(async (tx) => {
    await bumpLogVersion(tx, [sectionId]);
    const some = tx
      .select({ id: detections.id })
      .from(detections)
      .where(and(eq(detections.sectionId, sectionId), lt(detections.seenAt, oldest)))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = idsOf(await some);
    if (ids.length === 0) return [];
    const areOld = and(inArray(detections.id, ids), lt(detections.seenAt, oldest));
    await recordDeletions(tx, areOld);
    const deleted = await tx.delete(detections).where(areOld).returning({ id: detections.id });
    await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [sectionId] });
    return deleted;
  });
}

/** Deletes a batch of a section's ended sessions that have no detections left. */
function deleteLessons(db: Database, sectionId: number, oldest: Date) {
  const { id, endedAt } = detectionSessions;
  const kept = db.select({ id: detections.id }).from(detections).where(eq(detections.sessionId, id));
  const some = db
    .select({ id })
    .from(detectionSessions)
    .where(and(eq(detectionSessions.sectionId, sectionId), lt(endedAt, oldest), notExists(kept)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  return db
    .delete(detectionSessions)
    .where(sql`${id} = ${anyOf(some)}`)
    .returning({ id });
}
