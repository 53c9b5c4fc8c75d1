import * as v from 'valibot';
import { messages } from '../../messages';
import { ProblemError } from '../../problem';
import { studentKeyOf } from '../../studentKeys';
import { type ApiClient, call, type Failure, ofSection, refusalIn, sentenceIn, uncached } from '../app/apiClient';
import { acknowledged, idShape, isHandle, lineShape, listOf, timeShape } from '../app/shapes';
import type {
  Admitted,
  Attendance,
  Attendee,
  Badge,
  Coverage,
  Excuse,
  MadeBadge,
  MailedLink,
  PastExcuse,
  Refused,
  RegisterChange,
} from '../app/types';

const { door: words } = messages;

/** Empty without an email. */
const emailShape = v.pipe(
  lineShape,
  v.transform((email) => (isHandle(email) ? '' : email)),
);

const attendeeShape = v.pipe(
  v.object({
    id: idShape,
    student_id: v.nullish(idShape, null),
    name: lineShape,
    email: emailShape,
    state: v.picklist([
      ...(['knocking', 'admitted', 'watching', 'no_picture', 'unwatched', 'paused'] as const),
      ...(['dark', 'hidden', 'offline', 'left', 'refused'] as const),
    ]),
    since: timeShape,
    reason: lineShape,
    is_taken: v.fallback(v.optional(v.boolean(), false), false),
    typed_name: v.fallback(v.optional(lineShape), undefined),
    namesake: v.fallback(v.optional(v.number()), undefined),
    numbers: v.fallback(v.optional(v.array(v.pipe(v.string(), v.regex(/^\d{1,5}$/))), []), []),
    is_contested: v.fallback(v.optional(v.boolean(), false), false),
    came_by: v.fallback(v.optional(v.picklist(['link', 'badge'])), undefined),
  }),
  v.transform(
    ({ student_id, is_taken, typed_name, is_contested, came_by, ...attendee }): Attendee => ({
      ...attendee,
      ...{ studentId: student_id, isTaken: is_taken, typedName: typed_name, isContested: is_contested },
      cameBy: came_by,
    }),
  ),
);

const momentShape = v.pipe(timeShape, v.number());

const excuseShape = v.pipe(
  v.object({ student_id: idShape, reason: lineShape, until: momentShape }),
  v.transform(({ student_id, ...excuse }): Excuse => ({ ...excuse, studentId: student_id })),
);

const linkShape = v.pipe(
  v.object({
    student_id: idShape,
    state: v.picklist(['waiting', 'sent', 'failed', 'used', 'revoked']),
    sent_at: momentShape,
  }),
  v.transform(({ student_id, state, sent_at }): MailedLink => ({ studentId: student_id, state, sentAt: sent_at })),
);

const badgesShape = v.pipe(
  v.object({
    badges: listOf(v.object({ student_id: idShape, made_at: momentShape, used_at: v.nullish(momentShape, null) })),
  }),
  v.transform(({ badges }): Badge[] =>
    badges.map(({ student_id, made_at, used_at }) => ({ studentId: student_id, madeAt: made_at, usedAt: used_at })),
  ),
);

const madeBadgesShape = v.pipe(
  v.object({ attend_url: v.string(), badges: v.array(v.object({ student_id: idShape, secret: v.string() })) }),
  v.transform(({ attend_url, badges }): MadeBadge[] =>
    badges.map(({ student_id, secret }) => ({ studentId: student_id, address: `${attend_url}#link=${secret}` })),
  ),
);

const attendanceShape = v.pipe(
  v.object({
    session_id: v.fallback(v.nullable(idShape), null),
    code: v.fallback(v.nullable(v.string()), null),
    attendees: listOf(attendeeShape),
    excuses: v.fallback(v.optional(listOf(excuseShape)), undefined),
    links: v.fallback(v.optional(listOf(linkShape)), undefined),
    is_announced: v.fallback(v.optional(v.boolean(), false), false),
    can_disown: v.fallback(v.optional(v.boolean(), false), false),
    outsiders_waiting: v.fallback(v.optional(v.number(), 0), 0),
    waiting_up_to: v.fallback(v.optional(v.nullable(idShape), null), null),
    is_flooded: v.fallback(v.optional(v.boolean()), undefined),
  }),
  v.transform(
    ({
      session_id,
      is_announced,
      can_disown,
      outsiders_waiting,
      waiting_up_to,
      is_flooded,
      ...attendance
    }): Attendance => ({
      ...attendance,
      ...(is_flooded !== undefined && {
        crowd: { outsiders: outsiders_waiting, upTo: waiting_up_to, isFlooded: is_flooded },
      }),
      lessonId: session_id,
      isAnnounced: is_announced,
      canDisown: can_disown,
    }),
  ),
);

