import { and, eq, isNull, lte, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { auditCommand } from '../audit/audit';
import { notify } from '../live/events';
import { type Periodic, startPeriodic } from '../periodic';
import { detectionSessions } from '../tables/detection';
import { endOfLesson, listActive } from './sessions';

const hourMilliseconds = 3_600_000;
const checkMilliseconds = 60_000;
const bellMilliseconds = 2000;

/** Ends sessions older than a number of hours, now and every minute. Safe on any number of instances. */
export const startSessionLimit = (db: Database, hours: number, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    checkMilliseconds,
    () => {
      const oldest = new Date(Date.now() - hours * hourMilliseconds);
      return endSessions(db, lte(detectionSessions.startedAt, oldest), `after ${hours} hours`);
    },
    (error) => log.error(error, 'forgotten sessions could not be ended'),
  );

/** Ends sessions at their end times, now and every two seconds. Safe on any number of instances. */
export const startEndingLessons = (db: Database, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    bellMilliseconds,
    () => endSessions(db, lte(detectionSessions.endsAt, new Date()), 'at its end time'),
    (error) => log.error(error, 'lessons could not be ended at their end times'),
  );

/** @param detail of the audit trail */
async function endSessions(db: Database, isDue: SQL, detail: string): Promise<void> {
  for (const { sessionId, ...section } of await listActive(db, isDue)) {
    await db.transaction(async (tx) => {
      // One session a transaction: it may wait for reports, as a stop does. Another instance, an extension or a stop may be first.
      const endedAt = new Date();
      const ended = await tx
        .update(detectionSessions)
        .set({ endedAt })
        .where(and(eq(detectionSessions.id, sessionId), isNull(detectionSessions.endedAt), isDue))
        .returning({ id: detectionSessions.id });
      if (ended.length === 0) return;
      await auditCommand(tx, { action: 'detection stopped', ...section, detail });
      await notify(tx, endOfLesson(section, endedAt));
    });
  }
}
