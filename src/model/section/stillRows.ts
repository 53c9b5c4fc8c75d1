import { OVERVIEW_LOG_COUNT } from '../../constants';
import type { DetectionLog } from '../../services/types';
import type { Episode } from '../logs/episodes';

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
 * Returns the episodes that need attention, or those that stand still, and the number of those not shown. Episodes that
 * were seen since keep their rows. An empty list never stands still: it would claim that all is quiet.
 *
 * @param episodes all of the lesson, in the order in which they began
 * @param lookAt those that need attention, in their order
 * @param held `lookAt` when the rows stopped; null while rows follow new episodes
 */
export function lookNowOf(
  episodes: readonly Episode[],
  lookAt: readonly Episode[],
  held: readonly Episode[] | null,
): { shown: readonly Episode[]; newCount: number } {
  const latest = new Map(episodes.map((episode) => [episode.key, episode]));
  const shown = held?.flatMap(({ key }) => latest.get(key) ?? []) ?? [];
  if (held === null || shown.length === 0) return { shown: lookAt, newCount: 0 };
  const keys = new Set(held.map(({ key }) => key));
  return { shown, newCount: lookAt.filter(({ key }) => !keys.has(key)).length };
}
