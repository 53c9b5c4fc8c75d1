import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { HttpError } from '../../platform/http/httpError';
import { OperatorError } from '../../platform/operatorError';
import type { Settings } from '../../settings';
import { inviteTeacher } from '../account/registration';
import { findTeacher, lockTeacher } from '../account/teachers';
import { depart } from '../attendance/departures';
import { type Publishing, publishingIn } from '../live/transactAndPublish';
import { hasEmailOf, saveStudents } from '../section/directory';
import { insertWithoutEmail } from '../section/namedStudents';
import { createSection, deleteSection, endMemberships, requireCaps } from '../section/sections';
import { endSharing } from '../section/sharing';
import { invitations, teachers } from '../tables/account';
import { detectionSessions } from '../tables/detection';
import {
  rosterSections,
  rosterStudents,
  rosterTeachers,
  sectionStudents,
  sections,
  sectionTeachers,
  students,
} from '../tables/section';
import { correctIn, publishRenames } from './changeStudents';
import { moveSection } from './moveSection';
import type { Roster, RosterClass, RosterPerson } from './oneRoster';

export interface RosterOptions {
  /** Removes what is gone from the export; else it is only listed. */
  removes: boolean;
  /** Changes nothing: says what would happen. */
  isTrial: boolean;
  /** Email of the account that has the sections whose teachers have none yet; undefined for the only administrator. */
  owner?: string | undefined;
}

/** What an import did, as sentences. */
export interface RosterReport {
  done: string[];
  /** What is gone from the export. */
  gone: string[];
}

/** Returns a number with its noun. */
export const howMany = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const batchSize = 1000;

type Saved = { sectionId: number; teacherId: number; isNew: boolean };

class Trial extends Error {}

/**
 * Imports a school's roster in one transaction: all of it, or nothing. What was imported before is updated, by its ids in the school's system.
 * @throws OperatorError that says why nothing was imported
 */
export async function importRoster(
  { db, settings }: { db: Database; settings: Pick<Settings, 'publicUrl' | 'smtpUrl'> },
  roster: Roster,
  options: RosterOptions,
): Promise<RosterReport> {
  let report: RosterReport = { done: [], gone: [] };
  try {
    await db.transaction(async (tx) => {
      report = await createImport(publishingIn(tx), settings, options)(roster);
      if (options.isTrial) throw new Trial();
    });
  } catch (error) {
    if (error instanceof HttpError) throw new OperatorError(`Nothing was imported: ${detailOf(error)}`);
    if (!(error instanceof Trial)) throw error;
  }
  return report;
}

const detailOf = ({ body }: HttpError) => Object.values(body).flat().join(' ');

