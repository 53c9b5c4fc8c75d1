import { and, desc, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database';
import { students } from '../../platform/database/schema';
import { normaliseEmail } from '../../platform/mail/email';
import { bounds } from '../bounds';

const shape = { id: students.id, name: students.name, email: students.email };

/**
 * Finds the students whose name or e-mail contains the text, whatever its letter case and accents; those that start with
 * it come first.
 * @returns the first of them, and how many there are
 */
export async function searchStudents(db: Database, text: string) {
  const searched = text.includes('@') ? normaliseEmail(text) : text.replace(/\s+/g, ' ');
  const literally = sql`regexp_replace(folded(${searched}), '([\\\\%_])', '\\\\\\1', 'g')`;
  const startsWith = sql`(${students.searched} like ${literally} || '%' or ${students.searched} like E'%\\n' || ${literally} || '%')`;
  const found = await db
    // All of them are read to be sorted anyway: counting them costs nothing more.
    .select({ student: shape, total: sql<number>`count(*) over ()::double precision` })
    .from(students)
    .where(sql`${students.searched} like '%' || ${literally} || '%'`)
    .orderBy(desc(startsWith), students.searched, students.id)
    .limit(bounds.found);
  return { students: found.map(({ student }) => student), total: found[0]?.total ?? 0 };
}

/**
 * That a student's e-mail is one of many. As a plain list PostgreSQL 15 looks each up in the trigram index of the search: 14 s for
 * a thousand in a directory of ten thousand.
 */
export const hasEmailOf = (emails: string[]) => sql`${students.email} in (select unnest(${sql.param(emails)}::text[]))`;

/** Adds students, and corrects the names of those whose e-mail is known. @returns who was new, and whose name was another */
export async function saveStudents(
  db: Database,
  given: { name: string; email: string }[],
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
    // PostgreSQL's mark of a row that no transaction has replaced.
    .returning({ id: students.id, isNew: sql<boolean>`xmax = 0` });
  const idsOf = (those: typeof saved) => those.map(({ id }) => id);
  return {
    addedIds: idsOf(saved.filter(({ isNew }) => isNew)),
    renamedIds: idsOf(saved.filter(({ isNew }) => !isNew)),
  };
}

/** Who has the name of one of these students, but for letter case and accents. */
export function listNamesakes(db: Database, ids: number[]): Promise<{ name: string; email: string; other: string }[]> {
  const other = alias(students, 'other');
  return db
    .select({ name: students.name, email: students.email, other: other.email })
    .from(students)
    .innerJoin(other, and(sql`folded(${other.name}) = folded(${students.name})`, ne(other.id, students.id)))
    .where(sql`${students.id} in (select unnest(${sql.param(ids)}::integer[]))`)
    .orderBy(students.id, other.id);
}
