import type { DetectionLog } from '../../services/types';

/** Returns the number of logs by lesson id. */
export function countsByLesson(logs: readonly DetectionLog[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { sessionId } of logs) if (sessionId !== null) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return counts;
}
