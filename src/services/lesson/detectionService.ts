import * as v from 'valibot';
import { messages } from '../../messages';
import { mayHaveHappened, ProblemError } from '../../problem';
import type { AccountService } from '../account/accountService';
import { type ApiClient, call, type Failure, ofSection, sentenceIn, uncached } from '../app/apiClient';
import { clockOffset } from '../app/serverClock';
import { acknowledged, statusShape, timeShape } from '../app/shapes';
import type { StatusAnswer } from '../app/types';

const stoppedShape = v.pipe(
  acknowledged,
  v.fallback(v.object({ resumable_until: v.optional(timeShape) }), {}),
  v.transform(({ resumable_until: resumableUntil }) => ({ resumableUntil })),
);

export type DetectionService = ReturnType<typeof createDetectionService>;

/**
 * Creates the calls about a running lesson (sections 7 and 8). Each takes an abort signal and throws a
 * {@link ProblemError} with the sentence from the specification.
 */
export function createDetectionService({ client }: ApiClient, account: AccountService) {
  /** Section 7: re-checks the current user before a start or stop. Without an answer nothing is sent (`unsent`). */
  const checkUser = async (signal: AbortSignal, failure: string) => {
    try {
      await account.fetchCurrentUser(signal, { failure });
    } catch (error) {
      if (!(error instanceof ProblemError) || !mayHaveHappened(error.problem.kind)) throw error;
      throw new ProblemError({ ...error.problem, kind: 'unsent' });
    }
  };

  return {
    /**
     * Starts detection after re-checking the user.
     *
     * @param minutes until the lesson ends itself; null for no end time; undefined where lessons cannot
     */
    async startDetection(sectionId: string, minutes: number | null | undefined, signal: AbortSignal): Promise<void> {
      const failure = messages.detection.startFailed;
      await checkUser(signal, failure);
      const end = minutes !== undefined && { minutes };
      const body = { section_id: Number(sectionId), is_active: true, ...end } as const;
      await call(client.POST('/detection/sessions/start/', { body, signal }), acknowledged, failure, ofSection);
    },

    /** Stops detection after re-checking the user. Returns until when that can be taken back, if the backend says so. */
    async stopDetection(sectionId: string, signal: AbortSignal): Promise<Pick<StatusAnswer, 'resumableUntil'>> {
      const failure = messages.detection.stopFailed;
      await checkUser(signal, failure);
      const body = { section_id: Number(sectionId) };
      return call(client.POST('/detection/sessions/stop/', { body, signal }), stoppedShape, failure, ofSection);
    },

    /** Pauses the class, if the backend can. @param reason for the students; may be empty */
    async pauseLesson(sectionId: string, reason: string, signal: AbortSignal): Promise<void> {
      const failure: Failure = ({ status, body }) =>
        (status === 409 ? sentenceIn(body, 'detail') : undefined) ?? messages.detection.pauseFailed;
      const body = { section_id: Number(sectionId), reason };
      await call(client.POST('/detection/sessions/pause/', { body, signal }), acknowledged, failure, ofSection);
    },

    /** Ends the pause, or takes back the end of the last lesson, if the backend can. */
    async resumeLesson(sectionId: string, signal: AbortSignal): Promise<void> {
      const failure: Failure = ({ status, body }) =>
        (status === 409 ? sentenceIn(body, 'detail') : undefined) ?? messages.detection.resumeFailed;
      const body = { section_id: Number(sectionId) };
      await call(client.POST('/detection/sessions/resume/', { body, signal }), acknowledged, failure, ofSection);
    },

    /** Moves the end of the running lesson, if the backend lets lessons end themselves. */
    async extendLesson(sectionId: string, minutes: number, signal: AbortSignal): Promise<void> {
      const failure: Failure = ({ status, body }) =>
        (status === 409 ? sentenceIn(body, 'detail') : undefined) ?? messages.detection.extendFailed(minutes);
      const body = { section_id: Number(sectionId), minutes };
      await call(client.POST('/detection/sessions/extend/', { body, signal }), acknowledged, failure, ofSection);
    },

    /** @returns whether detection is active, and since when if the backend reports it */
    async fetchStatus(sectionId: string, signal: AbortSignal): Promise<StatusAnswer> {
      const params = { path: { sectionId: Number(sectionId) } };
      const request = client.GET('/detection/sessions/status/{sectionId}/', { ...uncached, params, signal });
      const answer = await call(request, statusShape, messages.detection.statusFailed, ofSection);
      return { ...answer, saidAt: Date.now(), clockOffset: clockOffset() };
    },
  };
}
