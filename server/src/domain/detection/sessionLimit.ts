import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { detectionSessions, sections } from '../../platform/database/schema';
import { notify } from '../../platform/live/events';
import { auditCommand } from '../audit/audit';

const hourMilliseconds = 3_600_000;
const checkMilliseconds = 60_000;

/** Ends after the check that is under way. */
export interface SessionLimit {
  close(): Promise<void>;
}

/** Ends sessions that nobody has stopped for so many hours, now and once a minute. Any number of instances may. */
export function startSessionLimit(db: Database, hours: number, log: FastifyBaseLogger): SessionLimit {
  let checking = Promise.resolve();
  const check = () => {
    checking = checking
      .then(() => endForgottenSessions(db, hours))
      .catch((error: unknown) => log.error(error, 'forgotten sessions could not be ended'));
  };
  const everyMinute = setInterval(check, checkMilliseconds).unref();
  check();
  return {
    async close() {
      clearInterval(everyMinute);
      await checking;
    },
  };
}

/** Ends the sessions that were started so many hours ago, and tells their teachers' sockets on every instance. */
async function endForgottenSessions(db: Database, hours: number): Promise<void> {
  const now = new Date();
  const isForgotten = and(
    isNull(detectionSessions.endedAt),
    lte(detectionSessions.startedAt, new Date(now.getTime() - hours * hourMilliseconds)),
  );
  await db.transaction(async (tx) => {
    // What is being recorded in one is let finish: the next check finds it. Of two instances one ends it.
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
    for (const one of ended) {
      await auditCommand(tx, { action: 'detection stopped', ...one, detail: `after ${hours} hours` });
      await notify(tx, { kind: 'session', ...one, isActive: false });
    }
  });
}
