import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, isNull, lt, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../platform/config/settings';
import type { Database, OpenDatabase } from '../platform/database/database';
import {
  auditEntries,
  detectionSessions,
  detections,
  emailCodes,
  invitations,
  passwordResets,
  queuedMails,
  rateLimits,
  recordedEvents,
  refreshTokens,
  sections,
  signIns,
  teachers,
} from '../platform/database/schema';
import { notify } from '../platform/live/events';
import { unverifiedDays } from './account/registration';
import { bumpLogVersion, pruneDeletions, recordDeletions } from './detection/logVersion';
import { comingMonths, dropMonth, listMonthsBefore, makeMonths } from './detection/months';

const dayMilliseconds = 86_400_000;
/** Small enough that no request waits for long: the embedded database works in the server's own thread. */
const batchSize = 200;
const pauseMilliseconds = 50;

const expiring = [
  { table: refreshTokens, end: refreshTokens.expiresAt },
  { table: signIns, end: signIns.expiresAt },
  { table: emailCodes, end: emailCodes.expiresAt },
  { table: passwordResets, end: passwordResets.expiresAt },
  { table: invitations, end: invitations.expiresAt },
  { table: queuedMails, end: queuedMails.expiresAt },
  { table: recordedEvents, end: recordedEvents.expiresAt },
  { table: rateLimits, end: rateLimits.expire },
];

/** Ends after the batch that is under way. */
export interface Housekeeping {
  close(): Promise<void>;
}

/**
 * Makes, now and once a day, the months in which something may soon be seen, and deletes what has expired and what is older than the
 * operator keeps it: months as a whole, and of the month in which the limit lies each detection that is past it. Instances need not agree
 * on who does it: each passes over what another is deleting.
 * @param settings how long detections are kept, with their screenshots and reviews, and sessions, and the audit trail
 */
export function startHousekeeping(
  { db, isShared }: Pick<OpenDatabase, 'db' | 'isShared'>,
  { retentionDays, auditDays }: Pick<Settings, 'retentionDays' | 'auditDays'>,
  log: FastifyBaseLogger,
): Housekeeping {
  const closing = new AbortController();
  let round = Promise.resolve();

  /** Repeats until nothing is left, with room for others in between. @returns how many there were */
  async function inBatches(deleteSome: () => Promise<unknown[]>): Promise<number> {
    let deleted = 0;
    while (!closing.signal.aborted) {
      const { length } = await deleteSome();
      deleted += length;
      if (length < batchSize) break;
      await pause(pauseMilliseconds);
    }
    return deleted;
  }

  async function clean(): Promise<void> {
    const now = new Date();
    let deleted = 0;
    await makeMonths(db, comingMonths(now)).catch((error: unknown) =>
      log.warn(error, 'the months to come could not be made, and are when something is seen in them'),
    );
    for (const { table, end } of expiring) deleted += await inBatches(() => deleteExpired(db, table, end, now));
    const oldestUnverified = new Date(now.getTime() - unverifiedDays * dayMilliseconds);
    const unverified = and(isNull(teachers.verifiedAt), isNull(teachers.disabledAt));
    deleted += await inBatches(() => deleteExpired(db, teachers, teachers.createdAt, oldestUnverified, unverified));
    const oldestDeed = new Date(now.getTime() - auditDays * dayMilliseconds);
    deleted += await inBatches(() => deleteExpired(db, auditEntries, auditEntries.lastAt, oldestDeed));
    if (retentionDays !== undefined) {
      const oldest = new Date(now.getTime() - retentionDays * dayMilliseconds);
      for (const month of await listMonthsBefore(db, oldest)) {
        if (closing.signal.aborted) break;
        deleted += await dropMonth(db, month).catch((error: unknown) => {
          log.warn(error, 'a month that is over could not be dropped as a whole, and is emptied');
          return 0;
        });
      }
      const all = db.select({ id: sections.id, teacherId: sections.teacherId }).from(sections);
      for (const { id, teacherId } of await all.orderBy(sections.id)) {
        deleted += await inBatches(() => deleteDetections(db, teacherId, id, oldest));
        deleted += await inBatches(() => deleteLessons(db, id, oldest));
      }
    }
    const yesterday = new Date(now.getTime() - dayMilliseconds);
    deleted += await inBatches(() => pruneDeletions(db, yesterday, batchSize));
    log.info({ deleted }, 'what had expired is deleted');
    // PostgreSQL does so by itself; without it, the embedded database would never use the room again.
    if (deleted > 0 && !isShared && !closing.signal.aborted) await db.execute(sql`vacuum`);
  }

  function start(): void {
    round = round.then(clean).catch((error: unknown) => log.error(error, 'what has expired could not be deleted'));
  }

  const daily = setInterval(start, dayMilliseconds).unref();
  start();
  return {
    async close() {
      closing.abort();
      clearInterval(daily);
      await round;
    },
  };
}

/** Works out once what to delete: with `in`, PostgreSQL may join the subquery and run it, limit and all, again for every row. */
const anyOf = (some: SQLWrapper) => sql`any(array(${some}))`;

function deleteExpired(
  db: Database,
  table: (typeof expiring)[number]['table'] | typeof auditEntries | typeof teachers,
  end: PgColumn,
  now: Date,
  only?: SQL,
) {
  const some = db
    .select({ row: sql`ctid` })
    .from(table)
    .where(and(lt(end, now), only))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  return db
    .delete(table)
    .where(sql`ctid = ${anyOf(some)}`)
    .returning({ end });
}

/** Deletes some of a section's detections, with their screenshots. The index of the logs finds them. */
function deleteDetections(db: Database, teacherId: number, sectionId: number, oldest: Date) {
  return db.transaction(async (tx) => {
    await bumpLogVersion(tx, [sectionId]);
    const some = tx
      .select({ id: detections.id })
      .from(detections)
      .where(and(eq(detections.sectionId, sectionId), lt(detections.seenAt, oldest)))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = (await some).map(({ id }) => id);
    if (ids.length === 0) return [];
    const them = and(inArray(detections.id, ids), lt(detections.seenAt, oldest));
    await recordDeletions(tx, them);
    const deleted = await tx.delete(detections).where(them).returning({ id: detections.id });
    await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [sectionId] });
    return deleted;
  });
}

/** Deletes some of a section's sessions that ended, unless something detected in them is kept still. */
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
