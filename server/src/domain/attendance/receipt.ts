import type { components } from '@vigil/contract';
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError, notFound, wrongField } from '../../platform/http/httpError';
import { cleanLine, isVisible } from '../../platform/http/visibleText';
import { bounds } from '../bounds';
import { detailsOf } from '../detection/deviceEpisodes';
import { bumpLogVersion, currentLogVersion } from '../detection/logVersion';
import { reviewOf } from '../detection/reviews';
import { screenshotAddress } from '../detection/screenshots';
import { detections } from '../detection/tables';
import type { Keys } from '../keys';
import { deletedBy } from '../retention';
import { readCoverage } from './coverage';
import type { TokenHolder } from './tokens';

type Schemas = components['schemas'];

const hourMilliseconds = 3_600_000;
/** How long after a lesson its receipt can be read and answered. Tokens live longer. */
const openMilliseconds = 24 * hourMilliseconds;

const noReceipt = (detail: string) => new HttpError(404, { detail });

/**
 * Returns which lesson's logs a device may read and answer. One that was replaced or refused may have been somebody else's.
 * @throws HttpError 404 while the lesson is running, unless the device was admitted when it ended, or when the receipt is closed
 */
function opened({ attendance: { status, studentId }, lesson: { endedAt } }: TokenHolder) {
  if (status !== 'admitted' || studentId === null) throw noReceipt('You were not in this lesson when it ended.');
  if (endedAt === null) throw noReceipt('The lesson is still running. Its receipt comes when it ends.');
  const closesAt = new Date(endedAt.getTime() + openMilliseconds);
  if (closesAt.getTime() <= Date.now()) throw noReceipt('The receipt of this lesson is closed.');
  return { studentId, endedAt, closesAt };
}

/** SQL condition: a student's logs of a lesson. The times are for the partitions; clocks differ by minutes at most. */
const isOf = ({ attendance, lesson }: TokenHolder, studentId: number, endedAt: Date) =>
  and(
    eq(detections.sessionId, attendance.sessionId),
    eq(detections.studentId, studentId),
    gte(detections.seenAt, new Date(lesson.startedAt.getTime() - hourMilliseconds)),
    lte(detections.seenAt, new Date(endedAt.getTime() + hourMilliseconds)),
  );

/** Returns what was recorded of a device's student in its lesson. @throws HttpError 404 without a receipt */
export async function readReceipt(
  { db, keys, settings: { retentionDays } }: Pick<Context, 'db' | 'keys' | 'settings'>,
  holder: TokenHolder,
): Promise<Schemas['Receipt']> {
  const { studentId, endedAt, closesAt } = opened(holder);
  const { attendance, section, teacher } = holder;
  const isListed = isOf(holder, studentId, endedAt);
  const rows = await db
    .select()
    .from(detections)
    .where(isListed)
    .orderBy(asc(detections.seenAt), asc(detections.id))
    .limit(bounds.receiptLogs);
  const count = rows.length < bounds.receiptLogs ? rows.length : await db.$count(detections, isListed);
  const lesson = { sectionId: section.id, sessionId: attendance.sessionId, studentId };
  const { students, excuses = [] } = await readCoverage(db, lesson);
  return {
    section: section.name,
    teacher: teacher.name,
    ended_at: endedAt.toISOString(),
    periods: students.flatMap(({ periods }) => periods),
    excuses: excuses.map(({ reason, started_at, ended_at }) => ({ reason, started_at, ended_at })),
    logs: rows.map((row) => logOf(row, keys, teacher.name)),
    more: count - rows.length,
    deleted_by: deletedBy(endedAt, retentionDays),
    closes_at: closesAt.toISOString(),
  };
}

function logOf(row: typeof detections.$inferSelect, keys: Keys, teacher: string): Schemas['ReceiptLog'] {
  const review = reviewOf(row);
  return {
    id: row.id,
    activity_type: row.activityType,
    details: detailsOf(row) ?? '',
    started_at: row.seenAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    source: row.source ?? '',
    has_picture: row.screenshotType !== null || row.screenshotUrl !== null,
    ...(row.screenshotType !== null && { screenshot: screenshotAddress(keys, row, 'student') }),
    // The note is the teacher's own.
    review: review && { state: review.state, by: teacher, reviewed_at: review.reviewed_at },
    answer: row.answer,
  };
}

/**
 * Stores what a student has to say about one of their logs, instead of an earlier answer.
 * @throws HttpError 400 for an empty text, 404 without a receipt or such a log
 */
export async function answerLog(
  tx: Database,
  holder: TokenHolder,
  { log_id, text }: Schemas['NewAnswer'],
): Promise<Schemas['StoredAnswer']> {
  const { studentId, endedAt } = opened(holder);
  const answer = cleanLine(text);
  if (!isVisible(answer)) throw wrongField('text', 'Write your answer.');
  await bumpLogVersion(tx, [holder.section.id]);
  const answered = await tx
    .update(detections)
    .set({ answer, change: currentLogVersion })
    .where(and(isOf(holder, studentId, endedAt), eq(detections.id, log_id)))
    .returning({ id: detections.id });
  if (answered.length === 0) throw notFound('Log');
  return { log_id, answer };
}
