import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detections, students } from '../database/schema';
import { notFound, Refusal } from '../http/refusal';
import type { Keys } from '../keys';
import type { components } from '../schema';
import { lockOwnedSections } from '../section/sections';
import { beginChange, listDeleted, readChange, rememberDeleted } from './changes';
import { reviewOf } from './reviews';
import { screenshotAddress } from './screenshotAddress';

/** So many are soon shown; whoever wants the rest gets it in larger pages. */
const firstPageSize = 500;
const pageSize = 2000;

type LogPage = components['schemas']['DetectionLogPage'];

/**
 * One page of a section's detections, newest first.
 * @param before the last detection of the page before
 * @throws Refusal 409 when nothing is older than that, or it is gone
 */
export async function listLogs(db: Database, keys: Keys, sectionId: number, before?: number): Promise<LogPage> {
  return before === undefined ? firstLogs(db, keys, sectionId) : olderLogs(db, keys, sectionId, before);
}

async function firstLogs(db: Database, keys: Keys, sectionId: number): Promise<LogPage> {
  // Before the detections: what changes in between is told twice rather than never.
  const { present } = await readChange(db, sectionId);
  const page = await readPage(db, keys, sectionId, firstPageSize);
  const count =
    page.next === null ? page.results.length : await db.$count(detections, eq(detections.sectionId, sectionId));
  return { ...page, count, newer: newerAddress(sectionId, present) };
}

async function olderLogs(db: Database, keys: Keys, sectionId: number, before: number): Promise<LogPage> {
  const { id, seenAt } = detections;
  // Time and id together, compared by the database: of detections at the same microsecond none is left out or told twice.
  const older = sql`(${seenAt}, ${id}) < (select ${seenAt}, ${id} from ${detections} where ${id} = ${before} and ${detections.sectionId} = ${sectionId})`;
  const page = await readPage(db, keys, sectionId, pageSize, older);
  // Whoever is led here was told that there is more: a detection that is gone meanwhile cannot say what is older than it.
  if (page.results.length === 0) throw readAgain();
  return page;
}

/**
 * What was recorded, reviewed and deleted in a section's changes after one of them.
 * @throws Refusal 409 when that cannot be told any more, or is more than a page
 */
export async function listNewerLogs(db: Database, keys: Keys, sectionId: number, since: number): Promise<LogPage> {
  // In this order, a detection that comes and goes in between is told as deleted.
  const { present, deletionsSince } = await readChange(db, sectionId);
  const { results, next } = await readPage(db, keys, sectionId, pageSize, gt(detections.change, since));
  const deleted = await listDeleted(db, sectionId, since, pageSize + 1);
  // After a restored backup, somebody may know of a change that has not happened.
  if (since > present || since < deletionsSince || next !== null || deleted.length > pageSize) throw readAgain();
  return { results, next, deleted, newer: newerAddress(sectionId, present) };
}

const newerAddress = (sectionId: number, since: number) => `/detection/logs/?section=${sectionId}&since=${since}`;

const readAgain = () => new Refusal(409, { detail: 'The logs have changed meanwhile. Please refresh them.' });

async function readPage(
  db: Database,
  keys: Keys,
  sectionId: number,
  size: number,
  those?: SQL,
): Promise<LogPage & { next: string | null }> {
  const rows = await db
    .select({ detection: detections, student: students })
    .from(detections)
    .innerJoin(students, eq(students.id, detections.studentId))
    .where(and(eq(detections.sectionId, sectionId), those))
    .orderBy(desc(detections.seenAt), desc(detections.id))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return {
    results: page.map(({ detection, student }) => ({
      id: detection.id,
      timestamp: detection.seenAt.toISOString(),
      student_name: student.name,
      student_email: student.email,
      activity_type: detection.activityType,
      details: detection.details,
      screenshot: detection.screenshotType ? screenshotAddress(keys, detection) : detection.screenshotUrl,
      session_id: detection.sessionId,
      source: detection.source,
      review: reviewOf(detection),
    })),
    next: last ? `/detection/logs/?section=${sectionId}&before=${last.detection.id}` : null,
  };
}

/**
 * Deletes a detection with its screenshot, inside a transaction.
 * @returns its section
 * @throws Refusal 404 unless it is the teacher's
 */
export async function deleteLog(tx: Database, teacherId: number, logId: number): Promise<number> {
  const isIt = eq(detections.id, logId);
  const [sectionId] = await lockOwnedSections(
    tx,
    teacherId,
    tx.select({ id: detections.sectionId }).from(detections).where(isIt),
  );
  if (sectionId === undefined) throw notFound('Log');
  await beginChange(tx, [sectionId]);
  await rememberDeleted(tx, isIt);
  const deleted = await tx.delete(detections).where(isIt).returning({ id: detections.id });
  // Somebody else may have deleted it while this waited.
  if (deleted.length === 0) throw notFound('Log');
  return sectionId;
}
