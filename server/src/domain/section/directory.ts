import { and, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { normaliseEmail } from '../../platform/http/email';
import { HttpError } from '../../platform/http/httpError';
import { bounds } from '../bounds';
import { namedStudents, students } from '../tables/section';

/** SQL condition: a text contains another, ignoring case and accents. For tables that need no index. */
export const contains = (text: SQL, part: string) => sql`strpos(folded(${text}), folded(${part})) > 0`;

const shape = { id: students.id, name: students.name, email: students.email };

/** SQL condition: a student is of the directory. Of those who were made from names, only who knows the whole email finds one. */
const isListed = (text: string) =>
  sql`(${students.email} = ${text} or not exists (select from ${namedStudents} where ${namedStudents.studentId} = ${students.id}))`;

/**
 * Finds students whose name or email contains the text, ignoring case and accents. Those that start with it come first.
 * @param ofSchool whether also those who were made from names for a section
 * @returns the first matches and the total
 */
export async function searchStudents(db: Database, text: string, { ofSchool = false } = {}) {
  const searched = text.includes('@') ? normaliseEmail(text) : text.replace(/\s+/g, ' ');
  const literally = sql`regexp_replace(folded(${searched}), '([\\\\%_])', '\\\\\\1', 'g')`;
  const startsWith = sql`(${students.searched} like ${literally} || '%' or ${students.searched} like E'%\\n' || ${literally} || '%')`;
  const found = await db
    // Sorting reads all matches anyway, so counting them is free.
    .select({ student: shape, total: sql<number>`count(*) over ()::double precision` })
    .from(students)
    .where(and(sql`${students.searched} like '%' || ${literally} || '%'`, ofSchool ? undefined : isListed(searched)))
    .orderBy(desc(startsWith), students.searched, students.id)
    .limit(bounds.found);
  return { students: found.map(({ student }) => student), total: found[0]?.total ?? 0 };
}

/**
 * SQL condition: a student's email is in a list. With a plain list PostgreSQL 15 uses the search's trigram index for each email: 14 s
 * for a thousand in a directory of ten thousand.
 */
export const hasEmailOf = (emails: string[]) => sql`${students.email} in (select unnest(${sql.param(emails)}::text[]))`;

export interface NewStudent {
  name: string;
  email: string;
}

/**
 * Adds the students whose emails are unknown. The others keep their names. The teacher's row must be locked.
 * @throws HttpError 409 above the teacher's cap for a day
 */
export async function addNewStudents(tx: Database, teacherId: number, given: NewStudent[]) {
  const added = await tx
    .insert(students)
    // In one order for all, so that two teachers with the same list cannot deadlock.
    .values(
      given
        .toSorted((one, other) => (one.email < other.email ? -1 : 1))
        .map((student) => ({ ...student, addedBy: teacherId, addedAt: sql`now()` })),
    )
    .onConflictDoNothing({ target: students.email })
    .returning(shape);
  if (added.length > 0) await requireDailyCap(tx, teacherId, added.length);
  const ids = new Set(idsOf(added));
  const all = await tx
    .select(shape)
    .from(students)
    .where(hasEmailOf(given.map(({ email }) => email)));
  return { added, existing: all.filter(({ id }) => !ids.has(id)) };
}

/** @throws HttpError 409 above the teacher's cap for a day */
export async function requireDailyCap(tx: Database, teacherId: number, addedNow: number): Promise<void> {
  const max = bounds.newStudents.perDay;
  const isRecent = gt(students.addedAt, sql`now() - interval '1 day'`);
  const count = await tx.$count(students, and(eq(students.addedBy, teacherId), isRecent));
  if (count <= max) return;
  const detail = `You can add at most ${max.toLocaleString('en')} people to the directory in 24 hours, and have added ${(count - addedNow).toLocaleString('en')}. Nobody was added.`;
  throw new HttpError(409, { detail });
}

/** Moves students who were made from names for another section than this one to the directory: two sections know them now. */
export async function release(tx: Database, studentIds: number[], sectionId: number): Promise<void> {
  if (studentIds.length === 0) return;
  const isOther = sql`${namedStudents.sectionId} is distinct from ${sectionId}`;
  await tx.delete(namedStudents).where(and(inArray(namedStudents.studentId, studentIds), isOther));
}

/** Adds students, or corrects their names when the email is known. */
export async function saveStudents(
  db: Database,
  given: NewStudent[],
): Promise<{ addedIds: number[]; renamedIds: number[] }> {
  if (given.length === 0) return { addedIds: [], renamedIds: [] };
  const saved = await db
    .insert(students)
    .values(given)
    .onConflictDoUpdate({
      target: students.email,
      set: { name: sql`excluded.name` },
      setWhere: sql`${students.name} <> excluded.name`,
    })
    // xmax is 0 for inserted rows.
    .returning({ id: students.id, isNew: sql<boolean>`xmax = 0` });
  const known = db
    .select({ id: students.id })
    .from(students)
    .where(hasEmailOf(given.map(({ email }) => email)));
  await db.delete(namedStudents).where(inArray(namedStudents.studentId, known));
  return {
    addedIds: saved.flatMap(({ id, isNew }) => (isNew ? [id] : [])),
    renamedIds: saved.flatMap(({ id, isNew }) => (isNew ? [] : [id])),
  };
}

/** Lists other students with the same name as one of these, ignoring case and accents. */
export function listNamesakes(db: Database, ids: number[]): Promise<{ name: string; email: string; other: string }[]> {
  const other = alias(students, 'other');
  return db
    .select({ name: students.name, email: students.email, other: other.email })
    .from(students)
    .innerJoin(other, and(sql`folded(${other.name}) = folded(${students.name})`, ne(other.id, students.id)))
    .where(sql`${students.id} in (select unnest(${sql.param(ids)}::integer[]))`)
    .orderBy(students.id, other.id);
}
