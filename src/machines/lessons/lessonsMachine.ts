import { assign, setup } from 'xstate';
import { kindOf, type Problem, problemOf } from '../../model/app/problem';
import type { Lesson } from '../../services/types';
import { promiseNotProvided } from '../app/notProvided';

export interface LessonsContext {
  sectionId: string;
  /** Newest first; null until they have been answered once. */
  lessons: readonly Lesson[] | null;
  /** Why they could not be fetched, until they are. */
  problem: Problem | null;
}

export type LessonsEvent =
  /** An answer of the status poll: since when a session is active, undefined where the backend never tells. */
  | { type: 'status.said'; startedAt: number | null | undefined }
  /** A session has started or ended, a lesson was deleted, or the teacher tries again. */
  | { type: 'lessons.refresh' };

/**
 * The lessons of one section: its sessions, which our backend keeps (an extension).
 *
 * ```
 * unasked ─▶ fetching ⇄ loaded, failed
 *         ─▶ absent
 * ```
 *
 * Invariants:
 * - Nothing is asked of a backend whose status does not tell since when a session is active: it keeps no lessons.
 * - Lessons that do not agree with the status are fetched again: a session has started or ended that nobody told of here.
 * - A refetch or its failure takes no lesson away.
 */
export const lessonsMachine = setup({
  types: {
    context: {} as LessonsContext,
    events: {} as LessonsEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    fetchLessons: promiseNotProvided<Lesson[], { sectionId: string }>('fetchLessons'),
  },
}).createMachine({
  id: 'lessons',
  context: ({ input }) => ({ ...input, lessons: null, problem: null }),
  initial: 'unasked',
  states: {
    unasked: {
      description: 'Nothing has said yet whether the backend keeps lessons.',
      on: {
        'status.said': [
          {
            guard: ({ event }) => event.startedAt !== undefined,
            description: 'this backend keeps lessons: it tells since when a session is active',
            target: 'fetching',
          },
          { target: 'absent' },
        ],
      },
    },
    fetching: {
      description: 'The lessons are fetched; those that are there stay.',
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
            description: 'the backend knows no lessons',
            target: 'absent',
          },
          { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
        ],
      },
    },
    loaded: {
      description: 'The lessons are there, if there are any.',
      on: {
        'lessons.refresh': 'fetching',
        'status.said': {
          guard: ({ context: { lessons }, event }) =>
            lessons?.find(({ endedAt }) => endedAt === null)?.startedAt !== (event.startedAt ?? undefined),
          description: 'another lesson is running than the one that is known to',
          target: 'fetching',
        },
      },
    },
    failed: {
      description: 'The lessons could not be fetched.',
      on: {
        'lessons.refresh': 'fetching',
        // The server is there again.
        'status.said': 'fetching',
      },
    },
    absent: {
      description: 'The backend keeps no lessons.',
    },
  },
});
