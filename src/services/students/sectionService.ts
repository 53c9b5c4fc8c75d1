import { deviceKinds } from '@vigil/contract/values';
import * as v from 'valibot';
import { messages } from '../../messages';
import { kindOf, type Problem, ProblemError } from '../../problem';
import {
  type Answer,
  type ApiClient,
  call,
  type Failure,
  fieldSentenceIn,
  mayAddIn,
  ofSection,
  ofTeacher,
  refusalIn,
  sentenceIn,
  totalIn,
} from '../app/apiClient';
import { acknowledged, idShape, lineShape, listOf, studentShape, timeShape } from '../app/shapes';
import type {
  Contract,
  DeviceKind,
  EndedSharing,
  FoundStudents,
  NewStudent,
  Room,
  RoomPlace,
  Section,
  SectionRole,
  SectionTeachers,
} from '../app/types';

const timesShape = v.pipe(
  v.array(timeShape),
  v.transform((times) => times.filter((time) => time !== null)),
);

const roleShape = v.picklist(['co-teacher', 'substitute']);
const sharedShape = v.object({ role: roleShape, until: timeShape, owner: lineShape });
const teachersShape = v.object({
  owner: v.object({ name: lineShape, email: lineShape }),
  teachers: v.array(v.object({ email: lineShape, role: roleShape, until: timeShape })),
});

const endedSharings = listOf(
  v.pipe(
    v.object({ section_id: idShape, owner: lineShape, ended_at: v.pipe(timeShape, v.number()) }),
    v.transform(({ section_id: id, owner, ended_at: endedAt }) => ({ id, owner, endedAt })),
  ),
);

const roomShape = v.object({
  version: v.number(),
  places: listOf(
    v.pipe(
      v.object({ student_id: idShape, row: v.number(), column: v.number() }),
      v.transform(({ student_id: studentId, row, column }): RoomPlace => ({ studentId, row, column })),
    ),
  ),
});

const deviceKindShape = v.picklist(deviceKinds);

const sectionShape = v.pipe(
  v.object({
    id: idShape,
    name: lineShape,
    subject: lineShape,
    students: v.fallback(v.optional(listOf(studentShape), []), []),
    renamable: v.fallback(v.optional(v.boolean()), undefined),
    attendable: v.fallback(v.optional(v.boolean()), undefined),
    was_started: v.fallback(v.optional(v.boolean()), undefined),
    recent_starts: v.fallback(v.optional(timesShape), undefined),
    lesson_minutes: v.fallback(v.optional(v.nullable(v.number())), undefined),
    asks_for_pictures: v.fallback(v.optional(v.boolean()), undefined),
    ignored_kinds: v.fallback(v.optional(v.array(v.string())), undefined),
    room: v.fallback(v.optional(roomShape), undefined),
    shareable: v.fallback(v.optional(v.boolean()), undefined),
    takes_names: v.fallback(v.optional(v.boolean()), undefined),
    shared: v.fallback(v.optional(sharedShape), undefined),
  }),
  v.transform(
    ({
      was_started,
      recent_starts,
      lesson_minutes,
      asks_for_pictures,
      ignored_kinds,
      takes_names,
      ...section
    }): Section => ({
      ...section,
      wasStarted: was_started,
      takesNames: takes_names,
      recentStarts: recent_starts,
      lessonMinutes: lesson_minutes,
      asksForPictures: asks_for_pictures,
      ignoredKinds: ignored_kinds?.filter((kind) => v.is(deviceKindShape, kind)),
    }),
  ),
);
const sections = listOf(sectionShape);
const students = listOf(studentShape);
/** The updated section, or null: a backend need not send it. */
const updatedSection = v.pipe(acknowledged, v.fallback(v.nullish(sectionShape, null), null));

const serverSentence = ({ body }: Answer) => sentenceIn(body, 'message', 'error', 'detail') ?? fieldSentenceIn(body);

/** The server's error text, or the fallback. */
const serverSays =
  (fallback: string, fields: readonly string[] = []): Failure =>
  (answer) =>
    refusalIn(answer.body, serverSentence(answer) ?? fallback, fields);

/** Section 8 has one sentence. A hint gives the reason if the backend's limits or the school's rules forbid it (an extension). */
const addFailed: Failure = (answer) => {
  const sentence = messages.roster.addFailed;
  const hint = [403, 409].includes(answer.status) ? serverSentence(answer) : undefined;
  return hint === undefined ? sentence : { sentence, hint, kind: 'refused' };
};

