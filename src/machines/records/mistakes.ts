import { mistakeNote, studentsDevice } from '@vigil/contract/values';
import { MIN_REVIEWED_EPISODES } from '../../constants';
import type { DetectionLog } from '../../services/app/types';
import { areDismissed, type Episode, episodesOf, isReviewed } from './episodes';

/** Of a kind's reviewed episodes, how many were of no use to the teacher. */
interface Share {
  reviewed: number;
  found: number;
}

/** Leaves out kinds with few reviews or nothing found, since a share of those would say nothing. */
function sharesOf(
  episodes: readonly Episode[],
  isCounted: (episode: Episode) => boolean,
  isFound: (episode: Episode) => boolean,
): ReadonlyMap<string, Share> {
  const shares = new Map<string, Share>();
  for (const episode of episodes) {
    const { activityType } = episode;
    if (activityType === null || !isCounted(episode)) continue;
    const { reviewed, found } = shares.get(activityType) ?? { reviewed: 0, found: 0 };
    shares.set(activityType, { reviewed: reviewed + 1, found: found + Number(isFound(episode)) });
  }
  return new Map([...shares].filter(([, { reviewed, found }]) => reviewed >= MIN_REVIEWED_EPISODES && found > 0));
}

/**
 * Returns how many reviewed episodes of students' own devices were mistakes, by kind.
 * @param logs newest first
 */
export const mistakesIn = (logs: readonly DetectionLog[]) =>
  sharesOf(
    episodesOf(logs.filter(({ source }) => source === studentsDevice)),
    (episode) => episode.logs.some(({ review }) => review),
    (episode) =>
      episode.logs.some(({ review }) => review?.state === 'dismissed' && review.note.startsWith(mistakeNote)),
  );

/**
 * Returns how many reviewed episodes were dismissed, by kind, as the logs can be filtered.
 * @param logs newest first
 */
export const dismissalsIn = (logs: readonly DetectionLog[]) =>
  sharesOf(episodesOf(logs), (episode) => areDismissed(episode) || isReviewed(episode), areDismissed);
