import type { StatusAnswer } from '../../services/types';

/** What was said last of the detection in a section. */
export interface KnownStatus extends StatusAnswer {
  startedAt: number | null;
  /** The session that ended last, by the server's time, if its end was seen here; null while one is active. */
  ended: { startedAt: number | null; endedAt: number } | null;
  /** Whether it still counts: its change would have been told, or nothing has been done since that may have changed it. */
  isCurrent: boolean;
}

/** When it was said, by the server's time. In milliseconds since the epoch. */
export const serverTimeOf = ({ saidAt, clockOffset = 0 }: StatusAnswer): number => saidAt + clockOffset;

/** What is known of the detection in each section, by its id, as far as something was said. */
export type KnownStatuses = Readonly<Record<string, KnownStatus>>;

/** A section whose session is active. */
export interface RunningSection {
  id: string;
  name: string;
}

/**
 * What is known of a session after something was said of it. A backend that does not tell since when it is active leaves
 * that to what was seen here, by the server's time: a session that was not active before has just started. Of one that
 * ended while nothing was heard nobody knows when.
 *
 * @param isChange it was said of a start or stop as it happened
 */
export function knownAfter(before: KnownStatus | undefined, said: StatusAnswer, isChange: boolean): KnownStatus {
  const now = serverTimeOf(said);
  const seenStart = isChange || (before?.isCurrent && !before.isActive) ? now : null;
  const knownStart = before?.isActive ? before.startedAt : seenStart;
  if (said.isActive) return { ...said, startedAt: said.startedAt ?? knownStart, ended: null, isCurrent: true };
  const wasSeen = isChange || before?.isCurrent === true;
  const seenEnd = before?.isActive && wasSeen ? { startedAt: before.startedAt, endedAt: now } : null;
  const ended = before?.isActive ? seenEnd : (before?.ended ?? null);
  return { ...said, startedAt: null, ended, isCurrent: true };
}

/** Nobody knows any more whether detection is active in the section, or in any. */
export const doubt = (detections: KnownStatuses, sectionId: string | null): KnownStatuses =>
  Object.fromEntries(
    Object.entries(detections).map(([id, known]) =>
      sectionId === null || sectionId === id ? [id, { ...known, isCurrent: false }] : [id, known],
    ),
  );
