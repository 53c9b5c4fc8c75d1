import type { DetectionLog } from '../../services/app/types';
import { areDismissed, episodesOf, isAnswerNew, isReviewed } from './episodes';

export interface LessonCount {
  /** Number of episodes that were not dismissed. */
  episodes: number;
  /** Number of episodes that nobody has reviewed; undefined if the backend keeps no reviews. */
  unreviewed: number | undefined;
  /** Number of students' answers that nobody has looked at. */
  answers: number;
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
  return new Map([...byLesson].map(([id, own]) => [id, countOf(own)]));
}

function countOf(logs: readonly DetectionLog[]): LessonCount {
  const episodes = episodesOf(logs);
  const keepsReviews = logs.some(({ review }) => review !== undefined);
  return {
    episodes: episodes.filter((episode) => !areDismissed(episode)).length,
    unreviewed: keepsReviews ? episodes.filter((episode) => !isReviewed(episode)).length : undefined,
    answers: logs.filter(isAnswerNew).length,
  };
}
