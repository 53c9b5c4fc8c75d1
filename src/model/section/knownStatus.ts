import { AGENT_PATIENCE_MS } from '../../constants';
import type { StatusAnswer } from '../../services/types';

/** What was last said of a section's detection. Times in milliseconds since the epoch, by the server's clock. */
export interface KnownStatus extends StatusAnswer {
  startedAt: number | null;
  /** The lesson that ended last, if its end was seen here; null while one is under way. */
  ended: EndedLesson | null;
}

export interface EndedLesson {
  startedAt: number | null;
  endedAt: number;
  /** It ended without a stop from here. */
  isElsewhere: boolean;
}

/** Something that arrives and says whether detection is active. */
export interface Fact {
  status: StatusAnswer;
  /** How many changes had been noted when it was asked for; null for what came unasked, such as a live message. */
  asked: number | null;
  /** It tells of a start or stop as it happens. */
  isChange: boolean;
}

/** A section in which detection is active. */
export interface RunningSection {
  id: string;
  name: string;
}

/** When it was said, by the server's clock. */
export const serverTimeOf = ({ saidAt, clockOffset = 0 }: StatusAnswer): number => saidAt + clockOffset;

/**
 * Returns what is known after something was said. Where the backend does not tell since when detection is active, a start
 * counts from the moment it was seen.
 *
 * @param before null if nothing was known, or if a change may have been missed since
 */
export function knownAfter(before: KnownStatus | null, said: StatusAnswer, isChange: boolean): KnownStatus {
  const now = serverTimeOf(said);
  if (said.isActive) {
    const seenStart = isChange || before !== null ? now : null;
    return { ...said, startedAt: said.startedAt ?? (before?.isActive ? before.startedAt : seenStart), ended: null };
  }
  const ended = before?.isActive
    ? { startedAt: before.startedAt, endedAt: now, isElsewhere: !isChange }
    : (before?.ended ?? null);
  return { ...said, startedAt: null, ended };
}

/** Returns how long agents that were never heard from may still be starting, in milliseconds. */
export function patienceLeft(known: KnownStatus): number {
  const now = serverTimeOf(known);
  return Math.max(0, AGENT_PATIENCE_MS - (now - (known.startedAt ?? now)));
}
