import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { type Page, readPage } from '../../platform/database/pages';
import { rowsOf } from '../../platform/database/rows';
import { normaliseEmail } from '../../platform/http/email';
import { OperatorError } from '../../platform/operatorError';
import type { Settings } from '../../settings';
import { inviteTeacher } from '../account/registration';
import { endSignIns } from '../account/signIns';
import { findTeacher } from '../account/teachers';
import { depart } from '../attendance/departures';
import { publishingIn } from '../live/transactAndPublish';
import { contains } from '../section/directory';
import { teachers } from '../tables/account';
import { deleteAccount } from './deleteAccount';

/** What an administrator looks for. */
export interface Listing {
  /** A part of what is listed. */
  q?: string | undefined;
  page?: number | undefined;
}

/** An account or a pending invitation, as the administrator sees it. */
const ListedTeacher = v.object({
  email: v.string(),
  name: v.string(),
  state: v.picklist(['active', 'disabled', 'not verified', 'invited']),
  is_administrator: v.boolean(),
  sections: v.number(),
});
type ListedTeacher = v.InferOutput<typeof ListedTeacher>;

/** All accounts by email, then the pending invitations. */
const accountsAndInvitations = () => sql`
  select email, trim(first_name || ' ' || last_name) as name, is_administrator, 0 as place,
    case when disabled_at is not null then 'disabled' when verified_at is null then 'not verified' else 'active' end as state,
    (select count(*) from sections where teacher_id = teachers.id)::double precision as sections
  from teachers
  union all
  select email, '', false, 1, 'invited', 0 from invitations where expires_at > ${new Date().toISOString()}::timestamptz`;
const byEmail = sql`place, email`;

export const listTeachers = (db: Database): Promise<ListedTeacher[]> =>
  rowsOf(db, ListedTeacher, sql`select * from (${accountsAndInvitations()}) as listed order by ${byEmail}`);

/** Lists those whose name or email contains a text. */
export const findTeachers = (db: Database, { q = '', page }: Listing = {}): Promise<Page<ListedTeacher>> =>
  readPage(db, ListedTeacher, {
    rows: sql`select * from (${accountsAndInvitations()}) as known where ${contains(sql`name || ' ' || email`, q.trim())}`,
    order: byEmail,
    page,
  });

const noAccount = (email: string) => new OperatorError(`No account has the e-mail ${email}.`);

/** What is counted of an account or a student that was deleted. */
export const counted = ({
  sections,
  detections,
  screenshots,
}: Record<'sections' | 'detections' | 'screenshots', number>) =>
  `sections ${sections}, detections ${detections}, screenshots ${screenshots}`;

/** Where a change is made, and the settings for what is mailed. */
interface Made {
  db: Database;
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl'>;
}

/**
 * What an administrator changes about teachers, by command and on the page.
 * @returns what was done, as a sentence
 * @throws OperatorError that says why it was not
 */
export const teacherChanges = {
  async invite({ db, settings }: Made, email: string) {
    const outcome = await inviteTeacher(db, settings, email);
    if (outcome === 'hasAccount') throw new OperatorError(`${email} has an account already.`);
    return `Invited ${email}: a mail with a link is on its way. The link is valid for two weeks.`;
  },
  async disable({ db }: Made, email: string) {
    if (!(await disableTeacher(db, email))) throw noAccount(email);
    return `Disabled the account of ${email}: it is signed out everywhere and cannot sign in.`;
  },
  async enable({ db }: Made, email: string) {
    if (!(await enableTeacher(db, email))) throw noAccount(email);
    return `Enabled the account of ${email}.`;
  },
  async promote({ db }: Made, email: string) {
    if (!(await promoteTeacher(db, email))) {
      if (!(await findTeacher(db, email))) throw noAccount(email);
      throw new OperatorError(
        `Nothing was changed: the account of ${email} is disabled, or its email is not verified.`,
      );
    }
    return `${email} is an administrator now.`;
  },
  async demote({ db }: Made, email: string) {
    const isDone = await changeTeacher(db, email, { isAdministrator: false });
    if (isDone === undefined) throw noAccount(email);
    return `${email} is no administrator now.`;
  },
  async delete({ db }: Made, email: string) {
    const deleted = await deleteAccount(db, email);
    if (!deleted) throw noAccount(email);
    if (deleted === 'invitation') return `Withdrew the invitation for ${email}.`;
    return `Deleted the account of ${email}: ${counted(deleted)}.`;
  },
} satisfies Record<string, (made: Made, email: string) => Promise<string>>;

export type TeacherChange = keyof typeof teacherChanges;

const needsAnother: readonly TeacherChange[] = ['disable', 'demote', 'delete'];

/**
 * Makes a change as the page does: only the shell can leave a school without an administrator. Administrators are locked, so that two
 * cannot demote each other at the same time.
 */
export async function changeAsAdministrator(made: Made, change: TeacherChange, email: string): Promise<string> {
  if (needsAnother.includes(change)) {
    const administrators = await made.db
      .select({ email: teachers.email })
      .from(teachers)
      .where(eq(teachers.isAdministrator, true))
      .orderBy(teachers.id)
      .for('update');
    if (administrators.every((one) => one.email === normaliseEmail(email))) {
      throw new OperatorError(`Nothing was changed: ${email} is the only administrator. Make somebody else one first.`);
    }
  }
  return teacherChanges[change](made, email);
}

/** Ends a teacher's sign-ins and running lessons, and blocks new sign-ins until the account is enabled. @returns whether the account exists */
export async function disableTeacher(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await changeTeacher(tx, email, { disabledAt: new Date(), isAdministrator: false });
    if (id === undefined) return false;
    const publishing = publishingIn(tx);
    await depart(publishing, { kind: 'teacherLeft', teacherId: id });
    await endSignIns(publishing, id);
    return true;
  });
}

/** Lets a teacher sign in again. @returns whether the account exists */
export async function enableTeacher(db: Database, email: string): Promise<boolean> {
  return (await changeTeacher(db, email, { disabledAt: null })) !== undefined;
}

/** Makes a teacher an administrator. @returns whether there is a verified, enabled account: anybody could register an unverified one */
async function promoteTeacher(db: Database, email: string): Promise<boolean> {
  const isActive = and(isNotNull(teachers.verifiedAt), isNull(teachers.disabledAt));
  return (await changeTeacher(db, email, { isAdministrator: true }, isActive)) !== undefined;
}

async function changeTeacher(
  db: Database,
  email: string,
  values: Partial<typeof teachers.$inferInsert>,
  condition?: ReturnType<typeof and>,
): Promise<number | undefined> {
  const [teacher] = await db
    .update(teachers)
    .set(values)
    .where(and(eq(teachers.email, normaliseEmail(email)), condition))
    .returning({ id: teachers.id });
  return teacher?.id;
}
