import { desc, ilike, or, sql } from 'drizzle-orm';
import { bounds } from '../bounds';
import type { Database } from '../database/database';
import { students } from '../database/schema';

/**
 * Students whose name or e-mail contains the text, whatever its case; those that start with it come first.
 * @returns the first of them, and how many there are
 */
export async function searchStudents(db: Database, text: string) {
  const literally = text.replace(/[\\%_]/g, '\\$&');
  const startsWith = or(ilike(students.name, `${literally}%`), ilike(students.email, `${literally}%`));
  const found = await db
    // All of them are read to be sorted anyway: counting them costs nothing more.
    .select({ student: students, total: sql<number>`count(*) over ()::double precision` })
    .from(students)
    .where(or(ilike(students.name, `%${literally}%`), ilike(students.email, `%${literally}%`)))
    .orderBy(desc(sql`${startsWith}`), sql`lower(${students.name})`, students.id)
    .limit(bounds.found);
  return { students: found.map(({ student }) => student), total: found[0]?.total ?? 0 };
}

/**
 * That a student's e-mail is one of many. As a plain list PostgreSQL 15 looks each up in the trigram index of the search: 14 s for
 * a thousand in a directory of ten thousand.
 */
export const hasEmailOf = (emails: string[]) => sql`${students.email} in (select unnest(${sql.param(emails)}::text[]))`;

/** Adds students, and corrects the names of those whose e-mail is known. @returns how many were new, and whose name was another */
export async function saveStudents(
  db: Database,
  given: { name: string; email: string }[],
): Promise<{ added: number; renamedIds: number[] }> {
  if (given.length === 0) return { added: 0, renamedIds: [] };
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
  const renamedIds = saved.filter(({ isNew }) => !isNew).map(({ id }) => id);
  return { added: saved.length - renamedIds.length, renamedIds };
}
