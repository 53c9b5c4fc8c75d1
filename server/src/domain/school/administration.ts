import { asc, count, eq, gt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { endSignIns } from '../account/signIns';
import { invitations, teachers } from '../account/tables';
import type { Teacher } from '../account/teachers';
import { depart } from '../attendance/departures';
import { publishingIn } from '../live/transactAndPublish';
import { sections } from '../section/tables';

/** An account or a pending invitation, as the administrator sees it. */
interface ListedTeacher {
  email: string;
  name: string;
  state: 'active' | 'disabled' | 'not verified' | 'invited';
  sections: number;
}

/** Lists all accounts by email, then the pending invitations. */
export async function listTeachers(db: Database): Promise<ListedTeacher[]> {
  const accounts = await db
    .select({ teacher: teachers, sections: count(sections.id) })
    .from(teachers)
    .leftJoin(sections, eq(sections.teacherId, teachers.id))
    .groupBy(teachers.id)
    .orderBy(asc(teachers.email));
  const invited = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date()))
    .orderBy(asc(invitations.email));
  return [
    ...accounts.map(({ teacher: { email, firstName, lastName, ...teacher }, sections }) => ({
      email,
      name: `${firstName} ${lastName}`.trim(),
      state: stateOf(teacher),
      sections,
    })),
    ...invited.map(({ email }) => ({ email, name: '', state: 'invited' as const, sections: 0 })),
  ];
}

function stateOf({ disabledAt, verifiedAt }: Pick<Teacher, 'disabledAt' | 'verifiedAt'>): ListedTeacher['state'] {
  if (disabledAt) return 'disabled';
  return verifiedAt ? 'active' : 'not verified';
}

/** Ends a teacher's sign-ins and running lessons, and blocks new sign-ins until the account is enabled. @returns whether the account exists */
export async function disableTeacher(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await setDisabled(tx, email, new Date());
    if (id === undefined) return false;
    const publishing = publishingIn(tx);
    await depart(publishing, { kind: 'teacherLeft', teacherId: id });
    await endSignIns(publishing, id);
    return true;
  });
}

/** Lets a teacher sign in again. @returns whether the account exists */
export async function enableTeacher(db: Database, email: string): Promise<boolean> {
  return (await setDisabled(db, email, null)) !== undefined;
}

async function setDisabled(db: Database, email: string, disabledAt: Date | null): Promise<number | undefined> {
  const [teacher] = await db
    .update(teachers)
    .set({ disabledAt })
    .where(eq(teachers.email, normaliseEmail(email)))
    .returning({ id: teachers.id });
  return teacher?.id;
}
