import * as v from 'valibot';
import { messages } from '../messages';
import { kindOf, ProblemError } from '../model/app/problem';
import {
  type Answer,
  type ApiClient,
  call,
  type Failure,
  fieldSentenceIn,
  ofSection,
  ofTeacher,
  refusalIn,
  sentenceIn,
  totalIn,
} from './apiClient';
import { acknowledged, idShape, lineShape, listOf } from './shapes';
import type { Contract, FoundStudents, Section } from './types';

const studentShape = v.object({ id: idShape, name: lineShape, email: lineShape });
const sectionShape = v.object({
  id: idShape,
  name: lineShape,
  subject: lineShape,
  students: v.fallback(v.optional(listOf(studentShape), []), []),
});
const sections = listOf(sectionShape);
const students = listOf(studentShape);
/** The section as it is now, or null: a backend need not send it. */
const updatedSection = v.pipe(acknowledged, v.fallback(v.nullish(sectionShape, null), null));

const serverSentence = ({ body }: Answer) => sentenceIn(body, 'message', 'error', 'detail') ?? fieldSentenceIn(body);

/** The server's words, or our own. */
const serverSays =
  (fallback: string, fields: readonly string[] = []): Failure =>
  (answer) =>
    refusalIn(answer.body, serverSentence(answer) ?? fallback, fields);

/** Section 8 has one sentence. Below it stands why, when the backend's caps are the reason (409, an extension). */
const addFailed: Failure = (answer) => {
  const sentence = messages.roster.addFailed;
  const hint = answer.status === 409 ? serverSentence(answer) : undefined;
  return hint === undefined ? sentence : { sentence, hint, kind: 'refused' };
};

const removeFailed: Failure = (answer) =>
  messages.roster.removeFailed(answer.status, answer.ok ? '' : (serverSentence(answer) ?? ''));

const refuseDeletion: Failure = (answer) =>
  answer.status === 401
    ? { sentence: messages.deleteSection.incorrectPassword, kind: 'refused', field: 'password' }
    : (serverSentence(answer) ?? messages.deleteSection.failed);

export type SectionService = ReturnType<typeof createSectionService>;

/**
 * The section area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 */
export function createSectionService({ client, fetchWith }: ApiClient) {
  const about = (id: string) => ({ path: { id: Number(id) } });

  const listSections = (failure: Failure, signal: AbortSignal): Promise<Section[]> =>
    call(client.GET('/section/list/', { signal }), sections, failure, ofTeacher);

  /** A single section is found in the list by its id, compared as text (settled reading of section 7). */
  const findSection = async (id: string, failure: Failure, signal: AbortSignal) =>
    (await listSections(failure, signal)).find((section) => section.id === id) ?? null;

  const isListedNoMore = (id: string, signal: AbortSignal): Promise<boolean> =>
    findSection(id, messages.dashboard.failed, signal).then(
      (section) => section === null,
      () => false,
    );

  return {
    fetchSections: (signal: AbortSignal) => listSections(messages.dashboard.failed, signal),

    async createSection(body: Contract['NewSection'], signal: AbortSignal): Promise<void> {
      const request = client.POST('/section/create/', { body, signal });
      await call(request, acknowledged, serverSays(messages.createSection.failed, ['name', 'subject']), ofTeacher);
    },

    /**
     * A 401 is a wrong password, not an ended session (section 8). The list confirms what no success has said: a browser
     * sends a DELETE again whose connection broke, and is answered 404; a gateway may speak for the backend.
     */
    async deleteSection(id: string, password: string, signal: AbortSignal): Promise<void> {
      const fetch = fetchWith({ mayBePassword: true });
      const request = client.DELETE('/section/{id}/delete/', { params: about(id), body: { password }, signal, fetch });
      try {
        await call(request, acknowledged, refuseDeletion, ofSection);
      } catch (error) {
        const mayBeGone = ['notFound', 'failed'].includes(kindOf(error));
        if (!mayBeGone || !(await isListedNoMore(id, signal))) throw error;
      }
    },

    /** @returns students whose name or e-mail contains the text */
    async searchStudents(query: string, signal: AbortSignal): Promise<FoundStudents> {
      const request = client.GET('/section/search-students/', { params: { query: { q: query } }, signal });
      const found = await call(request, students, messages.roster.searchFailed, ofTeacher);
      return { students: found, total: totalIn((await request).response, found.length) };
    },

    async addStudents(id: string, emails: string[], signal: AbortSignal): Promise<Section> {
      const body = { student_emails: emails };
      const request = client.POST('/section/{id}/add-students/', { params: about(id), body, signal });
      const section = await call(request, updatedSection, addFailed, ofSection);
      return section ?? (await findSection(id, addFailed, signal)) ?? gone(messages.roster.addFailed);
    },

    async removeStudent(id: string, email: string, signal: AbortSignal): Promise<Section> {
      const body = { student_emails: [email] };
      const request = client.POST('/section/{id}/remove-students/', { params: about(id), body, signal });
      const section = await call(request, updatedSection, removeFailed, ofSection);
      return section ?? (await findSection(id, removeFailed, signal)) ?? gone(messages.roster.removeFailed(0, ''));
    },
  };
}

/** The section has gone meanwhile. */
function gone(sentence: string): never {
  throw new ProblemError({ sentence, kind: 'notFound' });
}
