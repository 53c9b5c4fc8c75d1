import type { components } from '@vigil/contract';
import { and, count, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError, notFound } from '../../platform/http/httpError';
import { teachers } from '../account/tables';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import { detectionSessions } from '../detection/tables';
import { isWith, type OwnedSection, type Place } from './access';
import { hasEmailOf, release } from './directory';
import { sectionStudents, sections, sectionTeachers, students } from './tables';

export type Section = Required<Omit<components['schemas']['Section'], 'not_found' | 'shared'>>;

/** Selects the students of a query's section, by name without case and accents, as one JSON column. */
export function studentsOf(sectionId: AnyPgColumn) {
  const list = sql`(
    select json_agg(json_build_object('id', ${students.id}, 'name', ${students.name}, 'email', ${students.email})
      order by split_part(${students.searched}, E'\\n', 1), ${students.id})
    from ${sectionStudents} join ${students} on ${students.id} = ${sectionStudents.studentId}
    where ${sectionStudents.sectionId} = ${sectionId})`;
  // Drizzle qualifies columns with their tables only in nested fragments.
  return sql<Section['students']>`coalesce(${list}, '[]')`;
}

/** Selects whether detection was ever started in a query's section. */
function wasStartedIn(sectionId: AnyPgColumn) {
  const sessions = sql`select from ${detectionSessions} where ${detectionSessions.sectionId} = ${sectionId}`;
  return sql<boolean>`exists (${sessions})`;
}

/** Selects when the sessions of the past four weeks started in a query's section, the newest first. */
function recentStartsIn(sectionId: AnyPgColumn) {
  const { id, startedAt } = detectionSessions;
  const list = sql`(
    select json_agg(recent.started_at order by recent.id desc)
    from (
      select ${id} as id, ${startedAt} as started_at from ${detectionSessions}
      where ${detectionSessions.sectionId} = ${sectionId} and ${startedAt} > now() - interval '28 days'
      order by ${id} desc limit ${bounds.recentStarts}
    ) recent)`;
  return sql<string[]>`coalesce(${list}, '[]')`;
}

const shape = {
  id: sections.id,
  name: sections.name,
  subject: sections.subject,
  students: studentsOf(sections.id),
  was_started: wasStartedIn(sections.id),
  recent_starts: recentStartsIn(sections.id),
  renamable: sql<true>`true`,
  attendable: sql<true>`true`,
  shareable: sql<true>`true`,
  takes_names: sql<true>`true`,
  lesson_minutes: sections.lessonMinutes,
  asks_for_pictures: sections.asksForPictures,
  ignored_kinds: sections.ignoredKinds,
};

type ReadSection = components['schemas']['Section'];

/** Selects sections as a teacher sees them. */
const selectFor = (db: Database, teacherId: number) =>
  db
    .select({
      section: shape,
      shared: { role: sectionTeachers.role, until: sectionTeachers.until },
      ownerId: teachers.id,
      owner: teacherName,
    })
    .from(sections)
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .leftJoin(sectionTeachers, and(eq(sectionTeachers.sectionId, sections.id), isWith(teacherId)));

type Selected = Awaited<ReturnType<typeof selectFor>>[number];

/** Says that a section is shared with the reader, and leaves out what a substitute neither sees nor changes. */
function asRead(teacherId: number, { section, shared, ownerId, owner }: Selected): ReadSection {
  if (shared === null || ownerId === teacherId) return section;
  const { role, until } = shared;
  const { id, name, subject, students, was_started, attendable, lesson_minutes } = section;
  const seen =
    role === 'substitute' ? { id, name, subject, students, was_started, attendable, lesson_minutes } : section;
  return { ...seen, shared: { role, until: until?.toISOString() ?? null, owner } };
}

/**
 * Lists a teacher's sections with their students, oldest first, then those that are shared with them. Some have more than the cap, from
 * before it existed.
 */
export async function listSections(db: Database, teacherId: number): Promise<ReadSection[]> {
  const isTheirs = eq(sections.teacherId, teacherId);
  const { perTeacher } = bounds.sections;
  const own = await selectFor(db, teacherId).where(isTheirs).orderBy(sections.id).limit(perTeacher);
  const isOthers = and(ne(sections.teacherId, teacherId), isNotNull(sectionTeachers.role));
  const shared = await selectFor(db, teacherId)
    .where(isOthers)
    .orderBy(sectionTeachers.invitedAt, sections.id)
    .limit(bounds.shared.perTeacher);
  return [...own, ...shared].map((one) => asRead(teacherId, one));
}

