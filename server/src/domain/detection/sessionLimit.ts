import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { auditCommand } from '../audit/audit';
import { notify } from '../live/events';
import { type Periodic, startPeriodic } from '../periodic';
import { sections } from '../section/tables';
import { detectionSessions } from './tables';

const hourMilliseconds = 3_600_000;
const checkMilliseconds = 60_000;
const bellMilliseconds = 2000;

/** Ends sessions older than a number of hours, now and every minute. Safe on any number of instances. */
export const startSessionLimit = (db: Database, hours: number, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    checkMilliseconds,
    () => endForgottenSessions(db, hours),
    (error) => log.error(error, 'forgotten sessions could not be ended'),
  );

/** Ends sessions at their end times, now and every two seconds. Safe on any number of instances. */
export const startEndingLessons = (db: Database, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    bellMilliseconds,
    () => endLessons(db),
    (error) => log.error(error, 'lessons could not be ended at their end times'),
  );

async function endLessons(db: Database): Promise<void> {
  const isDue = and(isNull(detectionSessions.endedAt), lte(detectionSessions.endsAt, new Date()));
  const due = await db
    .select({ id: detectionSessions.id, sectionId: sections.id, teacherId: sections.teacherId })
    .from(detectionSessions)
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .where(isDue);
  for (const { id, ...session } of due) {
    await db.transaction(async (tx) => {
      // One lesson a transaction: it may wait for reports, as a stop does. Another instance, an extension or a stop may be first.
      const ended = await tx
        .update(detectionSessions)
        .set({ endedAt: new Date() })
        .where(and(eq(detectionSessions.id, id), isDue))
        .returning({ id: detectionSessions.id });
      if (ended.length === 0) return;
      await auditCommand(tx, { action: 'detection stopped', ...session, detail: 'at its end time' });
      await notify(tx, { kind: 'session', ...session, isActive: false });
    });
  }
}

async function endForgottenSessions(db: Database, hours: number): Promise<void> {
  const now = new Date();
  const isForgotten = and(
    isNull(detectionSessions.endedAt),
    lte(detectionSessions.startedAt, new Date(now.getTime() - hours * hourMilliseconds)),
  );
  await db.transaction(async (tx) => {
    // Skips sessions being recorded into, which the next check ends, and those another instance is ending.
    const forgotten = await tx
      .select({ id: detectionSessions.id })
      .from(detectionSessions)
      .where(isForgotten)
      .for('update', { skipLocked: true });
    const ids = forgotten.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.update(detectionSessions).set({ endedAt: now }).where(inArray(detectionSessions.id, ids));
    const ended = await tx
      .select({ sectionId: sections.id, teacherId: sections.teacherId })
      .from(detectionSessions)
      .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
      .where(inArray(detectionSessions.id, ids));
    for (const session of ended) {
      await auditCommand(tx, { action: 'detection stopped', ...session, detail: `after ${hours} hours` });
      await notify(tx, { kind: 'session', ...session, isActive: false });
    }
  });
}
