import type { DetectionLog } from '../../services/app/types';
import { episodesOf } from './episodes';

export interface LessonCount {
  detections: number;
  /** Number of episodes that nobody has reviewed; undefined if the backend keeps no reviews. */
  unreviewed: number | undefined;
}

/** Returns the counts of these lessons' logs by lesson id. Lessons without logs are left out. */
export function countsByLesson(
  logs: readonly DetectionLog[],
  lessonIds: ReadonlySet<string>,
): ReadonlyMap<string, LessonCount> {
  const byLesson = new Map<string, DetectionLog[]>();
  for (const log of logs) {
    if (log.sessionId === null || !lessonIds.has(log.sessionId)) continue;
    const others = byLesson.get(log.sessionId);
    if (others) others.push(log);
    else byLesson.set(log.sessionId, [log]);
  }
  return new Map([...byLesson].map(([id, own]) => [id, { detections: own.length, unreviewed: unreviewedIn(own) }]));
}

function unreviewedIn(logs: readonly DetectionLog[]): number | undefined {
  if (logs.every(({ review }) => review === undefined)) return undefined;
  return episodesOf(logs).filter((episode) => !episode.logs.some(({ review }) => review)).length;
}
