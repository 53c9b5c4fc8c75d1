import type { components } from '@vigil/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { notFound } from '../../platform/http/httpError';
import { cleanLines } from '../../platform/http/visibleText';
import { isSeen, lockSections, type OwnedSection, refuseHistory } from '../section/access';
import { bumpLogVersion, currentLogVersion } from './logVersion';
import { detections } from './tables';

type ReviewRequest = components['schemas']['ReviewRequest'];

type Reviewed = Pick<typeof detections.$inferSelect, 'reviewState' | 'reviewNote' | 'reviewedAt'>;

export const reviewOf = ({ reviewState, reviewNote, reviewedAt }: Reviewed): components['schemas']['Review'] | null =>
  reviewState && reviewedAt
    ? { state: reviewState, note: reviewNote ?? '', reviewed_at: reviewedAt.toISOString() }
    : null;

/**
 * Reviews detections, all or none. The review's time is that of its last change.
 * @returns the reviews, and the changed detections by section
 * @throws HttpError 404 when a detection is missing or not open to the teacher, 403 when it is of a lesson that they do not see
 */
export async function reviewLogs(
  tx: Database,
  teacherId: number,
  { ids: requested, state, note }: ReviewRequest,
): Promise<{ reviews: components['schemas']['LogReview'][]; changed: [OwnedSection, number[]][] }> {
  const ids = [...new Set(requested)];
  const { id, sectionId, reviewState, reviewNote, reviewedAt } = detections;
  const theirSections = tx.select({ sectionId }).from(detections).where(inArray(id, ids));
  const open = await lockSections(tx, { teacherId, ids: theirSections }, 'teach');
  const sectionIds = open.map(({ section }) => section.sectionId);
  await bumpLogVersion(tx, sectionIds);
  const isRequested = and(inArray(id, ids), inArray(sectionId, sectionIds));
  const locked = await tx.select({ id }).from(detections).where(isRequested).orderBy(id).for('no key update');
  if (locked.length < ids.length) throw notFound('Log');
  for (const access of open) {
    const isShown = isSeen(tx, access, detections.sessionId);
    const isHidden = and(isRequested, eq(sectionId, access.section.sectionId), sql`(${isShown}) is not true`);
    if (isShown && (await tx.$count(detections, isHidden)) > 0) throw refuseHistory(access);
  }
  const newNote = state === null ? null : note === undefined ? sql`coalesce(${reviewNote}, '')` : cleanLines(note);
  const changed = await tx
    .update(detections)
    .set({ reviewState: state, reviewNote: newNote, reviewedAt: state && new Date(), change: currentLogVersion })
    .where(sql`${isRequested} and (${reviewState}, ${reviewNote}) is distinct from (${state}, ${newNote})`)
    .returning({ id, sectionId });
  const bySection = open.flatMap(({ section }): [OwnedSection, number[]][] => {
    const ofSection = changed.filter((row) => row.sectionId === section.sectionId);
    return ofSection.length === 0 ? [] : [[section, idsOf(ofSection)]];
  });
  const reviews = await tx
    .select({ id, reviewState, reviewNote, reviewedAt })
    .from(detections)
    .where(inArray(id, ids))
    .orderBy(id);
  return { reviews: reviews.map((row) => ({ id: row.id, review: reviewOf(row) })), changed: bySection };
}
