import { AGENT_PATIENCE_MS, END_TOLERANCE_MS } from '../../constants';
import type { StatusAnswer } from '../../services/app/types';

/** The last known detection status. Times in milliseconds since the epoch, by the server's clock. */
export interface KnownStatus extends StatusAnswer {
  startedAt: number | null;
  /**
   * Since when agents are expected to report: the start, or, if this page saw them, the last resumption or when nobody
   * waited at the door any longer; null if unknown.
   */
  expectedFrom: number | null;
  /** The last lesson that ended while this page watched; null during a lesson. */
  ended: EndedLesson | null;
}

export interface EndedLesson {
  startedAt: number | null;
  endedAt: number;
  /** It ended at its end time. */
  isPlanned: boolean;
  /** When it would have ended itself. */
  endsAt?: number;
  /** It was not stopped from this page, nor did it end at its end time. */
  isElsewhere: boolean;
}

/** An incoming report of whether detection is active. */
export interface Fact {
  status: StatusAnswer;
  /** The answer to a poll, a live message, or the report of a start or stop as it happens. */
  kind: 'poll' | 'message' | 'change';
}

/** A section in which detection is active. */
export interface RunningSection {
  id: string;
  name: string;
}

/** Returns when the status was read, by the server's clock. */
export const serverTimeOf = ({ saidAt, clockOffset = 0 }: StatusAnswer): number => saidAt + clockOffset;

/**
 * Returns the known status after a report. If the backend does not report start times, a start counts from when it was
 * seen.
 *
 * @param before null if nothing was known, or if a change may have been missed
 */
export function knownAfter(before: KnownStatus | null, said: StatusAnswer, isChange: boolean): KnownStatus {
  const now = serverTimeOf(said);
  if (said.isActive) {
    const seenStart = isChange || before !== null ? now : null;
    const earlier = before?.isActive ? before : undefined;
    const toLookAt = said.toLookAt ?? earlier?.toLookAt;
    const waiting = said.waiting ?? earlier?.waiting;
    const paused = said.paused === undefined ? earlier?.paused : said.paused;
    const endsAt = said.endsAt === undefined ? earlier?.endsAt : said.endsAt;
    const startedAt = said.startedAt ?? (earlier ? earlier.startedAt : seenStart);
    // It began before a moment at which it was not active.
    const isRestarted = before?.isActive === false && startedAt !== null && startedAt < serverTimeOf(before);
    const isResumed = isRestarted || (Boolean(earlier?.paused) && !paused);
    const isAdmitted = waiting === 0 && (earlier?.waiting ?? 0) > 0;
    const expectedFrom = isResumed || isAdmitted ? now : (earlier?.expectedFrom ?? startedAt);
    return {
      ...said,
      ...(toLookAt !== undefined && { toLookAt }),
      ...(waiting !== undefined && { waiting }),
      ...(endsAt !== undefined && { endsAt }),
      ...(paused !== undefined && { paused }),
      ...{ startedAt, expectedFrom, ended: null },
    };
  }
  const ended = before?.isActive ? endOf(before, now, isChange) : (before?.ended ?? null);
  // What nobody has looked at in the lesson is still there after it.
  const toLookAt = said.toLookAt ?? before?.toLookAt;
  const earlier = before?.isActive ? undefined : before?.resumableUntil;
  const resumableUntil = said.resumableUntil === undefined ? earlier : said.resumableUntil;
  return {
    ...said,
    ...(toLookAt !== undefined && { toLookAt }),
    ...(resumableUntil !== undefined && { resumableUntil }),
    ...{ startedAt: null, expectedFrom: null, ended },
  };
}

function endOf(before: KnownStatus, now: number, isChange: boolean): EndedLesson {
  const isPlanned = !isChange && isAtItsEnd(before, now);
  const { startedAt, endsAt } = before;
  return {
    ...{ startedAt, endedAt: now, isPlanned, isElsewhere: !isChange && !isPlanned },
    ...(typeof endsAt === 'number' && { endsAt }),
  };
}

const isAtItsEnd = ({ endsAt }: KnownStatus, now: number) =>
  typeof endsAt === 'number' && now >= endsAt - END_TOLERANCE_MS;

/** Returns how long agents that were never heard from may still be starting, in milliseconds. */
export function patienceLeft(known: KnownStatus): number {
  const now = serverTimeOf(known);
  return Math.max(0, AGENT_PATIENCE_MS - (now - (known.expectedFrom ?? now)));
}
