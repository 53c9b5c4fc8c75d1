import { and, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { detections } from '../../platform/database/schema';
import { notFound } from '../../platform/http/httpError';
import type { components } from '../../schema';
import { lockOwnedSections } from '../section/sections';
import { bumpLogVersion, currentLogVersion } from './logVersion';

type ReviewRequest = components['schemas']['ReviewRequest'];

type Reviewed = Pick<typeof detections.$inferSelect, 'reviewState' | 'reviewNote' | 'reviewedAt'>;

/** What the teacher made of a detection. */
export const reviewOf = ({ reviewState, reviewNote, reviewedAt }: Reviewed): components['schemas']['Review'] | null =>
  reviewState && reviewedAt
    ? { state: reviewState, note: reviewNote ?? '', reviewed_at: reviewedAt.toISOString() }
    : null;

/**
 * Notes what a teacher makes of detections, of all or none. The time is that of the last change.
 * @returns the reviews as they are then, and by section the detections whose review changed
 * @throws HttpError 404 when one of the detections is not there or not the teacher's
 */
export async function reviewLogs(
  tx: Database,
  teacherId: number,
  { ids: given, state, note }: ReviewRequest,
): Promise<{ reviews: components['schemas']['LogReview'][]; changed: Map<number, number[]> }> {
  const ids = [...new Set(given)];
  const { id, sectionId, reviewState, reviewNote, reviewedAt } = detections;
  const ofThem = tx.select({ sectionId }).from(detections).where(inArray(id, ids));
  const reserved = await lockOwnedSections(tx, teacherId, ofThem);
  await bumpLogVersion(tx, reserved);
  const areThem = and(inArray(id, ids), inArray(sectionId, reserved));
  const held = await tx.select({ id }).from(detections).where(areThem).orderBy(id).for('no key update');
  if (held.length < ids.length) throw notFound('Log');
  const newNote = state === null ? null : (note?.trim() ?? sql`coalesce(${reviewNote}, '')`);
  const changed = await tx
    .update(detections)
    .set({ reviewState: state, reviewNote: newNote, reviewedAt: state && new Date(), change: currentLogVersion })
    .where(sql`${areThem} and (${reviewState}, ${reviewNote}) is distinct from (${state}, ${newNote})`)
    .returning({ id, sectionId });
  const bySection = new Map<number, number[]>();
  for (const row of changed) bySection.set(row.sectionId, [...(bySection.get(row.sectionId) ?? []), row.id]);
  const reviews = await tx
    .select({ id, reviewState, reviewNote, reviewedAt })
    .from(detections)
    .where(inArray(id, ids))
    .orderBy(id);
  return {
    reviews: reviews.map((row) => ({ id: row.id, review: reviewOf(row) })),
    changed: bySection,
  };
}
