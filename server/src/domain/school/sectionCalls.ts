import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Context } from '../../context';
import { sections } from '../../platform/database/schema';
import type { Handlers } from '../../platform/http/calls';
import { HttpError, wrongField } from '../../platform/http/httpError';
import { requireText } from '../../platform/http/requireText';
import { versioned } from '../../platform/http/versioned';
import { normaliseEmail } from '../../platform/mail/email';
import { limitFailures } from '../account/attempts';
import { withHasher } from '../account/passwords';
import { getTeacher, lockTeacher, noPasswordYet } from '../account/teachers';
import { depart } from '../attendance/departures';
import { numbered } from '../audit/audit';
import { addNewStudents, type NewStudent, searchStudents } from '../section/directory';
import { ListedStudent } from '../section/listedStudent';
import {
  addMembers,
  changeSection,
  createSection,
  deleteSection,
  getSection,
  listSections,
  lockOwnedSection,
  removeMembers,
  requireOwnedSection,
} from '../section/sections';

export function sectionCalls({ settings, db, transactAndPublish, cache, limits, audit }: Context) {
  const auditMembers = (
    action: 'students added' | 'students removed',
    teacherId: number,
    sectionId: number,
    ids: number[],
  ) => {
    if (ids.length > 0) audit.note({ action, teacherId, sectionId, detail: numbered('student', ids) });
  };
  return {
    async createSection({ body, teacher }) {
      await limits.consume('sectionsOfTeacher', String(teacher.id));
      return transactAndPublish(async (tx, publish) => {
        await lockTeacher(tx, teacher.id);
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        return createSection(tx, teacher.id, requireText(body, 'name'), requireText(body, 'subject'));
      });
    },

    async renameSection({ body, path, teacher }) {
      await limits.consume('sectionsOfTeacher', String(teacher.id));
      return transactAndPublish(async (tx, publish) => {
        const values = { name: requireText(body, 'name'), subject: requireText(body, 'subject') };
        await changeSection(tx, teacher.id, path.id, values);
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        return getSection(tx, teacher.id, path.id);
      });
    },

    async askForPictures({ body: { asks_for_pictures: asksForPictures }, path, teacher }) {
      await limits.consume('sectionsOfTeacher', String(teacher.id));
      const section = await transactAndPublish(async (tx, publish) => {
        await changeSection(tx, teacher.id, path.id, { asksForPictures });
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        return getSection(tx, teacher.id, path.id);
      });
      const detail = asksForPictures ? 'from now on' : 'no longer';
      audit.note({ action: 'pictures asked for', teacherId: teacher.id, sectionId: path.id, detail });
      return section;
    },

    async chooseReportedKind({ body: { activity_type: kind, is_reported: isReported }, path, teacher }) {
      await limits.consume('sectionsOfTeacher', String(teacher.id));
      const section = await transactAndPublish(async (tx, publish) => {
        const others = sql`array_remove(${sections.ignoredKinds}, ${kind})`;
        const ignoredKinds = isReported ? others : sql`${others} || ${kind}::text`;
        await changeSection(tx, teacher.id, path.id, { ignoredKinds });
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        return getSection(tx, teacher.id, path.id);
      });
      const detail = `${kind}: ${isReported ? 'from now on' : 'no longer'}`;
      audit.note({ action: 'reports chosen', teacherId: teacher.id, sectionId: path.id, detail });
      return section;
    },

    listSections: ({ teacher, ifNoneMatch }) =>
      versioned(cache.sectionLists.of(teacher.id), '', ifNoneMatch, () => listSections(db, teacher.id)),

    async addStudents({ body, path, teacher }) {
      const { answer, added } = await transactAndPublish(async (tx, publish) => {
        await lockTeacher(tx, teacher.id);
        await lockOwnedSection(tx, teacher.id, path.id);
        const emails = requireEmails(body.student_emails);
        const { unknown, added } = await addMembers(tx, teacher.id, path.id, emails);
        if (unknown.length === emails.length) throw unknownEmails(unknown);
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        const section = await getSection(tx, teacher.id, path.id);
        return { answer: unknown.length > 0 ? { ...section, not_found: unknown } : section, added };
      });
      auditMembers('students added', teacher.id, path.id, added);
      return answer;
    },

    async removeStudents({ body, path, teacher }) {
      const { answer, removed } = await transactAndPublish(async (tx, publish) => {
        // As those who admit do.
        await lockTeacher(tx, teacher.id);
        await lockOwnedSection(tx, teacher.id, path.id);
        const removed = await removeMembers(tx, path.id, requireEmails(body.student_emails));
        await depart(tx, publish, { kind: 'removed', sectionId: path.id, studentIds: removed });
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        return { answer: await getSection(tx, teacher.id, path.id), removed };
      });
      auditMembers('students removed', teacher.id, path.id, removed);
      return answer;
    },

    async deleteSection({ body, path, teacher }) {
      await requireOwnedSection(db, teacher.id, path.id);
      await withHasher(async ({ matches }) => {
        const passwordHash = (await getTeacher(db, teacher.id))?.passwordHash;
        if (!passwordHash) throw new HttpError(403, { detail: noPasswordYet });
        await limitFailures(limits, ['password', teacher.signInId], async () => {
          if (!(await matches(passwordHash, body.password))) throw new HttpError(401, { detail: 'Incorrect password' });
        });
      });
      await transactAndPublish(async (tx, publish) => {
        await deleteSection(tx, teacher.id, path.id);
        await publish({ kind: 'sectionsChanged', teacherId: teacher.id });
        await publish({ kind: 'logsChanged', teacherId: teacher.id, sectionIds: [path.id] });
      });
      audit.note({ action: 'deletion', teacherId: teacher.id, sectionId: path.id, detail: 'section' });
      return undefined;
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
      if (settings.students !== 'teachers') {
        throw new HttpError(403, { detail: 'At your school, only administrators add people to the directory.' });
      }
      await limits.consume('directoryOfTeacher', String(teacher.id));
      const given = requireStudents(body.students);
      const answer = await db.transaction(async (tx) => {
        await lockTeacher(tx, teacher.id);
        return addNewStudents(tx, teacher.id, given);
      });
      const ids = answer.added.map(({ id }) => id);
      if (ids.length > 0) {
        audit.note({ action: 'added to directory', teacherId: teacher.id, detail: numbered('student', ids) });
      }
      return answer;
    },
  } satisfies Partial<Handlers>;
}

/** Normalises emails and drops blanks and duplicates. @throws HttpError 400 when none is left */
function requireEmails(given: string[]): string[] {
  const emails = [...new Set(given.map(normaliseEmail))].filter((email) => email !== '');
  if (emails.length === 0) throw wrongField('student_emails', 'Give at least one email.');
  return emails;
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
