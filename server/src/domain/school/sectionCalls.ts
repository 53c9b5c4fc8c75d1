import type { components } from '@vigil/contract';
import { and, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import { normaliseEmail } from '../../platform/http/email';
import { HttpError, notFound, wrongField } from '../../platform/http/httpError';
import { requireText } from '../../platform/http/requireText';
import { versioned } from '../../platform/http/versioned';
import { confirmPassword } from '../account/confirmPassword';
import { teachersAmong } from '../account/teachers';
import { depart } from '../attendance/departures';
import type { Handlers } from '../calls';
import { type Place, requireAccess } from '../section/access';
import { type Changing, createChanges } from '../section/change';
import { addNewStudents, type NewStudent, searchStudents } from '../section/directory';
import { handleOfRow, hasEmail, isGivenIn } from '../section/handles';
import { ListedStudent, Name } from '../section/listedStudent';
import { addNamed } from '../section/namedStudents';
import { isSameName } from '../section/names';
import {
  addMembers,
  arrangeRoom,
  type Chosen,
  changeSection,
  createSection,
  deleteSection,
  getSection,
  listSections,
  removeMembers,
} from '../section/sections';
import { sectionStudents, sections, students } from '../tables/section';
import { correctIn } from './changeStudents';

type RoomPlace = components['schemas']['RoomPlace'];

export function sectionCalls(context: Context) {
  const { settings, db, cache, limits, audit } = context;
  const { change, changeSection: changeIn } = createChanges(context);

  /** Changes what a teacher has chosen for a section, and records it if it is about students' devices. */
  async function choose(place: Place, values: Chosen, entry?: Parameters<Changing['note']>[0]) {
    await limits.consume('sectionsOfTeacher', String(place.teacherId));
    return changeIn(place, 'change', async ({ tx, changed, note }) => {
      await changeSection(tx, place.sectionId, values);
      changed('sections');
      if (entry) note(entry);
      return getSection(tx, place);
    });
  }

  /** @throws HttpError 403 unless teachers may add people to the directory */
  function requireOpenDirectory(): void {
    if (settings.students === 'teachers') return;
    throw new HttpError(403, { detail: 'At your school, only administrators add people to the directory.' });
  }

  return {
    async createSection({ body, teacher: { id: teacherId } }) {
      await limits.consume('sectionsOfTeacher', String(teacherId));
      return change(teacherId, async ({ tx, changedList }) => {
        changedList();
        return createSection(tx, { teacherId, ...namesIn(body) });
      });
    },

    renameSection: async ({ body, path, teacher }) =>
      choose({ teacherId: teacher.id, sectionId: path.id }, namesIn(body)),

    askForPictures: ({ body: { asks_for_pictures: asksForPictures }, path, teacher }) =>
      choose(
        { teacherId: teacher.id, sectionId: path.id },
        { asksForPictures },
        { action: 'pictures asked for', detail: fromNowOn(asksForPictures) },
      ),

    chooseReportedKind({ body: { activity_type: kind, is_reported: isReported }, path, teacher }) {
      const others = sql`array_remove(${sections.ignoredKinds}, ${kind})`;
      return choose(
        { teacherId: teacher.id, sectionId: path.id },
        { ignoredKinds: isReported ? others : sql`${others} || ${kind}::text` },
        { action: 'reports chosen', detail: `${kind}: ${fromNowOn(isReported)}` },
      );
    },

    async arrangeRoom({ body, path, teacher }) {
      const place = { teacherId: teacher.id, sectionId: path.id };
      requireApart(body.places);
      await limits.consume('sectionsOfTeacher', String(teacher.id));
      return changeIn(place, 'teach', async ({ tx, changed, note }) => {
        if (await arrangeRoom(tx, path.id, body)) {
          changed('sections');
          note({ action: 'room arranged' });
        }
        return getSection(tx, place);
      });
    },

    listSections: ({ teacher, ifNoneMatch }) =>
      versioned(cache.sectionLists.of(teacher.id), { key: '', ifNoneMatch }, async () => {
        const list = await listSections(db, teacher.id);
        // A sharing ends by itself, and its section is changed by others.
        return { list, isKept: list.every(({ shared }) => shared === undefined) };
      }),

    async addStudents({ body, path, teacher }) {
      const place = { teacherId: teacher.id, sectionId: path.id };
      const { named, listed } = splitNew(body.new_students ?? []);
      const isNew = named.length + listed.length > 0;
      if (listed.length > 0) requireOpenDirectory();
      if (isNew) await limits.consume('directoryOfTeacher', String(teacher.id));
      return changeIn(place, 'change', async ({ tx, section: owned, changed, noteStudents }) => {
        await requireNoTeachers(tx, listed);
        const given = isNew ? emailsIn(body.student_emails) : requireEmails(body.student_emails);
        const newcomers =
          listed.length > 0 ? await addNewStudents(tx, teacher.id, listed) : { added: [], existing: [] };
        const emails = [...given, ...listed.map(({ email }) => email)];
        const { unknown, added } = await addMembers(tx, owned, emails);
        if (!isNew && unknown.length === emails.length) throw unknownEmails(unknown);
        const made = await addNamed(tx, { ...owned, addedBy: teacher.id }, named);
        changed('sections');
        noteStudents('added to directory', idsOf(newcomers.added));
        noteStudents('students added', [...added, ...made]);
        const section = await getSection(tx, place);
        return unknown.length > 0 ? { ...section, not_found: unknown } : section;
      });
    },

    async giveStudentEmail({ body, path: { id: sectionId }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      await limits.consume('directoryOfTeacher', String(teacher.id));
      const email = body.email === null ? null : normaliseEmail(body.email);
      return changeIn(place, 'change', async ({ tx, noteStudents }) => {
        const isThis = eq(students.id, body.student_id);
        const [student] = await tx
          .select({ name: students.name, email: students.email, isGivenHere: isGivenIn(sectionId) })
          .from(students)
          .innerJoin(sectionStudents, eq(sectionStudents.studentId, students.id))
          .where(and(isThis, eq(sectionStudents.sectionId, sectionId)));
        if (!student) throw notFound('Student');
        const had = hasEmail(student);
        if (!had && email === null) return getSection(tx, place);
        if (had && !student.isGivenHere) throw new HttpError(409, { detail: usedElsewhere });
        if (email !== null && email !== student.email) await requireUnused(tx, email, student.name);
        await correctIn(tx, body.student_id, { email: email ?? handleOfRow });
        noteStudents(had ? 'student email changed' : 'student email added', [body.student_id]);
        return getSection(tx, place);
      });
    },

    removeStudents({ body, path: { id: sectionId }, teacher }) {
      const place = { teacherId: teacher.id, sectionId };
      return changeIn(place, 'change', async ({ tx, publish, changed, noteStudents }) => {
        const studentIds = await removeMembers(tx, sectionId, requireEmails(body.student_emails));
        await depart({ tx, publish }, { kind: 'removed', sectionId, studentIds });
        changed('sections');
        noteStudents('students removed', studentIds);
        return getSection(tx, place);
      });
    },

    async deleteSection({ body, path, teacher }) {
      const place = { teacherId: teacher.id, sectionId: path.id };
      await requireAccess(db, place, 'delete');
      const wrong = new HttpError(401, { detail: 'Incorrect password' });
      await confirmPassword(context, teacher, { password: body.password, wrong });
      return changeIn(place, 'delete', async ({ tx, changed, note }) => {
        await deleteSection(tx, path.id);
        changed('sections');
        changed('logs');
        note({ action: 'deletion', detail: 'section' });
        return undefined;
      });
    },

    searchStudents: async ({ query, teacher, reply }) => {
      const text = query.q.trim();
      const { students, total } = text === '' ? { students: [], total: 0 } : await searchStudents(db, text);
      // The text may be a name, so it is not recorded.
      audit.note({ action: 'directory searched', teacherId: teacher.id });
      reply.header('X-Total-Count', total);
      if (settings.students === 'teachers') reply.header('X-Directory', 'open');
      return students;
    },

    async addToDirectory({ body, teacher }) {
      requireOpenDirectory();
      await limits.consume('directoryOfTeacher', String(teacher.id));
      const given = requireStudents(body.students);
      return change(teacher.id, async ({ tx, noteStudents }) => {
        await requireNoTeachers(tx, given);
        const answer = await addNewStudents(tx, teacher.id, given);
        noteStudents('added to directory', idsOf(answer.added));
        return answer;
      });
    },
  } satisfies Partial<Handlers>;
}

/** @throws HttpError 400 if a student has two places, or a place two students */
function requireApart(places: readonly RoomPlace[]): void {
  const students = new Set(places.map(({ student_id }) => student_id));
  const cells = new Set(places.map(({ row, column }) => `${row} ${column}`));
  if (students.size < places.length || cells.size < places.length) {
    throw wrongField('places', 'Give each student one place, and each place one student.');
  }
}

const fromNowOn = (isWanted: boolean) => (isWanted ? 'from now on' : 'no longer');

/** @throws HttpError 400 for a text in which nothing is visible */
const namesIn = (body: Record<'name' | 'subject', string>) => ({
  name: requireText(body, 'name'),
  subject: requireText(body, 'subject'),
});

const usedElsewhere =
  'This student’s email is in the school’s directory, so only an administrator can change it. Ask your school’s IT support.';

const takenBy = (holder: string, name: string) =>
  `${holder} has this email. If that is the same person, remove ${name} and add ${holder} through the search.`;

/** @throws HttpError 400 if somebody has the email */
async function requireUnused(tx: Database, email: string, name: string): Promise<void> {
  const [holder] = await tx.select({ name: students.name }).from(students).where(eq(students.email, email));
  if (holder) throw wrongField('email', takenBy(holder.name, name));
  const [teacher] = await teachersAmong(tx, [email]);
  if (teacher !== undefined)
    throw wrongField('email', 'A teacher at your school has this email. Type the student’s own.');
}

/** @throws HttpError 400 that names a teacher's email in a list of new students */
async function requireNoTeachers(tx: Database, given: NewStudent[]): Promise<void> {
  const [teacher] = await teachersAmong(
    tx,
    given.map(({ email }) => email),
  );
  if (teacher !== undefined) throw wrongField('students', `${teacher} is the email of a teacher at your school.`);
}

/** Normalises emails and drops blanks and duplicates. */
const emailsIn = (given: string[]) => [...new Set(given.map(normaliseEmail))].filter((email) => email !== '');

/** @throws HttpError 400 without any email */
function requireEmails(given: string[]): string[] {
  const emails = emailsIn(given);
  if (emails.length === 0) throw wrongField('student_emails', 'Give at least one email.');
  return emails;
}

/** Splits new students into names, each once, and those with an email. @throws HttpError 400 that names the first wrong one */
function splitNew(given: { name: string; email?: string }[]): { named: string[]; listed: NewStudent[] } {
  const named = given.flatMap(({ name, email }, index) => {
    if (email !== undefined) return [];
    const parsed = v.safeParse(Name, name);
    if (!parsed.success) throw wrongField('new_students', `Item ${index + 1}: ${parsed.issues[0].message}.`);
    return parsed.output;
  });
  const listed = given.flatMap(({ name, email }) => (email === undefined ? [] : { name, email }));
  const once = named.filter((name, at) => named.findIndex((other) => isSameName(name, other)) === at);
  return { named: once, listed: requireStudents(listed) };
}

/** Checks students as an import does, and drops repeated emails. @throws HttpError 400 that names the first wrong one */
function requireStudents(given: NewStudent[]): NewStudent[] {
  const byEmail = new Map<string, NewStudent>();
  for (const [index, one] of given.entries()) {
    const student = v.safeParse(ListedStudent, one);
    if (!student.success) throw wrongField('students', `Item ${index + 1}: ${student.issues[0].message}.`);
    if (!byEmail.has(student.output.email)) byEmail.set(student.output.email, student.output);
  }
  return [...byEmail.values()];
}

function unknownEmails(emails: string[]): HttpError {
  const [first] = emails;
  const sentence =
    emails.length === 1
      ? `No student has the email ${first}.`
      : `No student has any of the emails ${emails.join(', ')}.`;
  return wrongField('student_emails', sentence);
}
