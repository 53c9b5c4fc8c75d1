import { and, count, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { sectionStudents, sections, students } from '../../platform/database/schema';
import { HttpError, notFound } from '../../platform/http/httpError';
import type { components } from '../../schema';
import { bounds } from '../bounds';
import { hasEmailOf } from './directory';

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

/** A teacher's sections with their students, oldest first, as JSON. Those beyond the cap were created before there was one. */
export async function listSections(db: Database, teacherId: number): Promise<string> {
  const those = eq(sections.teacherId, teacherId);
  return JSON.stringify(
    await db.select(shape).from(sections).where(those).orderBy(sections.id).limit(bounds.sections.perTeacher),
  );
}

/** @throws HttpError 404 unless the section is the teacher's */
export async function getSection(db: Database, teacherId: number, sectionId: number): Promise<Section> {
  const [section] = await db.select(shape).from(sections).where(ownedBy(teacherId, sectionId));
  return section ?? throwSectionNotFound();
}

/** @throws HttpError 404 unless the section is the teacher's */
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

/** @throws HttpError 409 when the teacher, who is held, has as many as there can be */
export async function createSection(tx: Database, teacherId: number, name: string, subject: string): Promise<Section> {
  const most = bounds.sections.perTeacher;
  if ((await tx.$count(sections, eq(sections.teacherId, teacherId))) >= most) {
    const detail = `You have ${most} sections, which is the most there can be. Delete one to create another.`;
    throw new HttpError(409, { detail });
  }
  const [section] = await tx.insert(sections).values({ teacherId, name, subject }).returning({ id: sections.id });
  if (!section) throw new Error('The section was not inserted.');
  return { id: section.id, name, subject, students: [] };
}

/** Deletes the section with its sessions, logs and screenshots. @throws HttpError 404 unless it is the teacher's */
export async function deleteSection(db: Database, teacherId: number, sectionId: number): Promise<void> {
  const deleted = await db.delete(sections).where(ownedBy(teacherId, sectionId)).returning({ id: sections.id });
  if (deleted.length === 0) throwSectionNotFound();
}

/**
 * Adds students of the directory to a section of the teacher's, who is held.
 * @returns the emails that nobody there has, and the ids of those added
 * @throws HttpError 409 when there would be too many
 */
export async function addMembers(
  tx: Database,
  teacherId: number,
  sectionId: number,
  emails: string[],
): Promise<{ unknown: string[]; added: number[] }> {
  const found = await tx.select({ id: students.id, email: students.email }).from(students).where(hasEmailOf(emails));
  const values = found.map(({ id }) => ({ sectionId, studentId: id }));
  const added =
    values.length === 0
      ? []
      : await tx
          .insert(sectionStudents)
          .values(values)
          .onConflictDoNothing()
          .returning({ id: sectionStudents.studentId });
  if (added.length > 0) await refuseTooMany(tx, teacherId, sectionId);
  const known = new Set(found.map(({ email }) => email));
  return { unknown: emails.filter((email) => !known.has(email)), added: added.map(({ id }) => id) };
}

async function refuseTooMany(tx: Database, teacherId: number, sectionId: number): Promise<void> {
  const { perSection, perTeacher } = bounds.students;
  const here = await tx.$count(sectionStudents, eq(sectionStudents.sectionId, sectionId));
  if (here > perSection) {
    const detail = `A section can have at most ${number(perSection)} students, and this one would have ${number(here)}. Nobody was added.`;
    throw new HttpError(409, { detail });
  }
  const [row] = await tx
    .select({ inAll: count() })
    .from(sectionStudents)
    .innerJoin(sections, eq(sections.id, sectionStudents.sectionId))
    .where(eq(sections.teacherId, teacherId));
  const inAll = row?.inAll ?? 0;
  if (inAll > perTeacher) {
    const detail = `Your sections can have at most ${number(perTeacher)} students in all, and would have ${number(inAll)}. Nobody was added.`;
    throw new HttpError(409, { detail });
  }
}

const number = (value: number) => value.toLocaleString('en');

/** @returns the ids of those removed */
export async function removeMembers(db: Database, sectionId: number, emails: string[]): Promise<number[]> {
  const those = db.select({ id: students.id }).from(students).where(hasEmailOf(emails));
  const removed = await db
    .delete(sectionStudents)
    .where(and(eq(sectionStudents.sectionId, sectionId), inArray(sectionStudents.studentId, those)))
    .returning({ id: sectionStudents.studentId });
  return removed.map(({ id }) => id);
}

const ownedBy = (teacherId: number, sectionId: number) =>
  and(eq(sections.id, sectionId), eq(sections.teacherId, teacherId));

function throwSectionNotFound(): never {
  throw notFound('Section');
}
