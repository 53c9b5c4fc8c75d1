import { OVERVIEW_LOG_COUNT } from '../../constants';
import type { DetectionLog } from '../../services/types';
import type { Episode } from '../logs/episodes';

/* Rows that stand still, and how many new ones wait. Without a row left there is nothing to keep still. */

/**
 * Returns the newest logs, or those that stand still, and how many logs are newer than the last of them but not among them.
 *
 * @param held all logs when the rows came to stand still; null while they follow what comes
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
 * Returns the episodes that need attention, or those that stand still, and how many are missing from these. What was seen
 * meanwhile keeps its row. An empty list never stands still: it would claim that all is quiet.
 *
 * @param episodes all of the lesson, in the order in which they began
 * @param lookAt those that need attention, in their order
 * @param held the same when the rows came to stand still; null while they follow what comes
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
