import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detections, students } from '../database/schema';
import type { Keys } from '../keys';
import type { components } from '../schema';
import { screenshotAddress } from './screenshotAddress';

const pageSize = 500;

type LogPage = components['schemas']['DetectionLogPage'];

/**
 * One page of a section's detections, newest first.
 * @param before the last detection of the page before
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
    })),
    next: last ? `/detection/logs/?section=${sectionId}&before=${last.detection.id}` : null,
  };
}
