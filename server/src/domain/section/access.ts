import { and, eq, exists, gt, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { HttpError, notFound } from '../../platform/http/httpError';
import { teachers } from '../tables/account';
import { detectionSessions } from '../tables/detection';
import { sections, sectionTeachers } from '../tables/section';

/** A section with the teacher whose it is. */
export interface OwnedSection {
  teacherId: number;
  sectionId: number;
}

/** A teacher, and the section with which they want to do something. */
export type Place = OwnedSection;

export type SharedRole = (typeof sectionTeachers.$inferSelect)['role'];
type Role = 'owner' | SharedRole;

/** What a call does with a section: it reads what is going on, runs lessons, reads earlier ones, changes it, or deletes from it. */
export type Need = 'read now' | 'teach' | 'history' | 'change' | 'delete';

const mayDo: Record<Role, readonly Need[]> = {
  owner: ['read now', 'teach', 'history', 'change', 'delete'],
  'co-teacher': ['read now', 'teach', 'history', 'change'],
  substitute: ['read now', 'teach'],
};

/** What a teacher has to do with a section. */
export interface Access {
  role: Role;
  /** When it ends; null without an end. */
  until: Date | null;
  teacherId: number;
  section: OwnedSection;
  logVersion: number;
}

/** SQL condition: the sharing is with a teacher, and has not ended. */
export const isWith = (teacherId: number) =>
  and(
    sql`${sectionTeachers.email} = (select ${teachers.email} from ${teachers} where ${teachers.id} = ${teacherId})`,
    isCurrent(),
  );

/** SQL condition: the sharing has not ended. */
export const isCurrent = () => or(isNull(sectionTeachers.until), gt(sectionTeachers.until, new Date()));

/** SQL condition: a section of a query is the teacher's or shared with them. @param role only in this one, if it is shared */
export function isOpenTo(db: Database, teacherId: number, role?: SharedRole): SQL | undefined {
  const isShared = and(eq(sectionTeachers.sectionId, sections.id), isWith(teacherId));
  const isInRole = role === undefined ? undefined : eq(sectionTeachers.role, role);
  const sharing = db.select({ one: sql`1` }).from(sectionTeachers).where(and(isShared, isInRole));
  return or(eq(sections.teacherId, teacherId), exists(sharing));
}

/** Lists what a teacher has to do with the sections that match. */
async function listAccess(db: Database, teacherId: number, condition: SQL | undefined): Promise<Access[]> {
  const rows = await db
    .select({
      sectionId: sections.id,
      ownerId: sections.teacherId,
      logVersion: sections.logChange,
      role: sectionTeachers.role,
      until: sectionTeachers.until,
    })
    .from(sections)
    .leftJoin(sectionTeachers, and(eq(sectionTeachers.sectionId, sections.id), isWith(teacherId)))
    .where(condition)
    .orderBy(sections.id);
  return rows.flatMap(({ sectionId, ownerId, logVersion, role, until }): Access[] => {
    const access = { teacherId, section: { teacherId: ownerId, sectionId }, logVersion };
    if (ownerId === teacherId) return [{ ...access, role: 'owner', until: null }];
    return role === null ? [] : [{ ...access, role, until }];
  });
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The whole rule: which need a teacher's role allows. @throws HttpError 403 that says what they may do */
function judge(access: Access, need: Need): Access {
  if (mayDo[access.role].includes(need)) return access;
  throw refusal(access, need);
}

function refusal({ role, until }: Access, need: Need): HttpError {
  if (role !== 'substitute') {
    return new HttpError(403, { detail: 'Only the teacher whose section this is can delete it, or anything in it.' });
  }
  const time = until === null ? '' : ` until ${timeFormat.format(until)} UTC`;
  const detail =
    need === 'history'
      ? `You teach this section as a substitute${time}. You see the running lesson and those that you started or stopped, no others.`
      : `You teach this section as a substitute${time}. You can run lessons in it, and change nothing else.`;
  return new HttpError(403, { detail });
}

/** Returns the refusal of a lesson that a substitute does not see. */
export const refuseHistory = (access: Access): HttpError => refusal(access, 'history');

/** @throws HttpError 404 for a teacher who has nothing to do with the section, 403 for one who may not do this */
export async function requireAccess(db: Database, { teacherId, sectionId }: Place, need: Need): Promise<Access> {
  const [access] = await listAccess(db, teacherId, eq(sections.id, sectionId));
  if (!access) throw notFound('Section');
  return judge(access, need);
}

/** Keeps the sharing of sections with a teacher from ending or changing before the transaction does. */
const lockSharing = (tx: Database, teacherId: number, ids: SQLWrapper | number[]) =>
  tx
    .select({ role: sectionTeachers.role })
    .from(sectionTeachers)
    .where(and(inArray(sectionTeachers.sectionId, ids), isWith(teacherId)))
    .for('key share');

/** Like `requireAccess`, and prevents deletion, and the end of the sharing, until the transaction ends. */
export async function lockAccess(tx: Database, place: Place, need: Need): Promise<Access> {
  const { teacherId, sectionId } = place;
  const isThis = and(eq(sections.id, sectionId), isOpenTo(tx, teacherId));
  const found = await tx.select({ id: sections.id }).from(sections).where(isThis).for('key share');
  if (found.length === 0) throw notFound('Section');
  await lockSharing(tx, teacherId, [sectionId]);
  return requireAccess(tx, place, need);
}

/**
 * Locks those of the sections that are open to a teacher until the transaction ends, so that changes of the same lessons and logs cannot
 * deadlock.
 * @param ids a query that selects section ids
 * @throws HttpError 403 if one of them is, but not for this
 */
export async function lockSections(
  tx: Database,
  { teacherId, ids }: { teacherId: number; ids: SQLWrapper },
  need: Need,
): Promise<Access[]> {
  const isOneOf = and(inArray(sections.id, ids), isOpenTo(tx, teacherId));
  await tx.select({ id: sections.id }).from(sections).where(isOneOf).orderBy(sections.id).for('no key update');
  await lockSharing(tx, teacherId, ids);
  const open = await listAccess(tx, teacherId, isOneOf);
  return open.map((access) => judge(access, need));
}

/** A query of the ids of the lessons that a substitute sees: the running one, and those that they started or stopped. */
const readableLessons = (db: Database, teacherId: number) => {
  const { id, endedAt, startedBy, endedBy } = detectionSessions;
  return db
    .select({ id })
    .from(detectionSessions)
    .where(or(isNull(endedAt), eq(startedBy, teacherId), eq(endedBy, teacherId)));
};

/** SQL condition: a lesson is one that the teacher sees; undefined if they see all. @param lessonId a column */
export const isReadable = (db: Database, { teacherId, role }: Access, lessonId: SQLWrapper): SQL | undefined =>
  mayDo[role].includes('history') ? undefined : sql`${lessonId} in ${readableLessons(db, teacherId)}`;

/** @throws HttpError 403 for a lesson that the teacher does not see */
export async function requireReadable(db: Database, access: Access, lessonId: number): Promise<void> {
  if (mayDo[access.role].includes('history')) return;
  const { id, sectionId } = detectionSessions;
  const isThis = and(eq(id, lessonId), eq(sectionId, access.section.sectionId), isReadable(db, access, id));
  if ((await db.$count(detectionSessions, isThis)) === 0) throw refuseHistory(access);
}

/** Lists the sections of other teachers that are shared with a teacher now, the first to be shared first. */
export function listSharedWith(db: Database, teacherId: number): Promise<{ sectionId: number; until: Date | null }[]> {
  const { sectionId, until, invitedAt } = sectionTeachers;
  return db.select({ sectionId, until }).from(sectionTeachers).where(isWith(teacherId)).orderBy(invitedAt, sectionId);
}

/** Lists the ids of the teachers to whom a section is open now, its owner first. */
export async function listTeacherIds(db: Database, { teacherId, sectionId }: OwnedSection): Promise<number[]> {
  const further = await db
    .select({ id: teachers.id })
    .from(sectionTeachers)
    .innerJoin(teachers, eq(teachers.email, sectionTeachers.email))
    .where(and(eq(sectionTeachers.sectionId, sectionId), isCurrent()));
  return [teacherId, ...further.map(({ id }) => id)];
}
