import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database';
import { sectionStudents, sections, students } from '../database/schema';
import { notFound } from '../http/refusal';
import type { components } from '../schema';

export type Section = Required<Omit<components['schemas']['Section'], 'not_found'>>;

/** The students of a query's section by name, folded by the database into one column: no second query, no doubled rows. */
export function studentsOf(sectionId: AnyPgColumn) {
  const folded = sql`(
    select json_agg(json_build_object('id', ${students.id}, 'name', ${students.name}, 'email', ${students.email})
      order by lower(${students.name}), ${students.id})
    from ${sectionStudents} join ${students} on ${students.id} = ${sectionStudents.studentId}
    where ${sectionStudents.sectionId} = ${sectionId})`;
  // Only in a nested piece does drizzle keep the tables' names before the columns.
  return sql<Section['students']>`coalesce(${folded}, '[]')`;
}

const shape = { id: sections.id, name: sections.name, subject: sections.subject, students: studentsOf(sections.id) };

/** A teacher's sections with their students, oldest first, as JSON. */
export async function listSections(db: Database, teacherId: number): Promise<string> {
  return JSON.stringify(
    await db.select(shape).from(sections).where(eq(sections.teacherId, teacherId)).orderBy(sections.id),
  );
}

/** @throws Refusal 404 unless the section is the teacher's */
export async function getSection(db: Database, teacherId: number, sectionId: number): Promise<Section> {
  const [section] = await db.select(shape).from(sections).where(ownedBy(teacherId, sectionId));
  return section ?? throwSectionNotFound();
}

/** @throws Refusal 404 unless the section is the teacher's */
export async function requireOwnedSection(db: Database, teacherId: number, sectionId: number): Promise<void> {
  const found = await db.select({ id: sections.id }).from(sections).where(ownedBy(teacherId, sectionId));
  if (found.length === 0) throwSectionNotFound();
}

/** Like `requireOwnedSection`, and the section stays until the transaction ends. */
export async function lockOwnedSection(tx: Database, teacherId: number, sectionId: number): Promise<void> {
  const found = await tx
    .select({ id: sections.id })
    .from(sections)
    .where(ownedBy(teacherId, sectionId))
    .for('key share');
  if (found.length === 0) throwSectionNotFound();
}

/**
 * Holds those sections that are the teacher's against other changes of their lessons and logs, until the transaction ends: two
 * changes of the same logs would else wait for each other. Detections go on being recorded.
 * @param ids selects the ids of sections
 * @returns the ids of those that are held
 */
export async function lockOwnedSections(tx: Database, teacherId: number, ids: SQLWrapper): Promise<number[]> {
  const held = await tx
    .select({ id: sections.id })
    .from(sections)
    .where(and(eq(sections.teacherId, teacherId), inArray(sections.id, ids)))
    .orderBy(sections.id)
    .for('no key update');
  return held.map(({ id }) => id);
}

export async function createSection(db: Database, teacherId: number, name: string, subject: string): Promise<Section> {
  const [section] = await db.insert(sections).values({ teacherId, name, subject }).returning({ id: sections.id });
  if (!section) throw new Error('The section was not inserted.');
  return { id: section.id, name, subject, students: [] };
}

/** Deletes the section with its sessions, logs and screenshots. @throws Refusal 404 unless it is the teacher's */
export async function deleteSection(db: Database, teacherId: number, sectionId: number): Promise<void> {
  const deleted = await db.delete(sections).where(ownedBy(teacherId, sectionId)).returning({ id: sections.id });
  if (deleted.length === 0) throwSectionNotFound();
}

/** Adds students of the directory. @returns the e-mails that nobody there has */
export async function addMembers(db: Database, sectionId: number, emails: string[]): Promise<string[]> {
  const found = await db
    .select({ id: students.id, email: students.email })
    .from(students)
    .where(inArray(students.email, emails));
  if (found.length > 0) {
    await db
      .insert(sectionStudents)
      .values(found.map(({ id }) => ({ sectionId, studentId: id })))
      .onConflictDoNothing();
  }
  const known = new Set(found.map(({ email }) => email));
  return emails.filter((email) => !known.has(email));
}

export async function removeMembers(db: Database, sectionId: number, emails: string[]): Promise<void> {
  const those = db.select({ id: students.id }).from(students).where(inArray(students.email, emails));
  await db
    .delete(sectionStudents)
    .where(and(eq(sectionStudents.sectionId, sectionId), inArray(sectionStudents.studentId, those)));
}

const ownedBy = (teacherId: number, sectionId: number) =>
  and(eq(sections.id, sectionId), eq(sections.teacherId, teacherId));

function throwSectionNotFound(): never {
  throw notFound('Section');
}
