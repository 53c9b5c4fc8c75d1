import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detections, sections, students } from '../database/schema';
import { notFound, Refusal } from '../http/refusal';
import type { Keys } from '../keys';
import type { components } from '../schema';
import { reviewOf } from './reviews';
import { screenshotAddress } from './screenshotAddress';

const pageSize = 500;

type LogPage = components['schemas']['DetectionLogPage'];

/**
 * One page of a section's detections, newest first.
 * @param before the last detection of the page before
 * @throws Refusal 409 when nothing is older than that, or it is gone
 */
export async function listLogs(
  db: Database,
  keys: Keys,
  sectionId: number,
  before: number | undefined,
): Promise<LogPage> {
  const { id, seenAt } = detections;
  // Time and id together, compared by the database: of detections at the same microsecond none is left out or told twice.
  const older =
    before === undefined
      ? undefined
      : sql`(${seenAt}, ${id}) < (select ${seenAt}, ${id} from ${detections} where ${id} = ${before} and ${detections.sectionId} = ${sectionId})`;
  const rows = await db
    .select({ detection: detections, student: students })
    .from(detections)
    .innerJoin(students, eq(students.id, detections.studentId))
    .where(and(eq(detections.sectionId, sectionId), older))
    .orderBy(desc(seenAt), desc(id))
    .limit(pageSize + 1);
  // Whoever is led here was told that there is more: a detection that is gone meanwhile cannot say what is older than it.
  if (before !== undefined && rows.length === 0) {
    throw new Refusal(409, { detail: 'The logs have changed meanwhile. Please refresh them.' });
  }
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    results: page.map(({ detection, student }) => ({
      id: detection.id,
      timestamp: detection.seenAt.toISOString(),
      student_name: student.name,
      student_email: student.email,
      activity_type: detection.activityType,
      details: detection.details,
      screenshot: detection.screenshotType ? screenshotAddress(keys, detection.id) : detection.screenshotUrl,
      session_id: detection.sessionId,
      review: reviewOf(detection),
    })),
    next: last ? `/detection/logs/?section=${sectionId}&before=${last.detection.id}` : null,
  };
}

/**
 * Deletes a detection with its screenshot.
 * @returns its section
 * @throws Refusal 404 unless it is the teacher's
 */
export async function deleteLog(db: Database, teacherId: number, logId: number): Promise<number> {
  const own = db.select({ id: sections.id }).from(sections).where(eq(sections.teacherId, teacherId));
  const [deleted] = await db
    .delete(detections)
    .where(and(eq(detections.id, logId), inArray(detections.sectionId, own)))
    .returning({ sectionId: detections.sectionId });
  if (!deleted) throw notFound('Log');
  return deleted.sectionId;
}
