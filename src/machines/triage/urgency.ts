import { activityKinds } from '@vigil/contract/values';
import { isActivityKind } from '../../activityKinds';
import type { ActivityKind } from '../../services/app/types';
import { type Episode, isHappening, isRecent } from '../records/episodes';
import type { Seat } from './seats';

/**
 * How loudly a seat or a mark shows: what the teacher has not seen and happens now, what they have not seen of the last ten
 * minutes, or neither. Only `now` is loud, so that no more seats are loud than episodes are under way.
 */
export type Urgency = 'now' | 'earlier' | 'calm';

const ranks: Record<Urgency, number> = { now: 0, earlier: 1, calm: 2 };

/**
 * Returns how loudly episodes that the teacher has not seen may show.
 *
 * @param isLive false if nothing can be said about the present
 */
export function urgencyOf(unseen: readonly Episode[], now: number, isLive: boolean): Urgency {
  if (isLive && unseen.some((episode) => isHappening(episode, now))) return 'now';
  return unseen.some((episode) => isRecent(episode, now)) ? 'earlier' : 'calm';
}

/** A student's episodes of one type. */
export interface Mark {
  /** Null for all types that are not known. */
  type: ActivityKind | null;
  count: number;
  urgency: Urgency;
}

/** Returns a seat's marks, the most urgent first, since there may not be room for all of them. */
export function marksOf({ episodes, unseen }: Pick<Seat, 'episodes' | 'unseen'>, now: number, isLive: boolean): Mark[] {
  // As most seats: the time is asked every second.
  if (episodes.length === 0) return [];
  const typeOf = ({ activityType }: Episode) => (isActivityKind(activityType) ? activityType : null);
  return [...activityKinds, null]
    .map((type) => {
      const isOne = (episode: Episode) => typeOf(episode) === type;
      return { type, count: episodes.filter(isOne).length, urgency: urgencyOf(unseen.filter(isOne), now, isLive) };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => ranks[a.urgency] - ranks[b.urgency]);
}

/** Returns how loudly the seat of these marks shows. */
export const loudestOf = (marks: readonly Mark[]): Urgency => marks[0]?.urgency ?? 'calm';

/** Returns whether two lists of marks show the same. */
export const sameMarks = (some: readonly Mark[], others: readonly Mark[]): boolean =>
  some.length === others.length &&
  some.every(({ type, count, urgency }, place) => {
    const other = others[place];
    return other?.type === type && other.count === count && other.urgency === urgency;
  });
