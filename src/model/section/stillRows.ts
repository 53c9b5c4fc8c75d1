import { OVERVIEW_LOG_COUNT } from '../../constants';
import type { DetectionLog } from '../../services/types';
import { sameItems } from '../app/keepSame';
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

/**
 * Returns incidents that stand still, each as it is now. One that was seen stays as it last was: its row must not turn to an
 * earlier episode.
 *
 * @returns the same list if nothing has changed
 */
export function inTheirRows(held: readonly Incident[], incidents: readonly Incident[]): readonly Incident[] {
  const now = new Map(incidents.map((incident) => [incident.student, incident]));
  const renewed = held.map((before) => now.get(before.student) ?? before);
  return sameItems(held, renewed) ? held : renewed;
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
 * @param held those of the rows that stand still (see {@link inTheirRows}); null while rows follow new ones
 */
export function lookNowOf(
  episodes: readonly Episode[],
  incidents: readonly Incident[],
  held: readonly Incident[] | null,
): { rows: readonly LookNowRow[]; newCount: number } {
  const unseen = (incident: Incident): LookNowRow => ({ incident, isSeen: false });
  const toLookAt = new Set(incidents.map(({ student }) => student));
  const present = new Set(episodes.map(({ student }) => student));
  const rows =
    held
      ?.filter(({ student }) => present.has(student))
      .map((incident): LookNowRow => ({ incident, isSeen: !toLookAt.has(incident.student) })) ?? [];
  if (held === null || rows.length === 0) return { rows: incidents.map(unseen), newCount: 0 };
  const students = new Set(held.map(({ student }) => student));
  return { rows, newCount: incidents.filter(({ student }) => !students.has(student)).length };
}