const removeFailed: Failure = (answer) =>
  messages.roster.removeFailed(answer.status, answer.ok ? '' : (serverSentence(answer) ?? ''));

const roomOutdated: Problem = { sentence: messages.room.outdated, kind: 'refused' };
const roomFailed: Failure = (answer) =>
  answer.status === 409 ? roomOutdated : (serverSentence(answer) ?? messages.room.failed);

const refuseDeletion: Failure = (answer) =>
  answer.status === 401
    ? { sentence: messages.deleteSection.incorrectPassword, kind: 'refused', field: 'password' }
    : (serverSentence(answer) ?? messages.deleteSection.failed);

export type SectionService = ReturnType<typeof createSectionService>;

/**
 * Creates the section calls (sections 7 and 8). Each takes an abort signal and throws a {@link ProblemError} with the
 * sentence from the specification.
 */
export function createSectionService({ client, fetchWith }: ApiClient) {
  const about = (id: string) => ({ path: { id: Number(id) } });

  const listSections = (failure: Failure, signal: AbortSignal): Promise<Section[]> =>
    call(client.GET('/section/list/', { signal }), sections, failure, ofTeacher);

  /** Finds a section in the list by its id as text (settled reading of section 7). */
  const findSection = async (id: string, failure: Failure, signal: AbortSignal) =>
    (await listSections(failure, signal)).find((section) => section.id === id) ?? null;

  const isListedNoMore = (id: string, signal: AbortSignal): Promise<boolean> =>
    findSection(id, messages.dashboard.failed, signal).then(
      (section) => section === null,
      () => false,
    );

  return {
    fetchSections: (signal: AbortSignal) => listSections(messages.dashboard.failed, signal),

    /** Returns how a section of another teacher was shared with this one until lately (an extension); null if it was not. */
    async fetchEndedSharing(id: string, signal: AbortSignal): Promise<EndedSharing | null> {
      const request = client.GET('/section/ended-sharings/', { signal });
      const ended = await call(request, endedSharings, messages.section.failed, ofTeacher);
      return ended.find((one) => one.id === id) ?? null;
    },

    async createSection(body: Contract['NewSection'], signal: AbortSignal): Promise<void> {
      const request = client.POST('/section/create/', { body, signal });
      await call(request, acknowledged, serverSays(messages.createSection.failed, ['name', 'subject']), ofTeacher);
    },

    /**
     * A 401 means a wrong password, not an ended session (section 8). Anything but a success is checked against the
     * list: browsers resend a DELETE whose connection broke and get a 404, and a gateway may answer for the backend.
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

    /** @returns students whose name or email contains the query */
    async searchStudents(query: string, signal: AbortSignal): Promise<FoundStudents> {
      const request = client.GET('/section/search-students/', { params: { query: { q: query } }, signal });
      const found = await call(request, students, messages.roster.searchFailed, ofTeacher);
      const { response } = await request;
      return { students: found, total: totalIn(response, found.length), mayAdd: mayAddIn(response) };
    },

    /** Changes a section's name and subject (an extension). */
    async renameSection(id: string, body: Contract['NewSection'], signal: AbortSignal): Promise<Section> {
      const request = client.POST('/section/{id}/rename/', { params: about(id), body, signal });
      const failure = serverSays(messages.renameSection.failed, ['name', 'subject']);
      const section = await call(request, updatedSection, failure, ofSection);
      return section ?? (await findSection(id, failure, signal)) ?? gone(messages.renameSection.failed);
    },

    /** Chooses whether students' own devices are asked for pictures (an extension). */
    async askForPictures(id: string, asks: boolean, signal: AbortSignal): Promise<Section> {
      const body = { asks_for_pictures: asks };
      const request = client.POST('/section/{id}/pictures/', { params: about(id), body, signal });
      const failure = serverSays(messages.pictureSetting.failed);
      const section = await call(request, updatedSection, failure, ofSection);
      return section ?? (await findSection(id, failure, signal)) ?? gone(messages.pictureSetting.failed);
    },

    /** Chooses whether students' own devices report a kind (an extension). */
    async chooseReportedKind(
      id: string,
      { kind, isReported }: { kind: DeviceKind; isReported: boolean },
      signal: AbortSignal,
    ): Promise<Section> {
      const body = { activity_type: kind, is_reported: isReported };
      const request = client.POST('/section/{id}/reported-kinds/', { params: about(id), body, signal });
      const failure = serverSays(messages.kindSetting.failed);
      const section = await call(request, updatedSection, failure, ofSection);
      return section ?? (await findSection(id, failure, signal)) ?? gone(messages.kindSetting.failed);
    },

    /**
     * Sets where the students of a section sit (an extension). If another teacher was faster, nothing is set.
     *
     * @returns the section as it is then, and why nothing was set
     */
    async arrangeRoom(
      id: string,
      { version, places }: Room,
      signal: AbortSignal,
    ): Promise<{ section: Section; left: Problem | null }> {
      const body = {
        version,
        places: places.map(({ studentId, row, column }) => ({ student_id: Number(studentId), row, column })),
      };
      const request = client.POST('/section/{id}/room/', { params: about(id), body, signal });
      try {
        const section = await call(request, updatedSection, roomFailed, ofSection);
        return {
          section: section ?? (await findSection(id, roomFailed, signal)) ?? gone(messages.room.failed),
          left: null,
        };
      } catch (error) {
        if (!(error instanceof ProblemError) || error.problem !== roomOutdated) throw error;
        const section = await findSection(id, messages.room.failed, signal);
        return { section: section ?? gone(messages.room.failed), left: roomOutdated };
      }
    },

    /** Lists who teaches a section (an extension). */
    fetchTeachers(id: string, signal: AbortSignal): Promise<SectionTeachers> {
      const request = client.GET('/section/{id}/teachers/', { params: about(id), signal });
      return call(request, teachersShape, messages.teachers.failed, ofSection);
    },

    /** Shares a section with a teacher, or changes how and until when (an extension). */
    async shareSection(
      id: string,
      { until, ...sharing }: { email: string; role: SectionRole; until: Date | null },
      signal: AbortSignal,
    ): Promise<void> {
      const body = { ...sharing, until: until?.toISOString() ?? null };
      const request = client.POST('/section/{id}/teachers/', { params: about(id), body, signal });
      await call(request, acknowledged, serverSays(messages.shareSection.failed, ['email']), ofSection);
    },

    /** Ends the sharing of a section with a teacher (an extension). */
    async removeTeacher(id: string, email: string, signal: AbortSignal): Promise<void> {
      const request = client.POST('/section/{id}/remove-teacher/', { params: about(id), body: { email }, signal });
      await call(request, acknowledged, serverSays(messages.teachers.removeFailed), ofSection);
    },

    /** @param newStudents whom to make (an extension) */
    async addStudents(
      id: string,
      { emails, newStudents }: { emails: string[]; newStudents: NewStudent[] },
      signal: AbortSignal,
    ): Promise<Section> {
      const body = { student_emails: emails, ...(newStudents.length > 0 && { new_students: newStudents }) };
      const request = client.POST('/section/{id}/add-students/', { params: about(id), body, signal });
      const section = await call(request, updatedSection, addFailed, ofSection);
      return section ?? (await findSection(id, addFailed, signal)) ?? gone(messages.roster.addFailed);
    },

    /** Gives an email to a student who has none, or changes one that was given (an extension). An empty one takes it away. */
    async giveStudentEmail(id: string, student: { id: string; email: string }, signal: AbortSignal): Promise<Section> {
      const body = { student_id: Number(student.id), email: student.email || null };
      const request = client.POST('/section/{id}/student-email/', { params: about(id), body, signal });
      const failure = serverSays(messages.studentEmail.failed, ['email']);
      const section = await call(request, updatedSection, failure, ofSection);
      return section ?? (await findSection(id, failure, signal)) ?? gone(messages.studentEmail.failed);
    },

    async removeStudent(id: string, email: string, signal: AbortSignal): Promise<Section> {
      const body = { student_emails: [email] };
      const request = client.POST('/section/{id}/remove-students/', { params: about(id), body, signal });
      const section = await call(request, updatedSection, removeFailed, ofSection);
      return section ?? (await findSection(id, removeFailed, signal)) ?? gone(messages.roster.removeFailed(0, ''));
    },
  };
}

/** Throws that the section no longer exists. */
function gone(sentence: string): never {
  throw new ProblemError({ sentence, kind: 'notFound' });
}
