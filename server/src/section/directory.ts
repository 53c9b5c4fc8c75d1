import { desc, ilike, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { students } from '../database/schema';

const mostFound = 20;

/**
 * Students whose name or e-mail contains the text, whatever its case; those that start with it come first.
 * @returns the first of them, and how many there are
 */
export async function searchStudents(db: Database, text: string) {
  const literally = text.replace(/[\\%_]/g, '\\$&');
  const startsWith = or(ilike(students.name, `${literally}%`), ilike(students.email, `${literally}%`));
  const found = await db
    // All of them are read to be sorted anyway: counting them costs nothing more.
    .select({ student: students, total: sql<number>`count(*) over ()::int` })
    .from(students)
    .where(or(ilike(students.name, `%${literally}%`), ilike(students.email, `%${literally}%`)))
    .orderBy(desc(sql`${startsWith}`), sql`lower(${students.name})`, students.id)
    .limit(mostFound);
  return { students: found.map(({ student }) => student), total: found[0]?.total ?? 0 };
}

/** Adds students whose e-mail is new. @returns how many there were */
export async function addToDirectory(db: Database, newcomers: { name: string; email: string }[]): Promise<number> {
  if (newcomers.length === 0) return 0;
  const added = await db.insert(students).values(newcomers).onConflictDoNothing().returning({ id: students.id });
  return added.length;
}
