import type { components } from '@vigil/contract';
import { studentsDevice } from '@vigil/contract/values';
import { and, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { HttpError, notFound } from '../../platform/http/httpError';
import { bounds } from '../bounds';
import type { Keys } from '../keys';
import { type Access, isReadable, lockSections } from '../section/access';
import { detections } from '../tables/detection';
import { students } from '../tables/section';
import { detailsOf } from './deviceEpisodes';
import { bumpLogVersion, listDeletions, recordDeletions } from './logVersion';
import { reviewOf } from './reviews';
import { screenshotAddress } from './screenshots';

/** Rows per query: at most 8 MB with the longest texts that agents may send. */
const batchSize = 500;

type Log = components['schemas']['DetectionLog'];
type LogPage = components['schemas']['DetectionLogPage'];

/** A section and its log version, read before the detections: a change in between is then sent twice rather than never. */
interface VersionedSection {
  /** Of the reader: a substitute sees the logs of some lessons only, and reads them in whole each time. */
  access: Access;
  sectionId: number;
  version: number;
}

type Reading = Pick<Context, 'db' | 'keys'>;

/** Lists the first page of a section's detections, newest first. */
export async function listLogs(reading: Reading, { access, sectionId, version }: VersionedSection): Promise<LogPage> {
  const { db } = reading;
  const isShown = isReadable(db, access, detections.sessionId);
  const page = await readPage(reading, { access, sectionId, size: bounds.logs.firstPage, condition: isShown });
  const isListed = and(eq(detections.sectionId, sectionId), isShown);
  const count = page.next === null ? page.results.length : await db.$count(detections, isListed);
  return { ...page, count, ...(isShown === undefined && { newer: newerAddress(sectionId, version) }) };
}

/**
 * Lists the page of detections after `before`, the last one of the previous page.
 * @throws HttpError 409 when it is empty: `before` has been deleted, so nothing is known to be older
 */
export async function listOlderLogs(
  reading: Reading,
  { access, sectionId, before }: VersionedSection & { before: number },
): Promise<LogPage> {
  const condition = and(olderThan(sectionId, before), isReadable(reading.db, access, detections.sessionId));
  const page = await readPage(reading, { access, sectionId, size: bounds.logs.page, condition });
  if (page.results.length === 0) throw readAgain();
  return page;
}

/**
 * Lists the detections recorded, reviewed and deleted after a log version.
 * @throws HttpError 409 when deletions since then have been pruned, there is more than a page, or the reader does not see all lessons
 */
export async function listNewerLogs(
  reading: Reading,
  { access, sectionId, version, since }: VersionedSection & { since: number },
): Promise<LogPage> {
  if (isReadable(reading.db, access, detections.sessionId) !== undefined) throw readAgain();
  // In this order, a detection recorded and deleted in between is listed as deleted.
  const condition = gt(detections.change, since);
  const { results, next } = await readPage(reading, { access, sectionId, size: bounds.logs.page, condition });
  const limit = bounds.logs.page + 1;
  const { deleted, deletionsSince } = await listDeletions(reading.db, { sectionId, since, limit });
  // After a backup is restored, a client may have a version from the future.
  if (since > version || since < deletionsSince || next !== null || deleted.length > bounds.logs.page)
    throw readAgain();
  return { results, next, deleted, newer: newerAddress(sectionId, version) };
}

const newerAddress = (sectionId: number, since: number) => `/detection/logs/?section=${sectionId}&since=${since}`;

const readAgain = () => new HttpError(409, { detail: 'The logs have changed meanwhile. Please refresh them.' });

/** SQL condition: comes after a detection in the list. The id breaks ties of the time. */
function olderThan(sectionId: number, before: number): SQL {
  const { id, seenAt } = detections;
  return sql`(${seenAt}, ${id}) < (select ${seenAt}, ${id} from ${detections} where ${id} = ${before} and ${detections.sectionId} = ${sectionId})`;
}

interface Sought {
  size: number;
  condition: SQL | undefined;
}

/** Reads a page of at most `size` logs and `pageBytes`, but at least one log. */
async function readPage(
  { db, keys }: Reading,
  { access, sectionId, size, condition }: Pick<VersionedSection, 'access' | 'sectionId'> & Sought,
): Promise<LogPage & { next: string | null }> {
  const results: Log[] = [];
  let bytes = 0;
  for (let last: Log | undefined; results.length < size; last = results.at(-1)) {
    const wanted = Math.min(batchSize, size - results.length);
    const isWanted = and(eq(detections.sectionId, sectionId), condition, last && olderThan(sectionId, last.id));
    const rows = await readRows(db, isWanted, wanted + 1);
    for (const row of rows.slice(0, wanted)) {
      const log = logOf(keys, row, access);
      bytes += Buffer.byteLength(JSON.stringify(log)) + 1;
      if (bytes > bounds.logs.pageBytes && results.length > 0) return { results, next: restOf(sectionId, results) };
      results.push(log);
    }
    // A row after `last` existed before. Finding none means `last` was deleted; the request for the next page reports it.
    const isEnd = rows.length <= wanted && !(last && rows.length === 0);
    if (isEnd) return { results, next: null };
    if (rows.length === 0) break;
  }
  return { results, next: restOf(sectionId, results) };
}

const restOf = (sectionId: number, results: Log[]) =>
  `/detection/logs/?section=${sectionId}&before=${results.at(-1)?.id}`;

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows(db: Database, isWanted: SQL | undefined, limit: number) {
  const { screenshotUrl, ...rest } = getTableColumns(detections);
  // URLs stored before the limit existed may have megabytes. PostgreSQL knows their size without reading them.
  const shortUrl = sql<
    string | null
  >`case when octet_length(${screenshotUrl}) <= ${bounds.addressCharacters} then ${screenshotUrl} end`;
  return db
    .select({ detection: { ...rest, screenshotUrl: shortUrl }, student: students })
    .from(detections)
    .innerJoin(students, eq(students.id, detections.studentId))
    .where(isWanted)
    .orderBy(desc(detections.seenAt), desc(detections.id))
    .limit(limit);
}

const logOf = (keys: Keys, { detection, student }: Row, { role, teacherId }: Access): Log => ({
  id: detection.id,
  timestamp: detection.seenAt.toISOString(),
  student_name: student.name,
  student_email: student.email,
  activity_type: detection.activityType,
  details: detailsOf(detection),
  screenshot: detection.screenshotType
    ? screenshotAddress(keys, detection, role === 'owner' ? 'owner' : teacherId)
    : detection.screenshotUrl,
  session_id: detection.sessionId,
  source: detection.source,
  ...(detection.source === studentsDevice && { ended_at: detection.endedAt?.toISOString() ?? null }),
  clock_off_seconds: detection.clockOffSeconds,
  review: reviewOf(detection),
  ...(detection.answer !== null && { answer: detection.answer }),
  ...(detection.answeredAt && { answered_at: detection.answeredAt.toISOString() }),
  ...(detection.reply !== null && { reply: detection.reply }),
});

/**
 * Lists the newest logs of a student in a section, without pictures and teachers' notes.
 * @returns also the number of all
 */
export async function listLogsOfStudent(
  { db, keys }: Reading,
  access: Access,
  { studentId, limit }: { studentId: number; limit: number },
): Promise<{ logs: Log[]; count: number }> {
  const isTheirs = and(eq(detections.sectionId, access.section.sectionId), eq(detections.studentId, studentId));
  const rows = await readRows(db, isTheirs, limit);
  const logs = rows.map((row): Log => {
    const { review, ...log } = logOf(keys, row, access);
    return { ...log, screenshot: null, review: review ? { ...review, note: '' } : null };
  });
  return { logs, count: rows.length < limit ? rows.length : await db.$count(detections, isTheirs) };
}

/**
 * Deletes a detection with its screenshot.
 * @returns its section's id
 * @throws HttpError 404 unless the section is open to the teacher, 403 unless it is theirs
 */
export async function deleteLog(
  tx: Database,
  { teacherId, logId }: { teacherId: number; logId: number },
): Promise<number> {
  const isLog = eq(detections.id, logId);
  const ids = tx.select({ id: detections.sectionId }).from(detections).where(isLog);
  const [access] = await lockSections(tx, { teacherId, ids }, 'delete');
  if (!access) throw notFound('Log');
  const { sectionId } = access.section;
  await bumpLogVersion(tx, [sectionId]);
  await recordDeletions(tx, isLog);
  const deleted = await tx.delete(detections).where(isLog).returning({ id: detections.id });
  // Another request may have deleted it while this one waited for the lock.
  if (deleted.length === 0) throw notFound('Log');
  return sectionId;
}
