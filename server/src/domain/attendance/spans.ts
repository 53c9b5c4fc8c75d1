import type { components } from '@vigil/contract';
import { deviceSilenceMs, takeBackMs } from '@vigil/contract/values';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { momentAfter } from '../agent/agent';
import { isOffline } from '../detection/silence';
import { attendanceSpans, attendances } from '../tables/attendance';
import { detectionSessions } from '../tables/detection';

type Row = typeof attendances.$inferSelect;
export type Watch = NonNullable<Row['watch']>;

/** A period that a device spent in one state, in milliseconds since 1970 by the server's clock. */
export interface Span {
  state: Watch;
  from: number;
  to: number;
}

/** Heartbeats without news are stored no more often, so that the last one is known to this precision. */
export const throttleMilliseconds = 5000;
/** Shorter ones are not stored, so that a device cannot fill the table. */
const leastMilliseconds = 1000;

/** Reads what a device says about the time since its last heartbeat. Unreadable periods are left out: they were not observed. */
export const pastOf = (past: components['schemas']['AttendeeState']['past']): Span[] =>
  (past ?? []).flatMap(({ state, epoch, elapsed_ms, ended_elapsed_ms }) => {
    const [from, to] = [momentAfter(epoch, elapsed_ms), momentAfter(epoch, ended_elapsed_ms)];
    return from && to ? [{ state, from: from.getTime(), to: to.getTime() }] : [];
  });

/**
 * Returns the spans that a heartbeat has ended, and when the current one began. What the device says about the past counts
 * between its last heartbeat and now; before that it can only take back that it was watching. Without it, the last state continued, unless the device was silent, or its page was loaded
 * again: then nothing is known.
 *
 * @param known the state before the heartbeat
 * @param watch the state from now on
 */
export function follow(
  known: Pick<Row, 'watch' | 'since' | 'heardAt'>,
  { watch, past }: { watch: Watch | null; past: readonly Span[] },
  now: Date,
): { ended: Span[]; since: Date } {
  const [time, heard] = [now.getTime(), known.heardAt.getTime()];
  const least = known.watch === 'watching' ? Math.max(known.since.getTime(), heard - takeBackMs) : heard;
  const told = within(past, least, time);
  const [first] = told;
  const isUnknown = past.length > 0 || watch === null || isOffline(known.heardAt, now);
  // The last heartbeat may be a little later than is stored.
  const knownEnd = first !== undefined && first.from - heard <= throttleMilliseconds ? first.from : heard;
  const before =
    known.watch === null
      ? []
      : [{ state: known.watch, from: known.since.getTime(), to: isUnknown ? Math.min(knownEnd, time) : time }];
  const spans = joined([...before, ...told], 0);
  const last = spans.at(-1);
  const goesOn = last !== undefined && last.state === watch && time - last.to <= throttleMilliseconds;
  const ended = (goesOn ? spans.slice(0, -1) : spans).filter(({ from, to }) => to - from >= leastMilliseconds);
  return { ended, since: goesOn ? new Date(last.from) : now };
}

/** Clips spans to a period, and each to begin where the one before ends. */
export function within(spans: readonly Span[], from: number, to: number): Span[] {
  let least = from;
  return spans.flatMap((span) => {
    const clipped = { ...span, from: Math.max(span.from, least), to: Math.min(span.to, to) };
    if (clipped.to <= clipped.from) return [];
    least = clipped.to;
    return [clipped];
  });
}

/** Joins neighbours of one state. @param tolerance milliseconds between them */
export function joined(spans: readonly Span[], tolerance: number): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last?.state === span.state && span.from - last.to <= tolerance) last.to = span.to;
    else result.push({ ...span });
  }
  return result;
}

export async function storeSpans(tx: Database, attendanceId: number, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return;
  await tx
    .insert(attendanceSpans)
    .values(
      spans.map(({ state, from, to }) => ({ attendanceId, state, startedAt: new Date(from), endedAt: new Date(to) })),
    );
}

/** Ends the current spans of admitted devices, whose status is about to change: at their lesson's end, if it is over. */
export async function endSpans(tx: Database, isEnding: SQL | undefined, now: Date): Promise<void> {
  const { id, sessionId, status, watch, since, heardAt } = attendances;
  const lessonEnd = sql`(select ${detectionSessions.endedAt} from ${detectionSessions} where ${detectionSessions.id} = ${sessionId})`;
  const until = sql`least(${now.toISOString()}::timestamptz, ${lessonEnd})`;
  const silence = sql`interval '1 millisecond' * ${deviceSilenceMs}::int`;
  const end = sql`case when ${heardAt} < ${until} - ${silence} then ${heardAt} else ${until} end`;
  const isKnown = and(isEnding, eq(status, 'admitted'), isNotNull(watch), sql`${since} < ${end}`);
  await tx.execute(sql`
    insert into ${attendanceSpans} (attendance_id, state, started_at, ended_at)
    select ${id}, ${watch}, ${since}, ${end} from ${attendances} where ${isKnown}`);
}
