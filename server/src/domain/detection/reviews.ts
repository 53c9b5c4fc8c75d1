import type { components } from '@vigil/contract';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError, notFound } from '../../platform/http/httpError';
import { cleanLine, cleanLines } from '../../platform/http/visibleText';
import { isReadable, lockSections, type OwnedSection, refuseHistory } from '../section/access';
import { detections } from '../tables/detection';
import { bumpLogVersion, currentLogVersion } from './logVersion';

type ReviewState = components['schemas']['ReviewState'];

type ReviewRequest = components['schemas']['ReviewRequest'];

type Reviewed = Pick<typeof detections.$inferSelect, 'reviewState' | 'reviewNote' | 'reviewedAt'>;

export const reviewOf = ({ reviewState, reviewNote, reviewedAt }: Reviewed): components['schemas']['Review'] | null =>
  reviewState && reviewedAt
    ? { state: reviewState, note: reviewNote ?? '', reviewed_at: reviewedAt.toISOString() }
    : null;

/**
 * Reviews detections, all or none. The review's time is that of its last change, or of the first look at the student's answer.
 * @returns the reviews, and the changed detections by section
 * @throws HttpError 404 when a detection is missing or not open to the teacher, 403 when it is of a lesson that they do not see
 */
export async function reviewLogs(
  tx: Database,
  teacherId: number,
  { ids: requested, state, note }: ReviewRequest,
): Promise<{ reviews: components['schemas']['LogReview'][]; changed: [OwnedSection, number[]][] }> {
  const ids = [...new Set(requested)];
  const { id, sectionId, reviewState, reviewNote, reviewedAt, answeredAt } = detections;
  const theirSections = tx.select({ sectionId }).from(detections).where(inArray(id, ids));
  const open = await lockSections(tx, { teacherId, ids: theirSections }, 'teach');
  const sectionIds = open.map(({ section }) => section.sectionId);
  await bumpLogVersion(tx, sectionIds);
  const isRequested = and(inArray(id, ids), inArray(sectionId, sectionIds));
  const locked = await tx.select({ id }).from(detections).where(isRequested).orderBy(id).for('no key update');
  if (locked.length < ids.length) throw notFound('Log');
  for (const access of open) {
    const isShown = isReadable(tx, access, detections.sessionId);
    const isHidden = and(isRequested, eq(sectionId, access.section.sectionId), sql`(${isShown}) is not true`);
    if (isShown && (await tx.$count(detections, isHidden)) > 0) throw refuseHistory(access);
  }
  const newNote = state === null ? null : note === undefined ? sql`coalesce(${reviewNote}, '')` : cleanLines(note);
  const changed = await tx
    .update(detections)
    .set({
      reviewState: state,
      reviewNote: newNote,
      reviewedAt: state && new Date(),
      reviewedBy: state && teacherId,
      change: currentLogVersion,
    })
    .where(
      sql`${isRequested} and ((${reviewState}, ${reviewNote}) is distinct from (${state}, ${newNote}) or ${answeredAt} > ${reviewedAt})`,
    )
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

/**
 * Stores a teacher's reply to a student's answer, which the student reads, or takes it back. Who replies has looked: the log is seen unless it
 * was dismissed.
 * @param reply an empty text takes it back
 * @returns the log's reply and review, and its section
 * @throws HttpError 404 when the log is missing or not open to the teacher, 403 when it is of a lesson that they do not see, 409 without an
 * answer
 */
export async function replyTo(
  tx: Database,
  teacherId: number,
  { id: logId, text }: components['schemas']['NewReply'],
): Promise<{ replied: components['schemas']['StoredReply']; section: OwnedSection }> {
  const isLog = eq(detections.id, logId);
  const ids = tx.select({ id: detections.sectionId }).from(detections).where(isLog);
  const [access] = await lockSections(tx, { teacherId, ids }, 'teach');
  if (!access) throw notFound('Log');
  const isShown = isReadable(tx, access, detections.sessionId);
  if (isShown && (await tx.$count(detections, and(isLog, isShown))) === 0) throw refuseHistory(access);
  await bumpLogVersion(tx, [access.section.sectionId]);
  const reply = cleanLine(text);
  const { reviewState, reviewNote } = detections;
  const looked = {
    ...{
      reviewState: sql`coalesce(${reviewState}, ${'seen' satisfies ReviewState})`,
      reviewNote: sql`coalesce(${reviewNote}, '')`,
    },
    ...{ reviewedAt: new Date(), reviewedBy: teacherId },
  };
  const [row] = await tx
    .update(detections)
    .set({
      ...(reply === '' ? { reply: null, repliedBy: null } : { reply, repliedBy: teacherId, ...looked }),
      change: currentLogVersion,
    })
    .where(and(isLog, isNotNull(detections.answer)))
    .returning();
  if (row) return { replied: { id: row.id, reply: row.reply, review: reviewOf(row) }, section: access.section };
  // Another request may have deleted it while this one waited for the lock.
  if ((await tx.$count(detections, isLog)) === 0) throw notFound('Log');
  throw new HttpError(409, { detail: 'The student has not answered.' });
}
