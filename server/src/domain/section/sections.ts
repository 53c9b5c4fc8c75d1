import type { components } from '@vigil/contract';
import { and, count, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { HttpError, notFound } from '../../platform/http/httpError';
import { teacherName } from '../account/teachers';
import { bounds } from '../bounds';
import { teachers } from '../tables/account';
import { detectionSessions } from '../tables/detection';
import { formerMembers, sectionStudents, sections, sectionTeachers, students } from '../tables/section';
import { isWith, type OwnedSection, type Place } from './access';
import { hasEmailOf, release } from './directory';
import { isGivenIn } from './handles';

type Room = components['schemas']['Room'];
export type Section = Required<Omit<components['schemas']['Section'], 'not_found' | 'shared'>>;

const plainStudent = sql`json_build_object('id', ${students.id}, 'name', ${students.name}, 'email', ${students.email})`;

/** Selects the students of a query's section, by name without case and accents, as one JSON column. */
export function studentsOf(sectionId: AnyPgColumn, student = plainStudent) {
  const list = sql`(
    select json_agg(${student}
      order by split_part(${students.searched}, E'\\n', 1), ${students.id})
    from ${sectionStudents} join ${students} on ${students.id} = ${sectionStudents.studentId}
    where ${sectionStudents.sectionId} = ${sectionId})`;
  // Drizzle qualifies columns with their tables only in nested fragments.
  return sql<Section['students']>`coalesce(${list}, '[]')`;
}

/** Selects the students with whether their emails can be changed in the section. */
const correctableStudentsOf = (sectionId: AnyPgColumn) =>
  studentsOf(
    sectionId,
    sql`json_strip_nulls(json_build_object('id', ${students.id}, 'name', ${students.name}, 'email', ${students.email},
      'email_given', case when ${isGivenIn(sectionId)} then true end))`,
  );

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

/** Selects where the students of a query's section sit, from the front left, as JSON. */
function roomOf({ id: sectionId, roomVersion }: Pick<typeof sections, 'id' | 'roomVersion'>) {
  const { studentId, roomRow, roomColumn } = sectionStudents;
  const places = sql`(
    select json_agg(json_build_object('student_id', ${studentId}, 'row', ${roomRow}, 'column', ${roomColumn})
      order by ${roomRow}, ${roomColumn})
    from ${sectionStudents} where ${sectionStudents.sectionId} = ${sectionId} and ${roomRow} is not null)`;
  const room = sql`json_build_object('version', ${roomVersion}, 'places', coalesce(${places}, '[]'))`;
  return sql<Room>`${room}`;
}

/** What everyone reads of a section. */
const shape = {
  id: sections.id,
  name: sections.name,
  subject: sections.subject,
  students: correctableStudentsOf(sections.id),
  was_started: wasStartedIn(sections.id),
  attendable: sql<true>`true`,
  lesson_minutes: sections.lessonMinutes,
  room: roomOf(sections),
};

/** What a substitute neither sees nor changes. */
const settings = {
  recent_starts: recentStartsIn(sections.id),
  renamable: sql<true>`true`,
  shareable: sql<true>`true`,
  takes_names: sql<true>`true`,
  asks_for_pictures: sections.asksForPictures,
  ignored_kinds: sections.ignoredKinds,
};

type ReadSection = components['schemas']['Section'];

/** Selects sections as a teacher sees them. */
const selectFor = (db: Database, teacherId: number) =>
  db
    .select({
      section: shape,
      settings,
      shared: { role: sectionTeachers.role, until: sectionTeachers.until },
      ownerId: teachers.id,
      owner: teacherName,
    })
    .from(sections)
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .leftJoin(sectionTeachers, and(eq(sectionTeachers.sectionId, sections.id), isWith(teacherId)));

type Selected = Awaited<ReturnType<typeof selectFor>>[number];

/** Says that a section is shared with the reader, and leaves out what a substitute neither sees nor changes. */
function asRead(teacherId: number, { section, settings, shared, ownerId, owner }: Selected): ReadSection {
  if (shared === null || ownerId === teacherId) return { ...section, ...settings };
  const { role, until } = shared;
  return {
    ...section,
    ...(role !== 'substitute' && settings),
    shared: { role, until: until?.toISOString() ?? null, owner },
  };
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

/**
 * Sets where the students of a section sit. The row of its owner must be locked.
 *
 * @returns whether that changes anything
 * @throws HttpError 409 if it was arranged since the given version
 */
export async function arrangeRoom(tx: Database, sectionId: number, { version, places }: Room): Promise<boolean> {
  const isHere = eq(sections.id, sectionId);
  const [known] = await tx
    .select({ room: roomOf(sections), students: studentsOf(sections.id) })
    .from(sections)
    .where(isHere);
  if (!known) throw notFound('Section');
  const members = new Set(known.students.map(({ id }) => id));
  const given = places.filter(({ student_id }) => members.has(student_id));
  const textOf = (seats: Room['places']) =>
    seats
      .map(({ student_id, row, column }) => `${student_id} ${row} ${column}`)
      .toSorted()
      .join();
  // An answer that was lost is asked for again.
  if (textOf(given) === textOf(known.room.places)) return false;
  if (version !== known.room.version) {
    throw new HttpError(409, { detail: 'Another teacher has arranged this room in the meantime.' });
  }
  const place = sql`
    select given."row", given."column"
    from json_to_recordset(${JSON.stringify(given)}) as given (student_id integer, "row" smallint, "column" smallint)
    where given.student_id = ${sectionStudents.studentId}`;
  await tx.execute(sql`
    update ${sectionStudents} set (room_row, room_column) = (${place})
    where ${sectionStudents.sectionId} = ${sectionId}`);
  await tx
    .update(sections)
    .set({ roomVersion: sql`${sections.roomVersion} + 1` })
    .where(isHere);
  return true;
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
  return endMemberships(db, sectionId, inArray(sectionStudents.studentId, ids));
}

/** Takes the members of a section that match out of it, and notes that they were in it. @returns their ids */
export async function endMemberships(db: Database, sectionId: number, isEnding: SQL): Promise<number[]> {
  const ended = await db
    .delete(sectionStudents)
    .where(and(eq(sectionStudents.sectionId, sectionId), isEnding))
    .returning({ id: sectionStudents.studentId, joinedAt: sectionStudents.joinedAt });
  const leftAt = new Date();
  if (ended.length > 0)
    await db
      .insert(formerMembers)
      .values(ended.map(({ id: studentId, joinedAt }) => ({ sectionId, studentId, joinedAt, leftAt })));
  return idsOf(ended);
}
