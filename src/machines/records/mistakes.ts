import { mistakeNote, studentsDevice } from '@vigil/contract/values';
import { MIN_REVIEWED_EPISODES } from '../../constants';
import type { DetectionLog } from '../../services/app/types';
import { episodesOf } from './episodes';

/** What a teacher has reviewed of a kind. */
interface Mistakes {
  reviewed: number;
  /** Of these, the ones that were dismissed as mistakes. */
  mistakes: number;
}

/**
 * Returns how many reviewed episodes of students' own devices were mistakes, by kind. Kinds with few of them, or without mistakes, are
 * left out: they say nothing.
 * @param logs newest first
 */
export function mistakesIn(logs: readonly DetectionLog[]): ReadonlyMap<string, Mistakes> {
  const counted = new Map<string, Mistakes>();
  for (const { activityType, logs: own } of episodesOf(logs.filter(({ source }) => source === studentsDevice))) {
    const reviews = own.flatMap(({ review }) => review ?? []);
    if (activityType === null || reviews.length === 0) continue;
    const { reviewed, mistakes } = counted.get(activityType) ?? { reviewed: 0, mistakes: 0 };
    const isMistake = reviews.some(({ state, note }) => state === 'dismissed' && note.startsWith(mistakeNote));
    counted.set(activityType, { reviewed: reviewed + 1, mistakes: mistakes + Number(isMistake) });
  }
  return new Map(
    [...counted].filter(([, { reviewed, mistakes }]) => reviewed >= MIN_REVIEWED_EPISODES && mistakes > 0),
  );
}
