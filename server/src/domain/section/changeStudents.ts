import { count, eq, inArray, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { detections, screenshots, sectionStudents, sections, students } from '../../platform/database/schema';
import { notify } from '../../platform/live/events';
import { invalidateLogs } from '../detection/logVersion';
import { isDetectionOf } from '../detection/screenshots';

/** As many as one notification holds. */
const mostSectionsOfEvent = 500;

/** How much was kept of a student. */
export const StudentReport = v.object({ sections: v.number(), detections: v.number(), screenshots: v.number() });
export type StudentReport = v.InferOutput<typeof StudentReport>;

interface Sections {
  teacherId: number;
  sectionIds: number[];
}

/** Corrects a student's name, wherever it is shown. @returns whether there is one */
export const renameStudent = (db: Database, studentId: number, name: string) => correct(db, studentId, { name });

/** Corrects a student's e-mail, which no other may have. @returns whether there is one */
export const changeStudentEmail = (db: Database, studentId: number, email: string) => correct(db, studentId, { email });

function correct(db: Database, studentId: number, values: { name: string } | { email: string }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const corrected = await tx
      .update(students)
      .set(values)
      .where(eq(students.id, studentId))
      .returning({ id: students.id });
    await publishRenames(
      tx,
      corrected.map(({ id }) => id),
    );
    return corrected.length > 0;
  });
}

/** Tells every instance, and the windows of the teachers, that these students have other names, in the transaction that gave them. */
export async function publishRenames(tx: Database, studentIds: number[]): Promise<void> {
  const touched = await sectionsOf(tx, studentIds);
  await invalidateLogs(tx, idsOf(touched));
  await publishChanges(tx, touched);
}

/** What was moved from one student to another. */
export const MergeReport = v.object({ sections: v.number(), detections: v.number() });
export type MergeReport = v.InferOutput<typeof MergeReport>;

/**
 * Makes one student of two: sections and detections of the first become the second's, whose name and e-mail stay, and the
 * first is deleted. Every instance, and the windows of the teachers, are told.
 * @returns null when either is missing
 */
export function mergeStudents(db: Database, fromId: number, intoId: number): Promise<MergeReport | null> {
  return db.transaction(async (tx) => {
    const both = [fromId, intoId];
    // In the order in which `deleteStudent` holds them.
    await invalidateLogs(tx, idsOf(await sectionsOf(tx, both)));
    const found = await tx
      .select({ id: students.id })
      .from(students)
      .where(inArray(students.id, both))
      .orderBy(students.id)
      .for('update');
    if (found.length < 2) return null;
    const touched = await sectionsOf(tx, both);
    const memberships = await tx
      .delete(sectionStudents)
      .where(eq(sectionStudents.studentId, fromId))
      .returning({ sectionId: sectionStudents.sectionId });
    if (memberships.length > 0) {
      const moved = memberships.map(({ sectionId }) => ({ sectionId, studentId: intoId }));
      await tx.insert(sectionStudents).values(moved).onConflictDoNothing();
    }
    const [had] = await tx.select({ detections: count() }).from(detections).where(eq(detections.studentId, fromId));
    await tx.update(detections).set({ studentId: intoId }).where(eq(detections.studentId, fromId));
    await tx.delete(students).where(eq(students.id, fromId));
    await publishChanges(tx, touched);
    return { sections: memberships.length, detections: had?.detections ?? 0 };
  });
}

/**
 * Deletes a student with everything that is kept of them, and tells every instance, and the windows of the teachers.
 * @returns null when there is none
 */
export async function deleteStudent(db: Database, studentId: number): Promise<StudentReport | null> {
  return db.transaction(async (tx) => {
    const those = eq(students.id, studentId);
    // The sections before the student, as whoever records a detection holds them in this order.
    await invalidateLogs(tx, idsOf(await sectionsOf(tx, [studentId])));
    // From now on no section takes the student in.
    const found = await tx.select({ id: students.id }).from(students).where(those).for('update');
    if (found.length === 0) return null;
    const touched = await sectionsOf(tx, [studentId]);
    const [kept] = await tx
      .select({ detections: count(), screenshots: count(screenshots.detectionId) })
      .from(detections)
      .leftJoin(screenshots, isDetectionOf)
      .where(eq(detections.studentId, studentId));
    await tx.delete(students).where(those);
    await publishChanges(tx, touched);
    return { sections: idsOf(touched).length, detections: kept?.detections ?? 0, screenshots: kept?.screenshots ?? 0 };
  });
}

/** The sections that show one of the students, among their own or in their logs, by teacher. */
function sectionsOf(tx: Database, studentIds: number[]): Promise<Sections[]> {
  const asMember = tx
    .select({ id: sectionStudents.sectionId })
    .from(sectionStudents)
    .where(inArray(sectionStudents.studentId, studentIds));
  const inLogs = tx
    .select({ id: detections.sectionId })
    .from(detections)
    .where(inArray(detections.studentId, studentIds));
  return tx
    .select({
      teacherId: sections.teacherId,
      sectionIds: sql<number[]>`json_agg(${sections.id} order by ${sections.id})`,
    })
    .from(sections)
    .where(or(inArray(sections.id, asMember), inArray(sections.id, inLogs)))
    .groupBy(sections.teacherId);
}

const idsOf = (touched: Sections[]) => touched.flatMap(({ sectionIds }) => sectionIds);

async function publishChanges(tx: Database, touched: Sections[]): Promise<void> {
  for (const { teacherId, sectionIds } of touched) {
    await notify(tx, { kind: 'sectionsChanged', teacherId });
    for (let start = 0; start < sectionIds.length; start += mostSectionsOfEvent) {
      const some = sectionIds.slice(start, start + mostSectionsOfEvent);
      await notify(tx, { kind: 'logsChanged', teacherId, sectionIds: some });
    }
  }
}
