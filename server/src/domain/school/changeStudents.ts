import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { depart } from '../attendance/departures';
import { invalidateLogs } from '../detection/logVersion';
import { isDetectionOf } from '../detection/screenshots';
import { logsChangedEvents, notify } from '../live/events';
import { publishingIn } from '../live/transactAndPublish';
import { type SectionsOfTeacher, sectionsByTeacher } from '../section/sections';
import { attendances } from '../tables/attendance';
import { detections, screenshots } from '../tables/detection';
import { developmentMails } from '../tables/mail';
import { formerMembers, namedStudents, rosterStudents, sectionStudents, sections, students } from '../tables/section';

/** What was stored about a deleted student. */
interface StudentReport {
  sections: number;
  detections: number;
  screenshots: number;
}

type Corrected = { name: string } | { email: string | SQL };

/** Corrects a student's name, or their email, which must be unique. @returns whether the student exists */
export const correctStudent = (db: Database, studentId: number, values: Corrected): Promise<boolean> =>
  db.transaction((tx) => correctIn(tx, studentId, values));

/** Does what {@link correctStudent} does, within a transaction. */
export async function correctIn(tx: Database, studentId: number, values: Corrected): Promise<boolean> {
  const corrected = await tx
    .update(students)
    .set(values)
    .where(eq(students.id, studentId))
    .returning({ id: students.id });
  if (corrected.length === 0) return false;
  await publishRenames(tx, [studentId]);
  return true;
}

/** Publishes that students were renamed, within the same transaction. */
export async function publishRenames(tx: Database, studentIds: number[]): Promise<void> {
  const affected = await sectionsOf(tx, studentIds);
  await invalidateLogs(tx, idsOf(affected));
  await publishChanges(tx, affected);
}

/** What was moved from one student to another. */
type MergeReport = Pick<StudentReport, 'sections' | 'detections'>;

/**
 * Moves everything of the first student to the second, who keeps their name and email, and deletes the first.
 * @returns null when either is missing
 */
export function mergeStudents(
  db: Database,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<MergeReport | null> {
  return db.transaction(async (tx) => {
    const both = [fromId, intoId];
    // Same lock order as `deleteStudent`.
    await invalidateLogs(tx, idsOf(await sectionsOf(tx, both)));
    const found = await tx
      .select({ id: students.id })
      .from(students)
      .where(inArray(students.id, both))
      .orderBy(students.id)
      .for('update');
    if (found.length < 2) return null;
    const affected = await sectionsOf(tx, both);
    const memberships = await tx
      .select({
        sectionId: sectionStudents.sectionId,
        roomRow: sectionStudents.roomRow,
        roomColumn: sectionStudents.roomColumn,
        joinedAt: sectionStudents.joinedAt,
      })
      .from(sectionStudents)
      .where(eq(sectionStudents.studentId, fromId));
    if (memberships.length > 0) {
      const moved = memberships.map((place) => ({ ...place, studentId: intoId }));
      await tx.insert(sectionStudents).values(moved).onConflictDoNothing();
    }
    const [had] = await tx.select({ detections: count() }).from(detections).where(eq(detections.studentId, fromId));
    await tx.update(detections).set({ studentId: intoId }).where(eq(detections.studentId, fromId));
    await tx.update(formerMembers).set({ studentId: intoId }).where(eq(formerMembers.studentId, fromId));
    await tx.update(rosterStudents).set({ studentId: intoId }).where(eq(rosterStudents.studentId, fromId));
    const home = tx
      .select({ id: namedStudents.sectionId })
      .from(namedStudents)
      .where(eq(namedStudents.studentId, fromId));
    const isElsewhere = sql`${namedStudents.sectionId} is distinct from (${home})`;
    await tx.delete(namedStudents).where(and(eq(namedStudents.studentId, intoId), isElsewhere));
    await depart(publishingIn(tx), { kind: 'merged', fromId, intoId });
    await tx.delete(students).where(eq(students.id, fromId));
    await publishChanges(tx, affected);
    return { sections: memberships.length, detections: had?.detections ?? 0 };
  });
}

/** Deletes a student with everything stored about them. @returns null when the student does not exist */
export async function deleteStudent(db: Database, studentId: number): Promise<StudentReport | null> {
  const { deleted, ...report } = await deleteStudents(db, [studentId]);
  return deleted === 0 ? null : report;
}

/**
 * Deletes students with everything stored about them.
 * @param condition who is deleted still meets it
 */
export function deleteStudents(
  db: Database,
  studentIds: number[],
  condition?: SQL,
): Promise<StudentReport & { deleted: number }> {
  return db.transaction(async (tx) => {
    // Locks the sections before the students, as recording a detection does.
    await invalidateLogs(tx, idsOf(await sectionsOf(tx, studentIds)));
    // No section can add one of the students from here on.
    const found = await tx
      .select({ id: students.id, email: students.email })
      .from(students)
      .where(and(inArray(students.id, studentIds), condition))
      .orderBy(students.id)
      .for('update');
    const ids = found.map(({ id }) => id);
    const affected = await sectionsOf(tx, ids);
    const [kept] = await tx
      .select({ detections: count(), screenshots: count(screenshots.detectionId) })
      .from(detections)
      .leftJoin(screenshots, isDetectionOf)
      .where(inArray(detections.studentId, ids));
    for (const studentId of ids) await depart(publishingIn(tx), { kind: 'erased', studentId });
    await tx.delete(students).where(inArray(students.id, ids));
    const emails = found.map(({ email }) => email);
    // Knocks at the doors of other sections, which do not know the student.
    await tx.delete(attendances).where(inArray(attendances.email, emails));
    await tx.delete(developmentMails).where(inArray(developmentMails.to, emails));
    await publishChanges(tx, affected);
    return {
      deleted: ids.length,
      sections: idsOf(affected).length,
      detections: kept?.detections ?? 0,
      screenshots: kept?.screenshots ?? 0,
    };
  });
}

/** Returns the sections that have one of the students as a member or in their logs. */
function sectionsOf(tx: Database, studentIds: number[]): Promise<SectionsOfTeacher[]> {
  const asMember = tx
    .select({ id: sectionStudents.sectionId })
    .from(sectionStudents)
    .where(inArray(sectionStudents.studentId, studentIds));
  const inLogs = tx
    .select({ id: detections.sectionId })
    .from(detections)
    .where(inArray(detections.studentId, studentIds));
  return sectionsByTeacher(tx, or(inArray(sections.id, asMember), inArray(sections.id, inLogs)));
}

const idsOf = (affected: SectionsOfTeacher[]) => affected.flatMap(({ sectionIds }) => sectionIds);

async function publishChanges(tx: Database, affected: SectionsOfTeacher[]): Promise<void> {
  for (const { teacherId, sectionIds } of affected) {
    await notify(tx, { kind: 'sectionsChanged', teacherId });
    for (const event of logsChangedEvents(teacherId, sectionIds)) await notify(tx, event);
  }
}
