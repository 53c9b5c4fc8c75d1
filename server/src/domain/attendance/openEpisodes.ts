import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import { lateMilliseconds } from '../bounds';
import { endClosed } from '../detection/deviceEpisodes';
import { bumpLogVersion } from '../detection/logVersion';
import { offlineMilliseconds } from '../detection/silence';
import { detectionSessions } from '../detection/tables';
import { notify } from '../live/events';
import { type Periodic, startPeriodic } from '../periodic';
import { sections } from '../section/tables';
import { attendances, openEpisodes } from './tables';

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

async function closeEpisodes(db: Database): Promise<void> {
  const now = new Date();
  const ago = (milliseconds: number) => sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`;
  const silence = sql`interval '1 millisecond' * ${offlineMilliseconds}::int`;
  /** The last moment that the device can have seen. */
  const last = sql`case
    when ${attendances.status} <> 'admitted' then least(${attendances.since}, ${detectionSessions.endedAt})
    when ${attendances.heardAt} >= ${detectionSessions.endedAt} - ${silence} then ${detectionSessions.endedAt}
    else ${attendances.heardAt}
  end`;
  const isOver = sql`${openEpisodes.closedAt} is null and (
    ${attendances.status} <> 'admitted'
    or (${detectionSessions.endedAt} is null and ${attendances.heardAt} < ${ago(offlineMilliseconds)})
    or ${detectionSessions.endedAt} < ${ago(lateMilliseconds)})`;
  const joined = sql`${openEpisodes}
    join ${attendances} on ${attendances.id} = ${openEpisodes.attendanceId}
    join ${detectionSessions} on ${detectionSessions.id} = ${attendances.sessionId}`;
  const affected = await rowsOf(
    db,
    Section,
    sql`
      select distinct ${sections.id} as id, ${sections.teacherId} as "teacherId"
      from ${joined} join ${sections} on ${sections.id} = ${detectionSessions.sectionId} where ${isOver}`,
  );
  for (const { id, teacherId } of affected) {
    await db.transaction(async (tx) => {
      // As recording does. Another instance finds nothing left afterwards.
      await bumpLogVersion(tx, [id]);
      await tx.execute(sql`
        with over as (
          select ${openEpisodes.eventId} as event_id, ${last} as last
          from ${joined} where ${isOver} and ${detectionSessions.sectionId} = ${id}
        ), closed as (
          update ${openEpisodes} set closed_at = over.last from over where ${openEpisodes.eventId} = over.event_id
          returning ${openEpisodes.detectionId}, ${openEpisodes.seenAt}, over.last
        ) ${endClosed(sql`closed.last`)}`);
      await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: [id] });
    });
  }
}
