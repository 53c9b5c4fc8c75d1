import * as v from 'valibot';
import { messages } from '../messages';
import { ProblemError } from '../problem';
import { sessionExpired } from './accountService';
import { type Answer, type ApiClient, answerOf, fieldSentenceIn, refusal, sentenceIn } from './apiClient';
import { idShape, itemsIn, lineShape } from './shapes';
import type { Section, Student } from './types';

const studentShape: v.GenericSchema<unknown, Student> = v.object({ id: idShape, name: lineShape, email: lineShape });

const sectionShape: v.GenericSchema<unknown, Section> = v.pipe(
  v.object({ id: idShape, name: lineShape, subject: lineShape, students: v.optional(v.unknown()) }),
  v.transform((section) => ({ ...section, students: itemsIn(section.students, studentShape) ?? [] })),
);

const serverSentence = ({ body }: Answer) => sentenceIn(body, 'message', 'error', 'detail') ?? fieldSentenceIn(body);

/**
 * The section area (sections 7 and 8). Every function takes a signal that gives the call up, and throws a
 * {@link ProblemError} with the sentence that the specification names.
 */
export function createSectionService({ client }: ApiClient) {
  const listSections = async (failure: string, signal: AbortSignal): Promise<Section[]> => {
    const answer = await answerOf(client.GET('/section/list/', { signal, parseAs: 'text' }));
    if (answer.status === 401) throw sessionExpired();
    const sections = answer.ok ? itemsIn(answer.body, sectionShape) : undefined;
    if (sections === undefined) throw refusal(failure);
    return sections;
  };

  /** A single section is found in the list by its id, compared as text (settled reading of section 7). */
  const findSection = async (id: string, failure: string, signal: AbortSignal) =>
    (await listSections(failure, signal)).find((section) => section.id === id) ?? null;

  /** The updated section in an answer; a backend that sends none is asked for it. */
  const updatedSection = async (id: string, answer: Answer, failure: string, signal: AbortSignal) => {
    const parsed = v.safeParse(sectionShape, answer.body);
    const section = parsed.success ? parsed.output : await findSection(id, failure, signal);
    if (section === null) throw refusal(failure);
    return section;
  };

  return {
    fetchSections: (signal: AbortSignal) => listSections(messages.dashboard.failed, signal),

    /** @returns null when the teacher has no such section */
    fetchSection: (id: string, signal: AbortSignal) => findSection(id, messages.section.failed, signal),

    async createSection(body: { name: string; subject: string }, signal: AbortSignal): Promise<void> {
      const answer = await answerOf(client.POST('/section/create/', { body, signal, parseAs: 'text' }));
      if (answer.status === 401) throw sessionExpired();
      if (!answer.ok) throw refusal(serverSentence(answer) ?? messages.createSection.failed);
    },

    /** A 401 is a wrong password, not an ended session (section 8). */
    async deleteSection(id: string, password: string, signal: AbortSignal): Promise<void> {
      const answer = await answerOf(
        client.DELETE('/section/{id}/delete/', {
          params: { path: { id: Number(id) } },
          body: { password },
          signal,
          parseAs: 'text',
        }),
      );
      if (answer.ok) return;
      if (answer.status === 401) {
        throw new ProblemError({
          sentence: messages.deleteSection.incorrectPassword,
          kind: 'refused',
          field: 'password',
        });
      }
      throw refusal(serverSentence(answer) ?? messages.deleteSection.failed);
    },

    /** @returns students whose name or e-mail contains the text */
    async searchStudents(query: string, signal: AbortSignal): Promise<Student[]> {
      const answer = await answerOf(
        client.GET('/section/search-students/', { params: { query: { q: query } }, signal, parseAs: 'text' }),
      );
      if (answer.status === 401) throw sessionExpired();
      const students = answer.ok ? itemsIn(answer.body, studentShape) : undefined;
      if (students === undefined) throw refusal(messages.roster.searchFailed);
      return students;
    },

    async addStudents(id: string, emails: string[], signal: AbortSignal): Promise<Section> {
      const answer = await answerOf(
        client.POST('/section/{id}/add-students/', {
          params: { path: { id: Number(id) } },
          body: { student_emails: emails },
          signal,
          parseAs: 'text',
        }),
      );
      if (answer.status === 401) throw sessionExpired();
      if (!answer.ok) throw refusal(messages.roster.addFailed);
      return updatedSection(id, answer, messages.roster.addFailed, signal);
    },

    async removeStudent(id: string, email: string, signal: AbortSignal): Promise<Section> {
      const answer = await answerOf(
        client.POST('/section/{id}/remove-students/', {
          params: { path: { id: Number(id) } },
          body: { student_emails: [email] },
          signal,
          parseAs: 'text',
        }),
      );
      if (answer.status === 401) throw sessionExpired();
      const failure = messages.roster.removeFailed(answer.status, serverSentence(answer) ?? '');
      if (!answer.ok) throw refusal(failure);
      return updatedSection(id, answer, failure, signal);
    },
  };
}
