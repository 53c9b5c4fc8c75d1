import type { components } from '@vigil/contract';
import { and, asc, desc, eq, lte, ne, notInArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database';
import { HttpError, wrongField } from '../../platform/http/httpError';
import { teacherName } from '../account/teachers';
import { auditCommand } from '../audit/audit';
import { bounds } from '../bounds';
import { type Publishing, publishingIn } from '../live/transactAndPublish';
import { type Periodic, startPeriodic } from '../periodic';
import { teachers } from '../tables/account';
import { endedSharings, sections, sectionTeachers } from '../tables/section';
import { type Access, isCurrent, isWith, listTeacherIds, type OwnedSection, type SharedRole } from './access';

type SectionTeachers = components['schemas']['SectionTeachers'];
type EndedSharing = components['schemas']['EndedSharing'];

const checkMilliseconds = 2000;
const yearMilliseconds = 366 * 86_400_000;

/** How a section is shared with the holder of an email. */
export interface Sharing {
  /** Normalised. */
  email: string;
  role: SharedRole;
  /** Null without an end. */
  until: Date | null;
}

export const describeSharing = ({ email, role, until }: Sharing) =>
  `${email}, ${role}, ${until === null ? 'no end date' : `until ${until.toISOString()}`}`;

/** Lists who teaches a section. Of further teachers, it says no more than their invitations: whether they have accounts is theirs. */
export async function listTeachers(db: Database, { teacherId, sectionId }: OwnedSection): Promise<SectionTeachers> {
  const [owner] = await db
    .select({ name: teacherName, email: teachers.email })
    .from(teachers)
    .where(eq(teachers.id, teacherId));
  if (!owner) throw new Error('The section has no owner.');
  const further = await db
    .select()
    .from(sectionTeachers)
    .where(and(eq(sectionTeachers.sectionId, sectionId), isCurrent()))
    .orderBy(asc(sectionTeachers.invitedAt), asc(sectionTeachers.email));
  return {
    owner,
    teachers: further.map(({ email, role, until }) => ({ email, role, until: until?.toISOString() ?? null })),
  };
}

/** Lists the sections of others that were shared with a teacher lately and no longer are, the last to end first. */
export async function listEndedSharings(db: Database, teacherId: number): Promise<EndedSharing[]> {
  const { sectionId, email, endedAt } = endedSharings;
  const reader = db.select({ email: teachers.email }).from(teachers).where(eq(teachers.id, teacherId));
  const shared = db.select({ id: sectionTeachers.sectionId }).from(sectionTeachers).where(isWith(teacherId));
  const ended = await db
    .select({ sectionId, owner: teacherName, endedAt })
    .from(endedSharings)
    .innerJoin(sections, eq(sections.id, sectionId))
    .innerJoin(teachers, eq(teachers.id, sections.teacherId))
    .where(and(eq(email, reader), ne(sections.teacherId, teacherId), notInArray(sectionId, shared)))
    .orderBy(desc(endedAt), sectionId)
    .limit(bounds.shared.perTeacher);
  return ended.map((one) => ({ section_id: one.sectionId, owner: one.owner, ended_at: one.endedAt.toISOString() }));
}

/** Returns whether a section is shared with the holder of an email. */
export const isSharedWith = async (db: Database, sectionId: number, email: string): Promise<boolean> =>
  (await db.$count(sectionTeachers, and(isOne(sectionId, email), isCurrent()))) > 0;

/**
 * Shares a section with the holder of an email, or changes how.
 * @param access of the teacher who shares it
 * @returns whether it was not shared with them before
 * @throws HttpError 400 for the owner's own email, or an end that is past, too late, or later than that of the teacher who shares it;
 * 409 above the cap
 */
export async function share(publishing: Publishing, access: Access, sharing: Sharing): Promise<boolean> {
  const { tx } = publishing;
  const { section } = access;
  const { email, role, until } = sharing;
  requireEnd(access, until);
  const [owner] = await tx.select({ email: teachers.email }).from(teachers).where(eq(teachers.id, section.teacherId));
  if (owner?.email === email) throw wrongField('email', 'This section is theirs already.');
  const isNew = !(await isSharedWith(tx, section.sectionId, email));
  const values = { role, until, invitedBy: access.teacherId, ...(isNew && { invitedAt: new Date() }) };
  await tx
    .insert(sectionTeachers)
    .values({ sectionId: section.sectionId, email, ...values })
    .onConflictDoUpdate({ target: [sectionTeachers.sectionId, sectionTeachers.email], set: values });
  const max = bounds.shared.perSection;
  const isOfSection = and(eq(sectionTeachers.sectionId, section.sectionId), isCurrent());
  if (isNew && (await tx.$count(sectionTeachers, isOfSection)) > max) {
    throw new HttpError(409, { detail: `A section can have at most ${max} further teachers. Remove one first.` });
  }
  await publishSharing(publishing, section.sectionId, email, { isShared: true, until: until?.toISOString() ?? null });
  await publishTeachers(publishing, section);
  return isNew;
}

function requireEnd({ until: own }: Access, until: Date | null): void {
  if (until !== null && until <= new Date()) throw wrongField('until', 'This time is past.');
  if (until !== null && until.getTime() > Date.now() + yearMilliseconds)
    throw wrongField('until', 'Choose a day within a year, or none.');
  if (own !== null && (until === null || until > own))
    throw wrongField('until', 'You teach this section until then yourself, so choose an earlier end.');
}

/** Ends the sharing of a section with the holder of an email. @returns what ended, if it was shared */
export async function endSharing(
  publishing: Publishing,
  section: OwnedSection,
  email: string,
): Promise<Sharing | undefined> {
  const [ended] = await publishing.tx.delete(sectionTeachers).where(isOne(section.sectionId, email)).returning();
  if (ended) {
    await noteEnd(publishing.tx, ended);
    await publishEnd(publishing, section, email);
  }
  return ended;
}

/** Keeps when a sharing ended: at its end time, or now. */
async function noteEnd(
  tx: Database,
  { sectionId, email, until }: Pick<typeof sectionTeachers.$inferSelect, 'sectionId' | 'email' | 'until'>,
): Promise<void> {
  const now = new Date();
  const endedAt = until === null || until > now ? now : until;
  await tx
    .insert(endedSharings)
    .values({ sectionId, email, endedAt })
    .onConflictDoUpdate({ target: [endedSharings.sectionId, endedSharings.email], set: { endedAt } });
}

const isOne = (sectionId: number, email: string) =>
  and(eq(sectionTeachers.sectionId, sectionId), eq(sectionTeachers.email, email));

/** Publishes how a section is shared with the holder of an email, if they have an account. @returns the id of that account */
async function publishSharing(
  { tx, publish }: Publishing,
  sectionId: number,
  email: string,
  change: { isShared: true; until: string | null } | { isShared: false },
): Promise<number | undefined> {
  const [teacher] = await tx.select({ id: teachers.id }).from(teachers).where(eq(teachers.email, email));
  if (teacher) await publish({ kind: 'sharingChanged', teacherId: teacher.id, sectionId, ...change });
  return teacher?.id;
}

/** Publishes that a section is no longer shared with the holder of an email, to them and to those who still teach it. */
async function publishEnd(publishing: Publishing, section: OwnedSection, email: string): Promise<void> {
  const teacherId = await publishSharing(publishing, section.sectionId, email, { isShared: false });
  if (teacherId !== undefined) await publishing.publish({ kind: 'sectionsChanged', teacherId });
  await publishTeachers(publishing, section);
}

/** Publishes to the windows of all teachers of a section that who teaches it has changed. */
async function publishTeachers({ tx, publish }: Publishing, section: OwnedSection): Promise<void> {
  for (const teacherId of await listTeacherIds(tx, section)) await publish({ kind: 'sectionsChanged', teacherId });
}

/**
 * Deletes sharings whose time is over, and tells the windows of those teachers, now and every two seconds. They count for nothing before
 * that already. Safe on any number of instances.
 */
export const startEndingSharings = (db: Database, log: FastifyBaseLogger): Periodic =>
  startPeriodic(
    checkMilliseconds,
    () => endSharings(db),
    (error) => log.error(error, 'sharings could not be ended at their end times'),
  );

async function endSharings(db: Database): Promise<void> {
  const isOver = () => lte(sectionTeachers.until, new Date());
  const over = await db
    .select({ sectionId: sectionTeachers.sectionId, email: sectionTeachers.email, teacherId: sections.teacherId })
    .from(sectionTeachers)
    .innerJoin(sections, eq(sections.id, sectionTeachers.sectionId))
    .where(isOver());
  for (const { sectionId, email, teacherId } of over) {
    await db.transaction(async (tx) => {
      // Another instance, or a teacher who moves the end, may be first.
      const [ended] = await tx
        .delete(sectionTeachers)
        .where(and(isOne(sectionId, email), isOver()))
        .returning();
      if (!ended) return;
      await noteEnd(tx, ended);
      const publishing = publishingIn(tx);
      await publishEnd(publishing, { teacherId, sectionId }, email);
      await auditCommand(tx, { action: 'sharing ended', teacherId, sectionId, detail: `${email}, at its end time` });
    });
  }
}
