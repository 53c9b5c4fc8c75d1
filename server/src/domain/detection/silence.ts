import { deviceSilenceMs } from '@vigil/contract/values';
import { and, eq, gt, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { attendances } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { sections } from '../tables/section';

export const isOffline = (heardAt: Date, now: Date): boolean => now.getTime() - heardAt.getTime() > deviceSilenceMs;

/** Devices heard no later than this are silent. */
export const silentSince = (now: Date): Date => new Date(now.getTime() - deviceSilenceMs);

/** Lists the sections in whose active lesson a device fell silent between two moments. */
export function listNewlyOffline(
  db: Database,
  after: Date,
  until: Date,
): Promise<{ teacherId: number; sectionId: number }[]> {
  const { heardAt, status, sessionId } = attendances;
  const earlier = (moment: Date) => new Date(moment.getTime() - deviceSilenceMs);
  return db
    .selectDistinct({ teacherId: sections.teacherId, sectionId: sections.id })
    .from(detectionSessions)
    .innerJoin(attendances, eq(sessionId, detectionSessions.id))
    .innerJoin(sections, eq(sections.id, detectionSessions.sectionId))
    .where(
      and(
        isNull(detectionSessions.endedAt),
        inArray(status, ['knocking', 'admitted']),
        // A device is offline after this time, not at it.
        gt(heardAt, new Date(earlier(after).getTime() - 1)),
        lte(heardAt, new Date(earlier(until).getTime() - 1)),
      ),
    );
}

/** Counts, by session, the people who wait at the door and are not silent. A student counts once, whatever the number of devices. */
export async function countWaiting(db: Database, sessionIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (sessionIds.length === 0) return new Map();
  const { heardAt, id, sessionId, status, studentId } = attendances;
  const rows = await db
    .select({
      sessionId,
      people: sql<number>`count(distinct coalesce(${studentId}::text, 'device ' || ${id}))`.mapWith(Number),
    })
    .from(attendances)
    .where(and(inArray(sessionId, [...sessionIds]), eq(status, 'knocking'), gte(heardAt, silentSince(new Date()))))
    .groupBy(sessionId);
  return new Map(rows.map((row) => [row.sessionId, row.people]));
}