/** Returns a section as a teacher sees it. */
export async function getSection(db: Database, { teacherId, sectionId }: Place): Promise<ReadSection> {
  const [section] = await selectFor(db, teacherId).where(eq(sections.id, sectionId));
  if (!section) throw notFound('Section');
  return asRead(teacherId, section);
}

export interface SectionsOfTeacher {
  teacherId: number;
  sectionIds: number[];
}

/** Returns the ids of sections that match, grouped by teacher. */
export const sectionsByTeacher = (db: Database, condition: SQL | undefined): Promise<SectionsOfTeacher[]> =>
  db
    .select({
      teacherId: sections.teacherId,
      sectionIds: sql<number[]>`json_agg(${sections.id} order by ${sections.id})`,
    })
    .from(sections)
    .where(condition)
    .groupBy(sections.teacherId);

/** Creates a section. The teacher's row must be locked. @throws HttpError 409 at the cap */
export async function createSection(
  tx: Database,
  values: { teacherId: number; name: string; subject: string },
): Promise<ReadSection> {
  const max = bounds.sections.perTeacher;
  if ((await tx.$count(sections, eq(sections.teacherId, values.teacherId))) >= max) {
    const detail = `You have ${max} sections, which is the most there can be. Delete one to create another.`;
    throw new HttpError(409, { detail });
  }
  const [section] = await tx.insert(sections).values(values).returning({ id: sections.id });
  if (!section) throw new Error('The section was not inserted.');
  return getSection(tx, { teacherId: values.teacherId, sectionId: section.id });
}

/** What a teacher chooses for a section. */
export type Chosen = { name: string; subject: string } | { asksForPictures: boolean } | { ignoredKinds: SQL };

export async function changeSection(tx: Database, sectionId: number, values: Chosen): Promise<void> {
  await tx.update(sections).set(values).where(eq(sections.id, sectionId));
}

/** Deletes the section with its sessions, logs and screenshots. */
export async function deleteSection(tx: Database, sectionId: number): Promise<void> {
  await tx.delete(sections).where(eq(sections.id, sectionId));
}

/**
 * Adds students of the directory to a section. The teacher's row must be locked.
 * @returns unknown emails and the ids of students added
 * @throws HttpError 409 above a cap
 */
export async function addMembers(
  tx: Database,
  owned: OwnedSection,
  emails: string[],
): Promise<{ unknown: string[]; added: number[] }> {
  const found = await tx.select({ id: students.id, email: students.email }).from(students).where(hasEmailOf(emails));
  const values = found.map(({ id }) => ({ sectionId: owned.sectionId, studentId: id }));
  const added =
    values.length === 0
      ? []
      : await tx
          .insert(sectionStudents)
          .values(values)
          .onConflictDoNothing()
          .returning({ id: sectionStudents.studentId });
  if (added.length > 0) await requireCaps(tx, owned);
  await release(tx, idsOf(added), owned.sectionId);
  const known = new Set(found.map(({ email }) => email));
  return { unknown: emails.filter((email) => !known.has(email)), added: idsOf(added) };
}

/** @throws HttpError 409 above a cap on a section's or a teacher's students */
export async function requireCaps(tx: Database, { teacherId, sectionId }: OwnedSection): Promise<void> {
  const { perSection, perTeacher } = bounds.students;
  const inSection = await tx.$count(sectionStudents, eq(sectionStudents.sectionId, sectionId));
  if (inSection > perSection) {
    const detail = `A section can have at most ${number(perSection)} students, and this one would have ${number(inSection)}. Nobody was added.`;
    throw new HttpError(409, { detail });
  }
  const inAll = await countMembersOf(tx, teacherId);
  if (inAll > perTeacher) {
    const detail = `Your sections can have at most ${number(perTeacher)} students in all, and would have ${number(inAll)}. Nobody was added.`;
    throw new HttpError(409, { detail });
  }
}

/** Counts the members of all sections of a teacher. */
export async function countMembersOf(db: Database, teacherId: number): Promise<number> {
  const [row] = await db
    .select({ members: count() })
    .from(sectionStudents)
    .innerJoin(sections, eq(sections.id, sectionStudents.sectionId))
    .where(eq(sections.teacherId, teacherId));
  return row?.members ?? 0;
}

const number = (value: number) => value.toLocaleString('en');

/** Removes students from a section. @returns their ids */
export async function removeMembers(db: Database, sectionId: number, emails: string[]): Promise<number[]> {
  const ids = db.select({ id: students.id }).from(students).where(hasEmailOf(emails));
  const removed = await db
    .delete(sectionStudents)
    .where(and(eq(sectionStudents.sectionId, sectionId), inArray(sectionStudents.studentId, ids)))
    .returning({ id: sectionStudents.studentId });
  return idsOf(removed);
}
