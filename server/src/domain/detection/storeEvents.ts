import { and, eq, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, isMissingPartition } from '../../platform/database/database';
import { rowsOf } from '../../platform/database/rows';
import type { HttpError } from '../../platform/http/httpError';
import { openEpisodes } from '../tables/attendance';
import { detections, recordedEvents, screenshots } from '../tables/detection';
import { sections } from '../tables/section';
import { endClosed, endReplaced, judgeEpisodes } from './deviceEpisodes';
import { type Accepted, keyOf } from './judgeEvents';
import { incrementLogVersion } from './logVersion';
import { MissingMonths } from './months';

/** How long an event's id is remembered, so that agents may resend it. */
const resendMilliseconds = 86_400_000;

/** What became of events. */
export interface Stored {
  recorded: ReadonlySet<Accepted>;
  /** Of devices: events that do not go with others of the device. */
  refused: ReadonlyMap<Accepted, HttpError>;
  /** The ids of events whose episodes ended now. */
  ended: Set<string>;
  /** The sections with new or changed detections. */
  changedIds: number[];
}

/**
 * Stores events whose sections and sessions are locked, and the ends of episodes.
 * @throws MissingMonths when a month has no partition
 */
export async function storeEvents(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<Stored> {
  // When two transactions report the same event, only the first one claims it.
  const claimed = await claim(tx, accepted, arrivedAt);
  const recorded = new Set(accepted.filter(({ agent, eventId }) => claimed.delete(keyOf(agent.name, eventId))));
  const { refused, replaced } = await judgeEpisodes(tx, accepted, (one) => recorded.has(one));
  for (const one of refused.keys()) recorded.delete(one);
  await unclaim(tx, [...refused.keys()]);
  const ending = accepted.filter((one) => !recorded.has(one) && !refused.has(one) && one.endedAt);
  const changedIds = [...new Set([...recorded, ...ending].map(({ sectionId }) => sectionId))];
  if (changedIds.length > 0) await incrementLogVersion(tx, changedIds);
  await insert(tx, [...recorded], arrivedAt);
  await endReplaced(tx, replaced);
  return { recorded, refused, ended: await endEpisodes(tx, ending), changedIds };
}

/** Stores the events' ids. @returns the keys of events whose ids were not stored yet */
async function claim(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<Set<string>> {
  if (accepted.length === 0) return new Set();
  const expiresAt = new Date(arrivedAt.getTime() + resendMilliseconds);
  const byKey = new Map(accepted.map((one) => [keyOf(one.agent.name, one.eventId), one]));
  const claimed = await tx
    .insert(recordedEvents)
    .values(
      [...byKey.entries()]
        // A fixed order prevents deadlocks.
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { agent, eventId }]) => ({ source: agent.name, eventId, expiresAt })),
    )
    .onConflictDoNothing()
    .returning({ source: recordedEvents.source, eventId: recordedEvents.eventId });
  return new Set(claimed.map(({ source, eventId }) => keyOf(source, eventId)));
}

/** Forgets the ids of events that are refused after all, so that another try is refused as well. */
async function unclaim(tx: Database, refused: readonly Accepted[]): Promise<void> {
  if (refused.length === 0) return;
  const { source, eventId } = recordedEvents;
  const isRefused = ({ agent, ...one }: Accepted) => and(eq(source, agent.name), eq(eventId, one.eventId));
  await tx.delete(recordedEvents).where(or(...refused.map(isRefused)));
}

/** Inserts detections and their pictures, with ids generated beforehand to link the two. */
async function insert(tx: Database, accepted: Accepted[], arrivedAt: Date): Promise<void> {
  if (accepted.length === 0) return;
  const next = sql<number>`nextval(pg_get_serial_sequence('detections', 'id'))::double precision`;
  const ids = await tx.select({ id: next }).from(sql`generate_series(1, ${accepted.length}::integer)`);
  const rows = accepted.map(
    (
      { agent, sectionId, sessionId, studentId, activityType, details, seenAt, endedAt, clockOffSeconds, screenshot },
      index,
    ) => ({
      id: idAt(ids, index),
      source: agent.name,
      attendanceId: agent.device?.attendanceId,
      ...{ arrivedAt, sectionId, sessionId, studentId, activityType, details, seenAt, endedAt, clockOffSeconds },
      screenshotUrl: screenshot.url,
      screenshotType: screenshot.picture?.type,
      change: sql`(select ${sections.logChange} from ${sections} where ${sections.id} = ${sectionId})`,
    }),
  );
  await tx
    .insert(detections)
    .overridingSystemValue()
    .values(rows)
    .catch((error: unknown) => {
      throw isMissingPartition(error) ? new MissingMonths(accepted.map(({ seenAt }) => seenAt)) : error;
    });
  const pictures = accepted.flatMap(({ seenAt, screenshot: { picture } }, index) =>
    picture ? [{ detectionId: idAt(ids, index), seenAt, bytes: picture.bytes }] : [],
  );
  if (pictures.length > 0) await tx.insert(screenshots).values(pictures);
  const open = accepted.flatMap(({ agent: { device }, eventId, seenAt, endedAt }, index) =>
    device && !endedAt ? [{ eventId, attendanceId: device.attendanceId, detectionId: idAt(ids, index), seenAt }] : [],
  );
  if (open.length > 0) await tx.insert(openEpisodes).values(open);
}

/** Adds the ends of episodes that were recorded without. @returns the ids of the events whose episodes ended now */
async function endEpisodes(tx: Database, ending: readonly Accepted[]): Promise<Set<string>> {
  if (ending.length === 0) return new Set();
  const given = ending.map(({ eventId, endedAt }) => ({ eventId, endedAt }));
  // The limit tells the planner how few there are. It would expect a hundred, and read all detections for them.
  const ended = await rowsOf(
    tx,
    v.object({ eventId: v.string() }),
    sql`
      with given as (
        select distinct on ("eventId") * from json_to_recordset(${JSON.stringify(given)}::json)
          as given("eventId" text, "endedAt" timestamptz)
        limit ${given.length}
      ), closed as (
        delete from ${openEpisodes} using given where ${openEpisodes.eventId} = given."eventId"
        returning given.*, ${openEpisodes.detectionId}, ${openEpisodes.seenAt}
      ) ${endClosed(sql`closed."endedAt"`)} returning closed."eventId"`,
  );
  return new Set(ended.map(({ eventId }) => eventId));
}

function idAt(ids: { id: number }[], index: number): number {
  const row = ids[index];
  if (!row) throw new Error('The database generated too few ids.');
  return row.id;
}
