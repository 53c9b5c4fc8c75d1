import type { DetectionLog, Noted } from '../../services/app/types';

/** Logs that have the same review, or none. */
export type EarlierReview = Noted & { logIds: readonly string[] };

/** Returns the reviews of logs, each with its logs, to save them again later. */
export function reviewsOf(logs: readonly DetectionLog[]): EarlierReview[] {
  const reviews = new Map<string, Noted & { logIds: string[] }>();
  for (const { id, review } of logs) {
    const noted: Noted = review ? { state: review.state, note: review.note } : { state: null };
    const key = JSON.stringify(noted);
    const same = reviews.get(key);
    if (same) same.logIds.push(id);
    else reviews.set(key, { ...noted, logIds: [id] });
  }
  return [...reviews.values()];
}
