import type { components } from '@vigil/contract';
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError, notFound, wrongField } from '../../platform/http/httpError';
import { cleanLine, isVisible } from '../../platform/http/visibleText';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import { detailsOf } from '../detection/deviceEpisodes';
import { bumpLogVersion, currentLogVersion } from '../detection/logVersion';
import { reviewOf } from '../detection/reviews';
import { screenshotAddress } from '../detection/screenshots';
import type { Keys } from '../keys';
import { deletedBy } from '../retention';
import { teachers } from '../tables/account';
import { detections } from '../tables/detection';
import { readCoverage } from './coverage';
import type { TokenHolder } from './tokens';

type Schemas = components['schemas'];

const hourMilliseconds = 3_600_000;

const noReceipt = (detail: string) => new HttpError(404, { detail });

/**
 * Returns which lesson's logs a device may read and answer: the student's, if it was admitted when the lesson ended. One that left or was
 * turned away may have been somebody else's, so it reads what it reported itself; one that was replaced, nothing.
 * @throws HttpError 404 if the device was never in the lesson or is no longer in the running one, 409 if it is in the running one
 */
function opened({ attendance: { id, status, studentId, admittedAt }, lesson: { endedAt } }: TokenHolder) {
  if (studentId === null || admittedAt === null || !['admitted', 'left', 'refused'].includes(status))
    throw noReceipt('You were not in this lesson when it ended.');
  if (endedAt === null) {
    // A device that is in the lesson goes on there; another one has no way back.
    const code = status === 'admitted' ? 409 : 404;
    throw new HttpError(code, { detail: 'The lesson is running. Its receipt comes when it ends.' });
  }
  return { studentId, endedAt, attendanceId: status === 'admitted' ? undefined : id };
}

type Opened = ReturnType<typeof opened>;

/** SQL condition: a student's logs of a lesson. The times are for the partitions; clocks differ by minutes at most. */
const isOf = ({ attendance, lesson }: TokenHolder, { studentId, endedAt, attendanceId }: Opened) =>
  and(
    eq(detections.sessionId, attendance.sessionId),
    eq(detections.studentId, studentId),
    attendanceId === undefined ? undefined : eq(detections.attendanceId, attendanceId),
    gte(detections.seenAt, new Date(lesson.startedAt.getTime() - hourMilliseconds)),
    lte(detections.seenAt, new Date(endedAt.getTime() + hourMilliseconds)),
  );

/** Returns what was recorded of a device's student in its lesson. @throws HttpError 404 without a receipt, 409 while the device’s lesson is running */
export async function readReceipt(
  { db, keys, settings: { retentionDays } }: Pick<Context, 'db' | 'keys' | 'settings'>,
  holder: TokenHolder,
): Promise<Schemas['Receipt']> {
  const open = opened(holder);
  const { studentId, endedAt, attendanceId } = open;
  const { attendance, section, teacher } = holder;
  const isListed = isOf(holder, open);
  const rows = await db
    .select()
    .from(detections)
    .where(isListed)
    .orderBy(asc(detections.seenAt), asc(detections.id))
    .limit(bounds.receiptLogs);
  const count = rows.length < bounds.receiptLogs ? rows.length : await db.$count(detections, isListed);
  const lesson = { sectionId: section.id, sessionId: attendance.sessionId, studentId, attendanceId };
  const { students, excuses = [] } = await readCoverage(db, lesson);
  const nameOf = await findTeachers(db, rows);
  return {
    section: section.name,
    teacher: teacher.name,
    ended_at: endedAt.toISOString(),
    periods: students.flatMap(({ periods }) => periods),
    excuses: excuses.map(({ reason, started_at, ended_at }) => ({ reason, started_at, ended_at })),
    logs: rows.map((row) => logOf(row, keys, (id) => nameOf.get(id) ?? null)),
    more: count - rows.length,
    deleted_by: deletedBy(endedAt, retentionDays),
  };
}

type Row = typeof detections.$inferSelect;

/** Returns the names of the teachers who have reviewed logs or replied, by id. */
async function findTeachers(db: Database, rows: Row[]): Promise<ReadonlyMap<number | null, string>> {
  const ids = rows.flatMap(({ reviewedBy, repliedBy }) => [reviewedBy ?? [], repliedBy ?? []].flat());
  if (ids.length === 0) return new Map();
  const named = await db.select({ id: teachers.id, name: teacherName }).from(teachers).where(inArray(teachers.id, ids));
  return new Map(named.map(({ id, name }) => [id, name]));
}

/** @param nameOf returns a teacher's name, or null once they are deleted */
function logOf(row: Row, keys: Keys, nameOf: (id: number | null) => string | null): Schemas['ReceiptLog'] {
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
    review: review && { state: review.state, by: nameOf(row.reviewedBy), reviewed_at: review.reviewed_at },
    answer: row.answer,
    reply: row.reply === null ? null : { text: row.reply, by: nameOf(row.repliedBy) },
  };
}

/**
 * Stores what a student has to say about one of their logs, instead of an earlier answer. A reply was to the earlier one.
 * @throws HttpError 400 for an empty text, 404 without a receipt or such a log, 409 while the lesson is running
 */
export async function answerLog(
  tx: Database,
  holder: TokenHolder,
  { log_id, text }: Schemas['NewAnswer'],
): Promise<Schemas['StoredAnswer']> {
  const open = opened(holder);
  const answer = cleanLine(text);
  if (!isVisible(answer)) throw wrongField('text', 'Write your answer.');
  await bumpLogVersion(tx, [holder.section.id]);
  const answered = await tx
    .update(detections)
    .set({ answer, answeredAt: new Date(), reply: null, repliedBy: null, change: currentLogVersion })
    .where(and(isOf(holder, open), eq(detections.id, log_id)))
    .returning({ id: detections.id });
  if (answered.length === 0) throw notFound('Log');
  return { log_id, answer };
}
