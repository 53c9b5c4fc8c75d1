import { desc, ilike, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { students } from '../database/schema';

const mostFound = 20;

/** Students whose name or e-mail contains the text, whatever its case; those that start with it come first. */
export function searchStudents(db: Database, text: string) {
  const literally = text.replace(/[\\%_]/g, '\\$&');
  const startsWith = or(ilike(students.name, `${literally}%`), ilike(students.email, `${literally}%`));
  return db
    .select()
    .from(students)
    .where(or(ilike(students.name, `%${literally}%`), ilike(students.email, `%${literally}%`)))
    .orderBy(desc(sql`${startsWith}`), sql`lower(${students.name})`, students.id)
    .limit(mostFound);
}

/** Adds students whose e-mail is new. @returns how many there were */
export async function addToDirectory(db: Database, newcomers: { name: string; email: string }[]): Promise<number> {
  if (newcomers.length === 0) return 0;
  const added = await db.insert(students).values(newcomers).onConflictDoNothing().returning({ id: students.id });
  return added.length;
}
