import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { emailCodes, invitations, teachers } from '../../platform/database/schema';
import { HttpError } from '../../platform/http/httpError';
import { normaliseEmail } from '../../platform/mail/email';

export type Teacher = typeof teachers.$inferSelect;

export async function findTeacher(db: Database, email: string): Promise<Teacher | undefined> {
  const [teacher] = await db
    .select()
    .from(teachers)
    .where(eq(teachers.email, normaliseEmail(email)));
  return teacher;
}

export async function getTeacher(db: Database, teacherId: number): Promise<Teacher | undefined> {
  const [teacher] = await db.select().from(teachers).where(eq(teachers.id, teacherId));
  return teacher;
}

/**
 * Locks the teacher's row until the transaction ends: a teacher's own changes wait for each other, so that two at once cannot exceed a
 * cap. Lock it before anything else.
 */
export async function lockTeacher(tx: Database, teacherId: number): Promise<Teacher | undefined> {
  const [teacher] = await tx.select().from(teachers).where(eq(teachers.id, teacherId)).for('no key update');
  return teacher;
}

export async function getPasswordHash(db: Database, teacherId: number): Promise<string | null | undefined> {
  const [teacher] = await db
    .select({ passwordHash: teachers.passwordHash })
    .from(teachers)
    .where(eq(teachers.id, teacherId));
  return teacher?.passwordHash;
}

type GoogleTeacher = typeof teachers.$inferInsert & { googleSubject: string };

/** The person's account, else the one that has the e-mail, or a new one: the same for two who come at once. */
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

/** From now on Google's person signs in to the account, whatever becomes of the e-mail there. */
export async function linkGoogle(db: Database, teacherId: number, googleSubject: string): Promise<void> {
  await db.update(teachers).set({ googleSubject }).where(eq(teachers.id, teacherId));
}

/** What a teacher is told who is asked for a password and has none. */
export const noPasswordYet =
  'You sign in with Google and have no password here yet. Sign out, choose “Forgot your password?” to set one, and try again.';

/** @throws HttpError 403 when the administrator has disabled the account */
export function requireEnabled({ disabledAt }: Teacher): void {
  if (disabledAt) throw new HttpError(403, { detail: 'This account is disabled. Please ask your administrator.' });
}

/** Ends what only an unverified account has. The first verification counts. */
export async function markVerified(tx: Database, { id, email, verifiedAt }: Teacher): Promise<void> {
  if (verifiedAt) return;
  await tx
    .update(teachers)
    .set({
      verifiedAt: new Date(),
      registeredFrom: null,
      registeredAgain: false,
      wrongCodes: 0,
      codesPausedUntil: null,
    })
    .where(eq(teachers.id, id));
  await tx.delete(emailCodes).where(eq(emailCodes.teacherId, id));
  await tx.delete(invitations).where(eq(invitations.email, email));
}

/** Sets a password in place of the very one that was checked. @returns false when that is not the password any more */
export async function replacePasswordHash(db: Database, teacherId: number, from: string, to: string): Promise<boolean> {
  const replaced = await db
    .update(teachers)
    .set({ passwordHash: to })
    .where(and(eq(teachers.id, teacherId), eq(teachers.passwordHash, from)))
    .returning({ id: teachers.id });
  return replaced.length > 0;
}

/** Null takes the password away. */
export async function setPasswordHash(db: Database, teacherId: number, passwordHash: string | null): Promise<void> {
  await db.update(teachers).set({ passwordHash }).where(eq(teachers.id, teacherId));
}
