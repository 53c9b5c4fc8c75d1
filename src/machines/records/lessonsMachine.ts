import { assign, fromPromise, setup } from 'xstate';
import { kindOf, type Problem, problemOf } from '../../problem';
import type { Lesson } from '../../services/app/types';

/** What the lessons need of the world. */
export interface LessonsPorts {
  fetchLessons(sectionId: string, signal: AbortSignal): Promise<Lesson[]>;
}

export interface LessonsContext {
  sectionId: string;
  /** Newest first; null before the first answer. */
  lessons: readonly Lesson[] | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
}

export type LessonsEvent =
  /** The start time in an answer of the status poll; undefined if the backend does not send it. */
  | { type: 'status.said'; startedAt: number | null | undefined }
  /** A lesson started, ended or was deleted, or the teacher retries. */
  | { type: 'lessons.refresh' };

/**
 * The lessons of one section, which our backend keeps (an extension of the contract).
 *
 * ```
 * unasked ─▶ fetching ⇄ loaded, failed
 *         ─▶ absent
 * ```
 *
 * Invariants:
 * - A backend whose status has no start time keeps no lessons and is not asked for them.
 * - Lessons that contradict the status are fetched again: a lesson has started or ended elsewhere.
 * - Lessons stay during a refetch and after its failure.
 */
export const lessonsMachine = ({ fetchLessons }: LessonsPorts) =>
  setup({
    types: {
      context: {} as LessonsContext,
      events: {} as LessonsEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      fetchLessons: fromPromise<Lesson[], { sectionId: string }>(({ input, signal }) =>
        fetchLessons(input.sectionId, signal),
      ),
    },
  }).createMachine({
    id: 'lessons',
    context: ({ input }) => ({ ...input, lessons: null, problem: null }),
    initial: 'unasked',
    states: {
      unasked: {
        description: 'It is not known yet whether the backend keeps lessons.',
        on: {
          'status.said': [
            {
              guard: ({ event }) => event.startedAt !== undefined,
              description: 'the backend keeps lessons: its status has the start time',
              target: 'fetching',
            },
            { target: 'absent' },
          ],
        },
      },
      fetching: {
        description: 'The lessons are being fetched. Earlier ones stay.',
        on: {
          'lessons.refresh': { target: 'fetching', reenter: true },
        },
        invoke: {
          id: 'fetchLessons',
          src: 'fetchLessons',
          input: ({ context }) => ({ sectionId: context.sectionId }),
          onDone: {
            target: 'loaded',
            actions: assign({ lessons: ({ event }) => event.output, problem: null }),
          },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'notFound',
              description: 'the backend keeps no lessons',
              target: 'absent',
            },
            { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
          ],
        },
      },
      loaded: {
        description: 'The lessons are loaded.',
        on: {
          'lessons.refresh': 'fetching',
          'status.said': {
            guard: ({ context: { lessons }, event }) =>
              lessons?.find(({ endedAt }) => endedAt === null)?.startedAt !== (event.startedAt ?? undefined),
            description: 'the lesson in progress is not the one in the list',
            target: 'fetching',
          },
        },
      },
      failed: {
        description: 'The lessons could not be fetched.',
        on: {
          'lessons.refresh': 'fetching',
          // The server answers again.
          'status.said': 'fetching',
        },
      },
      absent: {
        description: 'The backend keeps no lessons.',
      },
    },
  });