const pastExcuseShape = v.pipe(
  v.object({
    ...{ name: lineShape, email: lineShape, reason: lineShape },
    ...{ started_at: momentShape, ended_at: momentShape },
  }),
  v.transform(
    ({ name, email, reason, started_at, ended_at }): PastExcuse => ({
      ...{ studentKey: studentKeyOf(email, name), reason, from: started_at, to: ended_at },
    }),
  ),
);

const interruptionShape = v.pipe(
  v.object({ reason: v.nullable(lineShape), started_at: momentShape, ended_at: momentShape }),
  v.transform(({ reason, started_at: from, ended_at: to }) => ({ reason, from, to })),
);

const coverageShape = v.pipe(
  v.object({
    started_at: momentShape,
    until: momentShape,
    is_over: v.boolean(),
    excuses: v.fallback(v.optional(listOf(pastExcuseShape), []), []),
    interruptions: v.fallback(v.optional(listOf(interruptionShape), []), []),
    students: listOf(
      v.object({
        name: lineShape,
        email: lineShape,
        periods: listOf(v.object({ state: v.string(), started_at: momentShape, ended_at: momentShape })),
      }),
    ),
  }),
  v.transform(
    ({ started_at, until, is_over, students, excuses, interruptions }): Coverage => ({
      ...{ startedAt: started_at, until, isOver: is_over, excuses, interruptions },
      students: students.map(({ name, email, periods }) => ({
        studentKey: studentKeyOf(email, name),
        observed: periods.flatMap(({ state, started_at: from, ended_at: to }) =>
          state === 'watching' ? [{ from, to }] : [],
        ),
      })),
    }),
  ),
);

/** Those who could not be admitted still wait, each with a sentence for the teacher. */
const admissionShape = v.object({
  not_admitted: v.fallback(v.optional(v.array(v.object({ detail: lineShape })), []), []),
});

/** The same of those to whom no link was sent. */
const sendingShape = v.object({
  not_sent: v.fallback(v.optional(v.array(v.object({ detail: lineShape })), []), []),
});

const saysOr =
  (sentence: string): Failure =>
  ({ status, body }) =>
    refusalIn(body, (status === 409 || status === 429 ? sentenceIn(body, 'detail') : undefined) ?? sentence, []);

export type AttendanceService = ReturnType<typeof createAttendanceService>;

