import type { Context } from '../../context';
import type { Handlers } from '../../platform/http/calls';
import { HttpError, wrongField } from '../../platform/http/httpError';
import { requireText } from '../../platform/http/requireText';
import { versioned } from '../../platform/http/versioned';
import { normaliseEmail } from '../../platform/mail/email';
import { limitFailures } from '../account/attempts';
import { withHasher } from '../account/passwords';
import { getTeacher, lockTeacher, noPasswordYet } from '../account/teachers';
import { numbered } from '../audit/audit';
import { searchStudents } from './directory';
import {
  addMembers,
  createSection,
  deleteSection,
  getSection,
  listSections,
  lockOwnedSection,
  removeMembers,
  requireOwnedSection,
} from './sections';

export function sectionCalls({ db, transactAndPublish, cache, limits, audit }: Context) {
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
        await lockOwnedSection(tx, teacher.id, path.id);
        const removed = await removeMembers(tx, path.id, requireEmails(body.student_emails));
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
      return students;
    },
  } satisfies Partial<Handlers>;
}

/** Normalises emails and drops blanks and duplicates. @throws HttpError 400 when none is left */
function requireEmails(given: string[]): string[] {
  const emails = [...new Set(given.map(normaliseEmail))].filter((email) => email !== '');
  if (emails.length === 0) throw wrongField('student_emails', 'Give at least one email.');
  return emails;
}

function unknownEmails(emails: string[]): HttpError {
  const [first] = emails;
  const sentence =
    emails.length === 1
      ? `No student has the email ${first}.`
      : `No student has any of the emails ${emails.join(', ')}.`;
  return wrongField('student_emails', sentence);
}
