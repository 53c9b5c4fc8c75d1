import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { bumpLogVersion, recordDeletions } from '../detection/logVersion';
import { detections } from '../detection/tables';
import type { ActiveLesson } from './lessonCodes';
import { attendanceSpans, attendances, openEpisodes } from './tables';

/**
 * Takes devices of a lesson from their students, because they were somebody else's: deletes what they reported and when they watched,
 * and turns them away. The section must be locked.
 * @returns the ids of the deleted detections
 */
export async function disown(
  tx: Database,
  { sectionId, sessionId }: ActiveLesson,
  attendanceIds: number[],
): Promise<number[]> {
  if (attendanceIds.length === 0) return [];
  await bumpLogVersion(tx, [sectionId]);
  const isTheirs = and(eq(detections.sessionId, sessionId), inArray(detections.attendanceId, attendanceIds));
  await recordDeletions(tx, isTheirs);
  await tx.delete(openEpisodes).where(inArray(openEpisodes.attendanceId, attendanceIds));
  const deleted = await tx.delete(detections).where(isTheirs).returning({ id: detections.id });
  await tx.delete(attendanceSpans).where(inArray(attendanceSpans.attendanceId, attendanceIds));
  await tx
    .update(attendances)
    .set({
      ...{ studentId: null, name: null, email: null, admittedAt: null },
      ...{ status: 'refused', watch: null, reason: '', sendsPictures: false, since: new Date() },
    })
    .where(and(eq(attendances.sessionId, sessionId), inArray(attendances.id, attendanceIds)));
  return deleted.map(({ id }) => id);
}