/** Creates the calls about who attends a lesson (an extension). They throw a {@link ProblemError}. */
export function createAttendanceService({ client }: ApiClient) {
  const idsIn = (sectionId: string, ids: readonly string[]) => ({
    section_id: Number(sectionId),
    ids: ids.map(Number),
  });
  return {
    fetchAttendance: (sectionId: string, signal: AbortSignal): Promise<Attendance> =>
      call(
        client.GET('/attendance/sections/{sectionId}/', {
          params: { path: { sectionId: Number(sectionId) } },
          signal,
          ...uncached,
        }),
        attendanceShape,
        words.failed,
        ofSection,
      ),

    /** Fetches when students' own devices watched in a lesson. `notFound` if the backend does not know. */
    fetchCoverage: (sectionId: string, lessonId: string, signal: AbortSignal): Promise<Coverage> =>
      call(
        client.GET('/attendance/sections/{sectionId}/lessons/{sessionId}/coverage/', {
          params: { path: { sectionId: Number(sectionId), sessionId: Number(lessonId) } },
          signal,
          ...uncached,
        }),
        coverageShape,
        messages.lessonReport.coverageFailed,
        ofSection,
      ),

    /** Gets the code. @param replaces draws another one */
    async invite(sectionId: string, replaces: boolean, signal: AbortSignal): Promise<void> {
      const body = { section_id: Number(sectionId), ...(replaces && { replaces }) };
      const request = client.POST('/attendance/invite/', { body, signal });
      await call(request, acknowledged, saysOr(words.inviteFailed), ofSection);
    },

    /** @throws {@link ProblemError} also if some could not be admitted, with the reason for the first */
    async admit(
      sectionId: string,
      { namesSeen, wasSomebodyElse, ...chosen }: Admitted,
      signal: AbortSignal,
    ): Promise<void> {
      const answers = {
        ...(namesSeen && { names_seen: true }),
        ...(wasSomebodyElse && { was_somebody_else: true }),
      };
      const request =
        'number' in chosen
          ? client.POST('/attendance/admit-number/', {
              body: { section_id: Number(sectionId), number: chosen.number, ...answers },
              signal,
            })
          : client.POST('/attendance/admit/', {
              body: {
                ...idsIn(sectionId, chosen.ids),
                ...(chosen.isCareful && { only_uncontested: true }),
                ...answers,
              },
              signal,
            });
      const { not_admitted } = await call(request, admissionShape, saysOr(words.admitFailed), ofSection);
      const [first] = not_admitted;
      if (first !== undefined) throw new ProblemError({ sentence: first.detail, kind: 'refused' });
    },

    async refuse(sectionId: string, chosen: Refused, signal: AbortSignal): Promise<void> {
      const request =
        'upTo' in chosen
          ? client.POST('/attendance/refuse-waiting/', {
              body: { section_id: Number(sectionId), up_to: Number(chosen.upTo) },
              signal,
            })
          : client.POST('/attendance/refuse/', {
              body: { ...idsIn(sectionId, chosen.ids), ...(chosen.wasSomebodyElse && { was_somebody_else: true }) },
              signal,
            });
      await call(request, acknowledged, saysOr(words.refuseFailed), ofSection);
    },

    /** Excuses a student for some minutes. */
    async excuse(
      sectionId: string,
      { studentId, minutes, reason }: Pick<Excuse, 'studentId' | 'reason'> & { minutes: number },
      signal: AbortSignal,
    ): Promise<void> {
      const body = { section_id: Number(sectionId), student_id: Number(studentId), minutes, reason };
      const request = client.POST('/attendance/excuse/', { body, signal });
      await call(request, acknowledged, saysOr(messages.excuse.failed), ofSection);
    },

    /**
     * Mails each student a link, which ends their earlier one.
     * @throws {@link ProblemError} also if some were not mailed, with how many and the reason for the first
     */
    async sendLinks(sectionId: string, studentIds: readonly string[], signal: AbortSignal): Promise<void> {
      const body = { section_id: Number(sectionId), student_ids: studentIds.map(Number) };
      const request = client.POST('/attendance/links/', { body, signal });
      const { not_sent } = await call(request, sendingShape, saysOr(words.links.sendFailed), ofSection);
      const [first] = not_sent;
      if (first === undefined) return;
      throw new ProblemError({ sentence: words.links.notSent(not_sent.length, first.detail), kind: 'refused' });
    },

    async revokeLink(sectionId: string, studentId: string, signal: AbortSignal): Promise<void> {
      const body = { section_id: Number(sectionId), student_ids: [Number(studentId)] };
      const request = client.POST('/attendance/revoke-links/', { body, signal });
      await call(request, acknowledged, saysOr(words.links.revokeFailed), ofSection);
    },

    /** Fetches who has a badge. `notFound` if the backend has none. */
    fetchBadges: (sectionId: string, signal: AbortSignal): Promise<Badge[]> =>
      call(
        client.GET('/attendance/badges/{sectionId}/', {
          params: { path: { sectionId: Number(sectionId) } },
          signal,
          ...uncached,
        }),
        badgesShape,
        words.badges.failed,
        ofSection,
      ),

    /** Makes each student a badge, which ends their earlier one. */
    makeBadges(sectionId: string, studentIds: readonly string[], signal: AbortSignal): Promise<MadeBadge[]> {
      const body = { section_id: Number(sectionId), student_ids: studentIds.map(Number) };
      const request = client.POST('/attendance/badges/', { body, signal });
      return call(request, madeBadgesShape, saysOr(words.badges.makeFailed), ofSection);
    },

    async revokeBadges(sectionId: string, studentIds: readonly string[], signal: AbortSignal): Promise<void> {
      const body = { section_id: Number(sectionId), student_ids: studentIds.map(Number) };
      const request = client.POST('/attendance/revoke-badges/', { body, signal });
      await call(request, acknowledged, saysOr(words.badges.revokeFailed), ofSection);
    },

    /** Corrects a line of a lesson's register. @param correction null takes the correction back */
    async correctRegister(
      sectionId: string,
      { lessonId, studentId, correction }: RegisterChange,
      signal: AbortSignal,
    ): Promise<void> {
      const params = {
        path: { sectionId: Number(sectionId), sessionId: Number(lessonId), studentId: Number(studentId) },
      };
      const address = '/attendance/sections/{sectionId}/lessons/{sessionId}/register/{studentId}/';
      const request = correction
        ? client.PUT(address, { params, body: correction, signal })
        : client.DELETE(address, { params, signal });
      await call(request, acknowledged, saysOr(messages.classRegister.failedToCorrect), ofSection);
    },

    async endExcuse(sectionId: string, studentId: string, signal: AbortSignal): Promise<void> {
      const body = { section_id: Number(sectionId), student_id: Number(studentId) };
      const request = client.POST('/attendance/end-excuse/', { body, signal });
      await call(request, acknowledged, saysOr(messages.excuse.endFailed), ofSection);
    },
  };
}
