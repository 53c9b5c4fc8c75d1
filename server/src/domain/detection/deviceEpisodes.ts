import type { components } from '@vigil/contract';
import { shortestEpisodeMs } from '@vigil/contract/values';
import { and, eq, gt, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { type Device, simulated } from '../agent/agent';
import { attendances, openEpisodes } from '../tables/attendance';
import { detections } from '../tables/detection';
import { currentLogVersion } from './logVersion';

type DeviceKind = components['schemas']['DeviceKind'];

/** A shorter episode was not noticed by the students' page. */
const leastMilliseconds: Record<DeviceKind, number> = shortestEpisodeMs;

const words: Record<DeviceKind, string> = {
  no_face: 'No face found',
  multiple_faces: 'More than one face found',
  left_page: 'Left the page',
};

const isDeviceKind = (kind: string): kind is DeviceKind => kind in words;

const leastOf = sql.join(
  Object.entries(leastMilliseconds).map(([kind, least]) => sql`when ${kind} then ${least}::int`),
  sql` `,
);
/** SQL: no episode ends earlier, whatever its device says. */
const earliestEnd = sql`${detections.seenAt} + interval '1 millisecond' * case ${detections.activityType} ${leastOf} else 0 end`;

/** SQL: ends the detections of the rows in `closed`, no earlier than their kind allows. @param end of a row */
export const endClosed = (end: SQL): SQL => sql`
  update ${detections} set ended_at = greatest(${end}, ${earliestEnd}), change = ${currentLogVersion}
  from closed where ${detections.id} = closed.detection_id and ${detections.seenAt} = closed.seen_at`;

/** Returns a detection's details. Those of students' devices are made here: a device sends no text that teachers read. */
export function detailsOf(
  row: Pick<
    typeof detections.$inferSelect,
    'details' | 'attendanceId' | 'activityType' | 'source' | 'seenAt' | 'endedAt'
  >,
): string | null {
  const { activityType, source, seenAt, endedAt } = row;
  if (row.attendanceId === null || !isDeviceKind(activityType)) return row.details;
  const lasted = endedAt === null ? '' : ` for ${lasting(endedAt.getTime() - seenAt.getTime())}`;
  return `${source === simulated ? 'Simulated: ' : ''}${words[activityType]}${lasted}`;
}

/** Formats milliseconds as "12 s" or "2 min 5 s". */
function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

interface DeviceEvent {
  agent: { device?: Device };
  eventId: string;
  activityType: string;
  seenAt: Date;
  endedAt?: Date | null;
}

interface Episode {
  from: number;
  /** Null while it lasts. */
  to: number | null;
  /** Of the event that may still end it. */
  eventId: string | null;
}

const refusals = {
  short: 'This was too short to be reported.',
  overlap: 'This overlaps another report of its kind.',
  ignored: 'Your teacher has switched these reports off.',
  gone: 'You are not in this lesson any more.',
};

/**
 * Judges events of students' devices, in their order. A device has one episode of a kind at a time. A later start replaces an episode
 * whose end it has not reported: that one is known to have lasted as long as its kind needs, and no longer.
 * @param isNew tells starts, with or without their ends, from ends of episodes that were recorded before
 * @returns why events are refused, and the ids of the events whose episodes have been replaced
 */
export async function judgeEpisodes<Event extends DeviceEvent>(
  tx: Database,
  events: readonly Event[],
  isNew: (event: Event) => boolean,
): Promise<{ refused: Map<Event, HttpError>; replaced: string[] }> {
  const refused = new Map<Event, HttpError>();
  const replaced: string[] = [];
  const sent = events.flatMap((event) => (event.agent.device ? [{ event, device: event.agent.device }] : []));
  if (!sent.some(({ event }) => isNew(event))) return { refused, replaced };
  const attending = await findAttending(tx, sent);
  const known = await findEpisodes(tx, sent);
  for (const { event, device } of sent) {
    const key = keyOf(device.attendanceId, event.activityType);
    const others = known.get(key) ?? [];
    known.set(key, others);
    if (!isNew(event)) {
      for (const one of others)
        if (one.eventId === event.eventId && event.endedAt)
          Object.assign(one, { to: event.endedAt.getTime(), eventId: null });
      continue;
    }
    const least = isDeviceKind(event.activityType) ? leastMilliseconds[event.activityType] : 0;
    const [from, to] = [event.seenAt.getTime(), event.endedAt?.getTime() ?? null];
    const endOf = (one: Episode) => one.to ?? one.from + least;
    const refuse = (detail: string) => refused.set(event, new HttpError(400, { detail }));
    if (!attending.has(device.attendanceId)) refuse(refusals.gone);
    else if (device.ignoredKinds.includes(event.activityType)) refuse(refusals.ignored);
    else if (to !== null && to - from < least - roundingMilliseconds) refuse(refusals.short);
    else if (others.some((one) => from < endOf(one) - roundingMilliseconds && (to === null || to > one.from)))
      refuse(refusals.overlap);
    else {
      for (const one of others) {
        if (one.eventId === null || one.from > from) continue;
        replaced.push(one.eventId);
        Object.assign(one, { to: endOf(one), eventId: null });
      }
      others.push({ from, to, eventId: to === null ? event.eventId : null });
    }
  }
  return { refused, replaced };
}

/** Times are whole milliseconds, rounded on the device. */
const roundingMilliseconds = 2;

const keyOf = (attendanceId: number | null, kind: string) => `${attendanceId} ${kind}`;

type Sent = readonly { event: DeviceEvent; device: Device }[];

/** Returns the devices that are still admitted. One may have been turned away after its token was read. */
async function findAttending(tx: Database, sent: Sent): Promise<Set<number>> {
  const { id, status } = attendances;
  const ids = [...new Set(sent.map(({ device }) => device.attendanceId))];
  const rows = await tx
    .select({ id })
    .from(attendances)
    .where(and(inArray(id, ids), eq(status, 'admitted')));
  return new Set(rows.map((row) => row.id));
}

/** Returns the devices' recorded episodes that can meet those that are sent, by device and kind. */
async function findEpisodes(tx: Database, sent: Sent): Promise<Map<string, Episode[]>> {
  const { id, sessionId, attendanceId, activityType, seenAt, endedAt } = detections;
  const distinct = (idOf: (device: Device) => number) => [...new Set(sent.map(({ device }) => idOf(device)))];
  const first = new Date(Math.min(...sent.map(({ event }) => event.seenAt.getTime())));
  const admitted = new Date(Math.min(...sent.map(({ device }) => device.admittedAt.getTime())) - clockMilliseconds);
  const rows = await tx
    .select({ attendanceId, activityType, seenAt, endedAt, eventId: openEpisodes.eventId })
    .from(detections)
    .leftJoin(openEpisodes, and(eq(openEpisodes.detectionId, id), eq(openEpisodes.seenAt, seenAt)))
    .where(
      and(
        inArray(
          sessionId,
          distinct((device) => device.sessionId),
        ),
        inArray(
          attendanceId,
          distinct((device) => device.attendanceId),
        ),
        // For the partitions: nothing was recorded before.
        gte(seenAt, admitted),
        or(isNull(endedAt), gt(endedAt, first), isNotNull(openEpisodes.eventId)),
      ),
    );
  const episodes = new Map<string, Episode[]>();
  for (const row of rows) {
    const key = keyOf(row.attendanceId, row.activityType);
    const episode = { from: row.seenAt.getTime(), to: row.endedAt?.getTime() ?? null, eventId: row.eventId };
    episodes.set(key, [...(episodes.get(key) ?? []), episode]);
  }
  return episodes;
}

/** The clocks of several instances differ by this at most. */
const clockMilliseconds = 60_000;

/** Ends episodes that a later one of their kind has replaced, for good. */
export async function endReplaced(tx: Database, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.execute(sql`
    with closed as (
      delete from ${openEpisodes} where ${openEpisodes.eventId} = any(${sql.param(eventIds)}::text[])
      returning ${openEpisodes.detectionId}, ${openEpisodes.seenAt}
    ) ${endClosed(earliestEnd)} and ${detections.endedAt} is null`);
}
