import { and, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { Keys } from '../../platform/config/keys';
import type { Database } from '../../platform/database/database';
import { detections, students } from '../../platform/database/schema';
import { HttpError, notFound } from '../../platform/http/httpError';
import type { components } from '../../schema';
import { bounds } from '../bounds';
import { lockOwnedSections } from '../section/sections';
import { bumpLogVersion, listDeletions, readLogVersion, recordDeletions } from './logVersion';
import { reviewOf } from './reviews';
import { screenshotAddress } from './screenshotAddress';

/** Rows read at once: with the longest texts that agents may send, eight megabytes. */
const rowsAtOnce = 500;

type Log = components['schemas']['DetectionLog'];
type LogPage = components['schemas']['DetectionLogPage'];

/**
 * One page of a section's detections, newest first.
 * @param before the last detection of the page before
 * @throws HttpError 409 when nothing is older than that, or it is gone
 */
export async function listLogs(db: Database, keys: Keys, sectionId: number, before?: number): Promise<LogPage> {
  return before === undefined ? firstLogs(db, keys, sectionId) : olderLogs(db, keys, sectionId, before);
}

async function firstLogs(db: Database, keys: Keys, sectionId: number): Promise<LogPage> {
  // Before the detections: what changes in between is told twice rather than never.
  const present = await readLogVersion(db, sectionId);
  const page = await readPage(db, keys, sectionId, bounds.logs.firstPage);
  const count =
    page.next === null ? page.results.length : await db.$count(detections, eq(detections.sectionId, sectionId));
  return { ...page, count, newer: newerAddress(sectionId, present) };
}

async function olderLogs(db: Database, keys: Keys, sectionId: number, before: number): Promise<LogPage> {
  const page = await readPage(db, keys, sectionId, bounds.logs.page, olderThan(sectionId, before));
  // Whoever is led here was told that there is more: a detection that is gone meanwhile cannot say what is older than it.
  if (page.results.length === 0) throw readAgain();
  return page;
}

/**
 * What was recorded, reviewed and deleted in a section's changes after one of them.
 * @throws HttpError 409 when that cannot be told any more, or is more than a page
 */
export async function listNewerLogs(db: Database, keys: Keys, sectionId: number, since: number): Promise<LogPage> {
  // In this order, a detection that comes and goes in between is told as deleted.
  const present = await readLogVersion(db, sectionId);
  const { results, next } = await readPage(db, keys, sectionId, bounds.logs.page, gt(detections.change, since));
  const { deleted, deletionsSince } = await listDeletions(db, sectionId, since, bounds.logs.page + 1);
  // After a restored backup, somebody may know of a change that has not happened.
  if (since > present || since < deletionsSince || next !== null || deleted.length > bounds.logs.page)
    throw readAgain();
  return { results, next, deleted, newer: newerAddress(sectionId, present) };
}

const newerAddress = (sectionId: number, since: number) => `/detection/logs/?section=${sectionId}&since=${since}`;

const readAgain = () => new HttpError(409, { detail: 'The logs have changed meanwhile. Please refresh them.' });

/** Time and id together, compared by the database: of detections at the same microsecond none is skipped or repeated. */
function olderThan(sectionId: number, before: number): SQL {
  const { id, seenAt } = detections;
  return sql`(${seenAt}, ${id}) < (select ${seenAt}, ${id} from ${detections} where ${id} = ${before} and ${detections.sectionId} = ${sectionId})`;
}

/** A page ends at `size` logs or at the most bytes, whichever comes first, but holds at least one log. */
async function readPage(
  db: Database,
  keys: Keys,
  sectionId: number,
  size: number,
  those?: SQL,
): Promise<LogPage & { next: string | null }> {
  const results: Log[] = [];
  let bytes = 0;
  for (let last: Log | undefined; results.length < size; last = results.at(-1)) {
    const wanted = Math.min(rowsAtOnce, size - results.length);
    const rows = await readRows(db, sectionId, wanted + 1, and(those, last && olderThan(sectionId, last.id)));
    for (const row of rows.slice(0, wanted)) {
      const log = logOf(keys, row);
      bytes += Buffer.byteLength(JSON.stringify(log)) + 1;
      if (bytes > bounds.logs.pageBytes && results.length > 0) return { results, next: restOf(sectionId, results) };
      results.push(log);
    }
    // There was one more than the last: finding none means that the last is gone, and whoever asks for the rest is told so.
    const isEnd = rows.length <= wanted && !(last && rows.length === 0);
    if (isEnd) return { results, next: null };
    if (rows.length === 0) break;
  }
  return { results, next: restOf(sectionId, results) };
}

const restOf = (sectionId: number, results: Log[]) =>
  `/detection/logs/?section=${sectionId}&before=${results.at(-1)?.id}`;

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows(db: Database, sectionId: number, most: number, those: SQL | undefined) {
  const { screenshotUrl, ...rest } = getTableColumns(detections);
  // Before there was a limit, an agent could send megabytes. The size of a long text is known without reading it.
  const listed = sql<
    string | null
  >`case when octet_length(${screenshotUrl}) <= ${bounds.addressCharacters} then ${screenshotUrl} end`;
  return db
    .select({ detection: { ...rest, screenshotUrl: listed }, student: students })
    .from(detections)
    .innerJoin(students, eq(students.id, detections.studentId))
    .where(and(eq(detections.sectionId, sectionId), those))
    .orderBy(desc(detections.seenAt), desc(detections.id))
    .limit(most);
}

const logOf = (keys: Keys, { detection, student }: Row): Log => ({
  id: detection.id,
  timestamp: detection.seenAt.toISOString(),
  student_name: student.name,
  student_email: student.email,
  activity_type: detection.activityType,
  details: detection.details,
  screenshot: detection.screenshotType ? screenshotAddress(keys, detection) : detection.screenshotUrl,
  session_id: detection.sessionId,
  source: detection.source,
  clock_off_seconds: detection.clockOffSeconds,
  review: reviewOf(detection),
});

/**
 * Deletes a detection with its screenshot, inside a transaction.
 * @returns its section
 * @throws HttpError 404 unless it is the teacher's
 */
export async function deleteLog(tx: Database, teacherId: number, logId: number): Promise<number> {
  const isIt = eq(detections.id, logId);
  const [sectionId] = await lockOwnedSections(
    tx,
    teacherId,
    tx.select({ id: detections.sectionId }).from(detections).where(isIt),
  );
  if (sectionId === undefined) throw notFound('Log');
  await bumpLogVersion(tx, [sectionId]);
  await recordDeletions(tx, isIt);
  const deleted = await tx.delete(detections).where(isIt).returning({ id: detections.id });
  // Somebody else may have deleted it while this waited.
  if (deleted.length === 0) throw notFound('Log');
  return sectionId;
}