function createImport(
  publishing: Publishing,
  settings: Pick<Settings, 'publicUrl' | 'smtpUrl'>,
  { removes, owner }: RosterOptions,
) {
  const { tx } = publishing;
  const report: RosterReport = { done: [], gone: [] };
  const did = (sentence: string) => void report.done.push(sentence);
  const touched = new Set<number>();

  /** Returns the account for sections whose teachers have none yet. */
  async function findOwner(): Promise<number> {
    const isUsable = and(isNotNull(teachers.verifiedAt), isNull(teachers.disabledAt));
    const isThis =
      owner === undefined
        ? eq(teachers.isAdministrator, true)
        : eq(teachers.id, (await findTeacher(tx, owner))?.id ?? 0);
    const found = await tx.select({ id: teachers.id }).from(teachers).where(and(isUsable, isThis)).limit(2);
    const [one, another] = found;
    if (one && !another) return one.id;
    throw new OperatorError(
      `Nothing was imported: some teachers have no account yet. ${owner === undefined ? 'Name' : `${owner} has none either. Name`} the account that has their sections until then: --owner EMAIL.`,
    );
  }

  /** Saves the students. @returns their ids by those of the school's system */
  async function saveAll(given: RosterPerson[]): Promise<Map<string, number>> {
    const links = await tx.select().from(rosterStudents);
    const idOf = new Map(links.map(({ sourcedId, studentId }) => [sourcedId, studentId]));
    const known = new Map((await tx.select().from(students)).map((one) => [one.id, one]));
    let [added, changed] = [0, 0];
    for (const { sourcedId, name, email, line } of given) {
      const student = known.get(idOf.get(sourcedId) ?? 0);
      if (!student) continue;
      if (email !== '' && email !== student.email) {
        const [holder] = await tx.select({ name: students.name }).from(students).where(eq(students.email, email));
        if (holder)
          throw new OperatorError(
            `Nothing was imported. users.csv, line ${line}: ${email} belongs to another student, ${holder.name}. If they are one person: npm run students -- merge ${student.email} ${email}`,
          );
        await correctIn(tx, student.id, { email });
      }
      if (name !== student.name) await correctIn(tx, student.id, { name });
      if (name !== student.name || (email !== '' && email !== student.email)) changed += 1;
    }
    const fresh = given.filter(({ sourcedId }) => !known.has(idOf.get(sourcedId) ?? 0));
    const mailed = fresh.filter(({ email }) => email !== '');
    for (let start = 0; start < mailed.length; start += batchSize) {
      const some = mailed.slice(start, start + batchSize);
      const saved = await saveStudents(
        tx,
        some.map(({ name, email }) => ({ name, email })),
      );
      await publishRenames(tx, saved.renamedIds);
      added += saved.addedIds.length;
      changed += saved.renamedIds.length;
      const rows = await tx
        .select({ id: students.id, email: students.email })
        .from(students)
        .where(hasEmailOf(some.map(({ email }) => email)));
      const byEmail = new Map(rows.map(({ id, email }) => [email, id]));
      for (const { sourcedId, email } of some) idOf.set(sourcedId, byEmail.get(email) ?? 0);
    }
    const unmailed = fresh.filter(({ email }) => email === '');
    for (let start = 0; start < unmailed.length; start += batchSize) {
      const some = unmailed.slice(start, start + batchSize);
      const ids = await insertWithoutEmail(
        tx,
        some.map(({ name }) => name),
      );
      for (const [index, { sourcedId }] of some.entries()) idOf.set(sourcedId, ids[index] ?? 0);
    }
    added += unmailed.length;
    const linked = fresh.map(({ sourcedId }) => ({ sourcedId, studentId: idOf.get(sourcedId) ?? 0 }));
    for (let start = 0; start < linked.length; start += batchSize)
      await tx.insert(rosterStudents).values(linked.slice(start, start + batchSize));
    if (added > 0) did(`${howMany(added, 'new student')}.`);
    if (changed > 0) did(`${changed} students with a corrected name or email.`);
    return idOf;
  }

  /** Invites those without an account and an invitation. */
  async function invite(given: RosterPerson[]): Promise<void> {
    for (const { sourcedId, email } of given) {
      await tx
        .insert(rosterTeachers)
        .values({ sourcedId, email })
        .onConflictDoUpdate({ target: rosterTeachers.sourcedId, set: { email } });
      if ((await findTeacher(tx, email))?.verifiedAt) continue;
      if ((await tx.$count(invitations, eq(invitations.email, email))) > 0) continue;
      if ((await inviteTeacher(tx, settings, email)) === 'invited') did(`Teacher invited: ${email}.`);
    }
  }

  /** Finds the section of a class, or makes it. What is said of a new one names its students and teachers already. */
  async function saveSection(one: RosterClass, emails: string[]): Promise<Saved> {
    const { sourcedId, name, subject } = one;
    const [known] = await tx
      .select({ id: sections.id, teacherId: sections.teacherId, name: sections.name, subject: sections.subject })
      .from(rosterSections)
      .innerJoin(sections, eq(sections.id, rosterSections.sectionId))
      .where(eq(rosterSections.sourcedId, sourcedId));
    const accounts = await Promise.all(emails.map((email) => findTeacher(tx, email)));
    const usable = accounts.filter((account) => account?.verifiedAt && !account.disabledAt);
    if (!known) {
      const teacherId = usable[0]?.id ?? (await findOwner());
      await lockTeacher(tx, teacherId);
      const { id } = await createSection(tx, { teacherId, name, subject });
      await tx.insert(rosterSections).values({ sourcedId, sectionId: Number(id) });
      await publishing.publish({ kind: 'sectionsChanged', teacherId });
      did(
        `New section: ${name} (${subject}), ${howMany(one.students.length, 'student')}, ${emails.join(', ') || 'no teacher'}.`,
      );
      return { sectionId: Number(id), teacherId, isNew: true };
    }
    const place = { sectionId: known.id, teacherId: known.teacherId, isNew: false };
    if (name !== known.name || subject !== known.subject) {
      await tx.update(sections).set({ name, subject }).where(eq(sections.id, known.id));
      touched.add(known.id);
      did(`Section ${known.name} (${known.subject}) is ${name} (${subject}) now.`);
    }
    const [next] = usable;
    if (!next || usable.some((account) => account?.id === known.teacherId)) return place;
    try {
      // A refusal undoes only the move.
      await tx.transaction((inner) => moveSection({ ...publishing, tx: inner }, known.id, next.email));
      did(`Section ${name} belongs to ${next.email} now.`);
      return { ...place, teacherId: next.id };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      did(`Section ${name} stays where it is. ${error.message}`);
      return place;
    }
  }

  /** Makes the class's teachers co-teachers of its section, and lists those of the roster who are no longer in it. */
  async function saveTeachers(
    { name }: RosterClass,
    { sectionId, teacherId, isNew }: Saved,
    emails: string[],
  ): Promise<void> {
    const [owned] = await tx.select({ email: teachers.email }).from(teachers).where(eq(teachers.id, teacherId));
    const shared = await tx.select().from(sectionTeachers).where(eq(sectionTeachers.sectionId, sectionId));
    const further = emails.filter((email) => email !== owned?.email && !shared.some((one) => one.email === email));
    for (const email of further) {
      await tx.insert(sectionTeachers).values({ sectionId, email, role: 'co-teacher' });
      touched.add(sectionId);
      if (!isNew) did(`${email} teaches ${name}, too.`);
    }
    const ofRoster = new Set((await tx.select().from(rosterTeachers)).map(({ email }) => email));
    for (const { email } of shared) {
      if (emails.includes(email) || !ofRoster.has(email)) continue;
      report.gone.push(`${email} no longer teaches ${name}.`);
      if (removes) await endSharing(publishing, { sectionId, teacherId }, email);
    }
  }

  /** Adds the class's students to its section, and lists those of the roster who are no longer in it. */
  async function saveMembers(one: RosterClass, owned: Saved, idOf: Map<string, number>) {
    const { sectionId } = owned;
    const wanted = new Set(one.students.flatMap((id) => idOf.get(id) ?? []));
    const members = await tx
      .select({ id: students.id, name: students.name })
      .from(sectionStudents)
      .innerJoin(students, eq(students.id, sectionStudents.studentId))
      .where(eq(sectionStudents.sectionId, sectionId));
    const isMember = new Set(members.map(({ id }) => id));
    const fresh = [...wanted].filter((id) => !isMember.has(id));
    if (fresh.length > 0) {
      await tx.insert(sectionStudents).values(fresh.map((studentId) => ({ sectionId, studentId })));
      await requireCaps(tx, owned);
      touched.add(sectionId);
      if (!owned.isNew) did(`${one.name}: ${howMany(fresh.length, 'more student')}.`);
    }
    const ofRoster = new Set(idOf.values());
    const left = members.filter(({ id }) => ofRoster.has(id) && !wanted.has(id));
    for (const { name } of left) report.gone.push(`${name} is no longer in ${one.name}.`);
    if (!removes || left.length === 0) return;
    const studentIds = left.map(({ id }) => id);
    await endMemberships(tx, sectionId, inArray(sectionStudents.studentId, studentIds));
    await depart(publishing, { kind: 'removed', sectionId, studentIds });
    touched.add(sectionId);
  }

  /** Lists sections whose class is gone. Those with lessons are never deleted here. */
  async function dropSections(current: ReadonlySet<string>): Promise<void> {
    const known = await tx
      .select({
        sourcedId: rosterSections.sourcedId,
        id: sections.id,
        name: sections.name,
        teacherId: sections.teacherId,
      })
      .from(rosterSections)
      .innerJoin(sections, eq(sections.id, rosterSections.sectionId));
    for (const { sourcedId, id, name, teacherId } of known) {
      if (current.has(sourcedId)) continue;
      const hasLessons = (await tx.$count(detectionSessions, eq(detectionSessions.sectionId, id))) > 0;
      report.gone.push(
        hasLessons
          ? `The class ${name} is gone. Its section has lessons and stays: its teacher can delete it.`
          : `The class ${name} is gone.`,
      );
      if (!removes) continue;
      await tx.delete(rosterSections).where(eq(rosterSections.sourcedId, sourcedId));
      if (hasLessons) continue;
      await deleteSection(tx, id);
      await publishing.publish({ kind: 'sectionsChanged', teacherId });
    }
  }

  /** Lists people who are gone. Their records stay until an administrator deletes them. */
  async function dropPeople({ students: given, teachers: teaching }: Roster): Promise<void> {
    const ofStudents = new Set(given.map(({ sourcedId }) => sourcedId));
    const links = await tx
      .select({ sourcedId: rosterStudents.sourcedId, name: students.name, email: students.email })
      .from(rosterStudents)
      .innerJoin(students, eq(students.id, rosterStudents.studentId));
    for (const { sourcedId, name, email } of links) {
      if (ofStudents.has(sourcedId)) continue;
      report.gone.push(`${name} has left the school. To delete what is stored: npm run students -- delete ${email}`);
      if (removes) await tx.delete(rosterStudents).where(eq(rosterStudents.sourcedId, sourcedId));
    }
    const ofTeachers = new Set(teaching.map(({ sourcedId }) => sourcedId));
    for (const { sourcedId, email } of await tx.select().from(rosterTeachers)) {
      if (ofTeachers.has(sourcedId)) continue;
      report.gone.push(`${email} teaches no class. To delete the account: npm run teachers -- delete ${email}`);
      if (removes) await tx.delete(rosterTeachers).where(eq(rosterTeachers.sourcedId, sourcedId));
    }
  }

  return async (roster: Roster): Promise<RosterReport> => {
    const idOf = await saveAll(roster.students);
    await invite(roster.teachers);
    const emailOf = new Map(roster.teachers.map(({ sourcedId, email }) => [sourcedId, email]));
    for (const one of roster.classes) {
      const emails = one.teachers.flatMap((id) => emailOf.get(id) ?? []);
      const owned = await saveSection(one, emails);
      await saveTeachers(one, owned, emails);
      await saveMembers(one, owned, idOf);
    }
    await dropSections(new Set([...roster.classes.map(({ sourcedId }) => sourcedId), ...roster.over]));
    await dropPeople(roster);
    if (touched.size > 0) {
      const changed = await tx
        .select({ teacherId: sections.teacherId })
        .from(sections)
        .where(inArray(sections.id, [...touched]));
      for (const teacherId of new Set(changed.map((one) => one.teacherId)))
        await publishing.publish({ kind: 'sectionsChanged', teacherId });
    }
    return report;
  };
}
