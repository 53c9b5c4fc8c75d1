import { OVERVIEW_LOG_COUNT } from '../../constants';
import type { DetectionLog } from '../../services/types';
import type { Episode, Incident } from '../logs/episodes';

/* Rows that stand still, and the number of new ones that wait. Rows follow again once none of them is left. */

/**
 * Returns the newest logs, or those that stand still, and the number of newer logs that are not shown.
 *
 * @param held all logs when the rows stopped; null while rows follow new logs
 */
export function newestOf(all: readonly DetectionLog[], held: readonly DetectionLog[] | null) {
  const newest = all.slice(0, OVERVIEW_LOG_COUNT);
  if (held === null) return { rows: newest, newCount: 0 };
  const ids = new Set(held.slice(0, OVERVIEW_LOG_COUNT).map(({ id }) => id));
  const rows = all.filter(({ id }) => ids.has(id));
  const last = rows.at(-1);
  if (last === undefined) return { rows: newest, newCount: 0 };
  return { rows, newCount: all.indexOf(last) + 1 - rows.length };
}

/** A row of Look now. */
export interface LookNowRow {
  incident: Incident;
  /** It was reviewed while the rows stand still. */
  isSeen: boolean;
}

/**
 * Returns the rows of Look now, or those that stand still, and the number of those not shown. Incidents that were seen
 * since keep their rows. An empty list never stands still: it would claim that all is quiet.
 *
 * @param episodes all of the lesson
 * @param held the incidents when the rows stopped; null while rows follow new ones
 */
export function lookNowOf(
  episodes: readonly Episode[],
  incidents: readonly Incident[],
  held: readonly Incident[] | null,
): { rows: readonly LookNowRow[]; newCount: number } {
  const unseen = (incident: Incident): LookNowRow => ({ incident, isSeen: false });
  const latest = new Map(incidents.map((incident) => [incident.student, incident]));
  const present = new Set(episodes.map(({ student }) => student));
  const rows =
    held?.flatMap((before): LookNowRow[] => {
      const now = latest.get(before.student);
      if (now !== undefined) return [unseen(now)];
      return present.has(before.student) ? [{ incident: before, isSeen: true }] : [];
    }) ?? [];
  if (held === null || rows.length === 0) return { rows: incidents.map(unseen), newCount: 0 };
  const students = new Set(held.map(({ student }) => student));
  return { rows, newCount: incidents.filter(({ student }) => !students.has(student)).length };
}
