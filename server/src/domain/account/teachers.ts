import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { HttpError } from '../../platform/http/httpError';
import { emailCodes, invitations, teachers } from '../tables/account';

export type Teacher = typeof teachers.$inferSelect;

/** SQL: a teacher's full name. */
export const teacherName = sql<string>`${teachers.firstName} || ' ' || ${teachers.lastName}`;

export async function findTeacher(db: Database, email: string): Promise<Teacher | undefined> {
  const [teacher] = await db
    .select()
    .from(teachers)
    .where(eq(teachers.email, normaliseEmail(email)));
  return teacher;
}

/** Returns those of some emails with which a teacher is registered and verified. */
export async function teachersAmong(db: Database, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const found = await db
    .select({ email: teachers.email })
    .from(teachers)
    .where(and(inArray(teachers.email, emails), isNotNull(teachers.verifiedAt)));
  return found.map(({ email }) => email);
}

export async function getTeacher(db: Database, teacherId: number): Promise<Teacher | undefined> {
  const [teacher] = await db.select().from(teachers).where(eq(teachers.id, teacherId));
  return teacher;
}

/**
 * Locks the teacher's row until the transaction ends. A teacher's changes run one at a time, so that two at once cannot exceed a cap.
 * Take this lock before any other.
 */
export async function lockTeacher(tx: Database, teacherId: number): Promise<Teacher | undefined> {
  const [teacher] = await tx.select().from(teachers).where(eq(teachers.id, teacherId)).for('no key update');
  return teacher;
}

type GoogleTeacher = typeof teachers.$inferInsert & { googleSubject: string };

/** Returns the account linked to a Google subject, else the one with the email, else a new one. Safe to run concurrently. */
export async function findOrInsertTeacher(
  db: Database,
  values: GoogleTeacher,
): Promise<{ teacher: Teacher; isNew: boolean }> {
  const found = await findGoogleTeacher(db, values);
  if (found) return { teacher: found, isNew: false };
  const [inserted] = await db.insert(teachers).values(values).onConflictDoNothing().returning();
  const teacher = inserted ?? (await findGoogleTeacher(db, values));
  if (!teacher) throw new Error('The teacher was neither inserted nor found.');
  return { teacher, isNew: inserted !== undefined };
}

async function findGoogleTeacher(db: Database, { googleSubject, email }: GoogleTeacher): Promise<Teacher | undefined> {
  const [teacher] = await db
    .select()
    .from(teachers)
    .where(or(eq(teachers.googleSubject, googleSubject), eq(teachers.email, email)))
    .orderBy(sql`${teachers.googleSubject} is distinct from ${googleSubject}`)
    .limit(1);
  return teacher;
}

export const noPasswordYet =
  'You sign in with Google and have no password here yet. Sign out, choose “Forgot your password?” to set one, and try again.';

/** @throws HttpError 403 when the administrator has disabled the account */
export function requireEnabled({ disabledAt }: Teacher): void {
  if (disabledAt) throw new HttpError(403, { detail: 'This account is disabled. Please ask your administrator.' });
}

/** Reads the database each time, so that a demoted administrator is refused at the next call, on every instance. */
export const isAdministrator = async (db: Database, teacherId: number): Promise<boolean> =>
  (await db.$count(teachers, and(eq(teachers.id, teacherId), eq(teachers.isAdministrator, true)))) > 0;

/** Marks the email as verified and deletes what only an unverified account needs. Does nothing when it already is. */
export async function markVerified(tx: Database, { id, email, verifiedAt }: Teacher): Promise<void> {
  if (verifiedAt) return;
  await updateTeacher(tx, id, {
    verifiedAt: new Date(),
    registeredFrom: null,
    registeredAgain: false,
    wrongCodes: 0,
    codesPausedUntil: null,
  });
  await tx.delete(emailCodes).where(eq(emailCodes.teacherId, id));
  await tx.delete(invitations).where(eq(invitations.email, email));
}

/** Replaces a password hash. @returns false when the stored hash is no longer `from` */
export async function replacePasswordHash(
  db: Database,
  teacherId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const replaced = await db
    .update(teachers)
    .set({ passwordHash: to })
    .where(and(eq(teachers.id, teacherId), eq(teachers.passwordHash, from)))
    .returning({ id: teachers.id });
  return replaced.length > 0;
}

export async function updateTeacher(
  db: Database,
  teacherId: number,
  values: Partial<typeof teachers.$inferInsert>,
): Promise<void> {
  await db.update(teachers).set(values).where(eq(teachers.id, teacherId));
}
