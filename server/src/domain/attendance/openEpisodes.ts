import { deviceSilenceMs } from '@vigil/contract/values';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import { lateMilliseconds } from '../bounds';
import { endClosed } from '../detection/deviceEpisodes';
import { bumpLogVersion } from '../detection/logVersion';
import { notify } from '../live/events';
import { type Periodic, startPeriodic } from '../periodic';
import { attendances, openEpisodes } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';
import { sections } from '../tables/section';
import { endSpans } from './spans';

const checkMilliseconds = 10_000;
/**
 * Ends the episodes of devices that have fallen silent, left or been replaced, and of ended lessons, now and every ten seconds. A device
 * that comes back may correct the end. Safe on any number of instances.
 */
export const startClosingEpisodes = (db: Database, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    checkMilliseconds,
    () => closeEpisodes(db),
    (error) => log.error(error, 'episodes of silent devices could not be ended'),
  );

const Section = v.object({ id: v.number(), teacherId: v.number() });

const silence = sql`interval '1 millisecond' * ${deviceSilenceMs}::int`;
/** SQL: the last moment that a device can have seen. */
const lastSeen = sql`case
  when ${attendances.status} <> 'admitted' then least(${attendances.since}, ${detectionSessions.endedAt})
  when ${attendances.heardAt} >= ${detectionSessions.endedAt} - ${silence} then ${detectionSessions.endedAt}
  else ${attendances.heardAt}
end`;
const joined = sql`${openEpisodes}
  join ${attendances} on ${attendances.id} = ${openEpisodes.attendanceId}
  join ${detectionSessions} on ${detectionSessions.id} = ${attendances.sessionId}`;

/** Ends the open episodes of a section that match, and publishes nothing. */
async function endEpisodes(tx: Database, sectionId: number, isOver: SQL): Promise<void> {
  // As recording does. Another instance finds nothing left afterwards.
  await bumpLogVersion(tx, [sectionId]);
  await tx.execute(sql`
    with over as (
      select ${openEpisodes.eventId} as event_id, ${lastSeen} as last
      from ${joined} where ${isOver} and ${detectionSessions.sectionId} = ${sectionId}
    ), closed as (
      update ${openEpisodes} set closed_at = over.last from over where ${openEpisodes.eventId} = over.event_id
      returning ${openEpisodes.detectionId}, ${openEpisodes.seenAt}, over.last
    ) ${endClosed(sql`closed.last`)}`);
}

/** Ends what the devices of an ended lesson did, as of its end: what they do later is not what they did then. */
export async function leaveGap(
  tx: Database,
  { sectionId, sessionId, now }: { sectionId: number; sessionId: number; now: Date },
): Promise<void> {
  await endEpisodes(tx, sectionId, sql`${openEpisodes.closedAt} is null and ${detectionSessions.id} = ${sessionId}`);
  const isIn = and(eq(attendances.sessionId, sessionId), eq(attendances.status, 'admitted'));
  await endSpans(tx, isIn, now);
  await tx.update(attendances).set({ watch: null, since: now }).where(isIn);
}

async function closeEpisodes(db: Database): Promise<void> {
  const now = new Date();
  const ago = (milliseconds: number) => sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`;
  const isOver = sql`${openEpisodes.closedAt} is null and (
    ${attendances.status} <> 'admitted'
    or (${detectionSessions.endedAt} is null and ${attendances.heardAt} < ${ago(deviceSilenceMs)})
    or ${detectionSessions.endedAt} < ${ago(lateMilliseconds)})`;
  const affected = await rowsOf(
    db,
    Section,
    sql`
      select distinct ${sections.id} as id, ${sections.teacherId} as "teacherId"
      from ${joined} join ${sections} on ${sections.id} = ${detectionSessions.sectionId} where ${isOver}`,
  );
  for (const { id, teacherId } of affected) {
    await db.transaction(async (tx) => {
      await endEpisodes(tx, id, isOver);
      await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [id] });
    });
  }
}
