import { OVERVIEW_LOG_COUNT } from '../../constants';
import type { DetectionLog } from '../../services/app/types';
import { inTheirPlaces } from '../app/keepSame';
import type { Episode, Incident } from '../records/episodes';

/* Rows that stand still, with the new ones below, or their number. */

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
 * Returns the held incidents in their old order with current data, followed by new ones in order of arrival. One that was seen
 * stays as it last was: its row must not turn to an earlier episode.
 *
 * @returns the same list if nothing has changed
 */
export const inTheirRows = (held: readonly Incident[], incidents: readonly Incident[]): readonly Incident[] =>
  inTheirPlaces(held, incidents, ({ student }) => student);

/** A row of Look now. */
export interface LookNowRow {
  incident: Incident;
  /** It was reviewed while the rows stand still. */
  isSeen: boolean;
}

/**
 * Returns the rows of Look now. While they stand still, incidents that were seen since keep their rows.
 *
 * @param episodes all of the lesson
 * @param held those of the rows that stand still (see {@link inTheirRows}); null while rows follow new ones
 */
export function lookNowOf(
  episodes: readonly Episode[],
  incidents: readonly Incident[],
  held: readonly Incident[] | null,
): readonly LookNowRow[] {
  if (held === null) return incidents.map((incident) => ({ incident, isSeen: false }));
  const toLookAt = new Set(incidents.map(({ student }) => student));
  const present = new Set(episodes.map(({ student }) => student));
  return held
    .filter(({ student }) => present.has(student))
    .map((incident) => ({ incident, isSeen: !toLookAt.has(incident.student) }));
}

/** Returns the newest log of an episode, if possible one with a picture. */
export const shotOf = ({ logs }: Episode): DetectionLog =>
  logs.find(({ screenshot }) => screenshot !== null) ?? logs[0];
