import { registerStates } from '@vigil/contract/values';
import * as v from 'valibot';
import { messages } from '../../messages';
import { studentKeyOf } from '../../studentKeys';
import { type ApiClient, call, ofSection, uncached } from '../app/apiClient';
import { idShape, isHandle, lineShape, listOf, timeShape } from '../app/shapes';
import type { Register, RegisterEntry, RegisterRow, StudentRecord } from '../app/types';
import { logsPageOf } from '../records/logShape';
import { loadRecordTongue } from './recordTexts';

const momentShape = v.pipe(timeShape, v.number());
const timeOrNone = v.nullish(timeShape, null);
const stateShape = v.picklist(registerStates);
const stateOrUnknown = v.picklist([...registerStates, 'unknown']);

const entryShape = v.pipe(
  v.object({
    state: stateOrUnknown,
    recorded_state: stateOrUnknown,
    from: timeOrNone,
    to: timeOrNone,
    late_minutes: v.number(),
    early_minutes: v.number(),
    excused: v.nullish(v.picklist(['whole', 'part']), null),
    excuse_reason: lineShape,
    correction: v.nullish(
      v.pipe(
        v.object({ state: stateShape, reason: lineShape, by: v.nullish(lineShape, null), corrected_at: momentShape }),
        v.transform(({ corrected_at: at, ...correction }) => ({ ...correction, at })),
      ),
      null,
    ),
  }),
  v.transform(
    ({ recorded_state, late_minutes, early_minutes, excuse_reason, ...entry }): RegisterEntry => ({
      ...entry,
      ...{ recordedState: recorded_state, excuseReason: excuse_reason },
      ...{ lateMinutes: late_minutes, earlyMinutes: early_minutes },
    }),
  ),
);

const shownEmail = (email: string) => (isHandle(email) ? '' : email);

const rowShape = v.pipe(
  v.object({ student_id: idShape, name: lineShape, email: lineShape, is_member: v.boolean(), entry: entryShape }),
  v.transform(
    ({ student_id, name, email, is_member, entry }): RegisterRow => ({
      ...{ studentId: student_id, studentKey: studentKeyOf(email, name), name, email: shownEmail(email) },
      ...{ isMember: is_member, entry },
    }),
  ),
);

const registerShape = v.pipe(
  v.object({
    session_id: idShape,
    started_at: momentShape,
    until: momentShape,
    is_over: v.boolean(),
    is_taken: v.boolean(),
    rows: listOf(rowShape),
  }),
  v.transform(
    ({ session_id, started_at, until, is_over, is_taken, rows }): Register => ({
      ...{ lessonId: session_id, startedAt: started_at, until, isOver: is_over, isTaken: is_taken, rows },
    }),
  ),
);

const registersShape = v.object({ registers: listOf(registerShape), more: v.number() });

const spansShape = v.optional(
  listOf(
    v.pipe(
      v.object({ started_at: momentShape, ended_at: momentShape }),
      v.transform(({ started_at, ended_at }) => ({ from: started_at, to: ended_at })),
    ),
  ),
  [],
);

const lessonShape = v.pipe(
  v.object({
    session_id: idShape,
    started_at: momentShape,
    ended_at: timeOrNone,
    length_seconds: v.number(),
    observed_seconds: v.nullish(v.number(), null),
    entry: entryShape,
    deleted_by: timeOrNone,
    ...{ title: lineShape, observed: spansShape, interruptions: spansShape },
  }),
  v.transform(
    ({ session_id, started_at, ended_at, length_seconds, observed_seconds, deleted_by, observed, ...lesson }) => ({
      ...{
        ...lesson,
        id: session_id,
        startedAt: started_at,
        endedAt: ended_at,
        deletedBy: deleted_by,
        spans: observed,
      },
      ...{ length: length_seconds * 1000, observed: observed_seconds === null ? null : observed_seconds * 1000 },
    }),
  ),
);

const lookShape = v.pipe(
  v.object({
    by: v.nullish(lineShape, null),
    what: v.picklist(['record', 'logs']),
    first_at: momentShape,
    last_at: momentShape,
  }),
  v.transform(({ first_at, last_at, ...look }) => ({ ...look, firstAt: first_at, lastAt: last_at })),
);

const recordShape = (base: URL) =>
  v.pipe(
    v.object({
      student: v.object({ id: idShape, name: lineShape, email: lineShape, is_member: v.boolean() }),
      lessons: listOf(lessonShape),
      more_lessons: v.number(),
      logs: logsPageOf(base),
      more_logs: v.number(),
      looks: listOf(lookShape),
      looks_days: v.number(),
    }),
    v.transform(({ student, lessons, more_lessons, logs: { logs }, more_logs, looks, looks_days }): StudentRecord => {
      const { is_member: isMember, ...known } = student;
      return {
        student: { ...known, email: shownEmail(student.email), isMember },
        isOver: lessons.every(({ endedAt }) => endedAt !== null),
        ...{ lessons, logs, looks, moreLessons: more_lessons, moreLogs: more_logs, looksDays: looks_days },
      };
    }),
  );

export type RegisterService = ReturnType<typeof createRegisterService>;

/** Creates the calls that read registers of lessons, and what is kept of a student (extensions). They throw a {@link ProblemError}. */
export function createRegisterService({ client, baseUrl }: ApiClient) {
  const studentRecord = recordShape(new URL(baseUrl));
  return {
    /** `notFound` if the backend has none. */
    fetchRegister: (sectionId: string, lessonId: string, signal: AbortSignal): Promise<Register> =>
      call(
        client.GET('/attendance/sections/{sectionId}/lessons/{sessionId}/register/', {
          params: { path: { sectionId: Number(sectionId), sessionId: Number(lessonId) } },
          signal,
          ...uncached,
        }),
        registerShape,
        messages.classRegister.failed,
        ofSection,
      ),

    /** Fetches the registers of the lessons that began in a period, oldest first, and the number of those left out. */
    fetchRegisters: (
      sectionId: string,
      { from, to }: { from: Date; to: Date },
      signal: AbortSignal,
    ): Promise<{ registers: Register[]; more: number }> =>
      call(
        client.GET('/attendance/sections/{sectionId}/registers/', {
          params: {
            path: { sectionId: Number(sectionId) },
            query: { from: from.toISOString(), to: to.toISOString() },
          },
          signal,
          ...uncached,
        }),
        registersShape,
        messages.classRegister.failed,
        ofSection,
      ),

    loadRecordTongue,

    /** `notFound` if the section has nothing of the student, or the backend has no records. */
    fetchRecord: (sectionId: string, studentId: string, signal: AbortSignal): Promise<StudentRecord> =>
      call(
        client.GET('/attendance/sections/{sectionId}/students/{studentId}/record/', {
          params: { path: { sectionId: Number(sectionId), studentId: Number(studentId) } },
          signal,
          ...uncached,
        }),
        studentRecord,
        messages.studentRecord.failed,
        ofSection,
      ),
  };
}
