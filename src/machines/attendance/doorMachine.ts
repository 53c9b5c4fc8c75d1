import { assertEvent, assign, setup } from 'xstate';
import { DOOR_POLL_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../model/app/problem';
import type { Attendance } from '../../services/types';
import { type Notice, showFailure } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';

export interface DoorContext {
  sectionId: string;
  /** Who attends the lesson; null before the first answer, and without a lesson. */
  attendance: Attendance | null;
  /** Why the last fetch failed; cleared by a success. */
  problem: Problem | null;
  /** The change that is being sent; null for none. */
  change: DoorChange | null;
}

/** What a teacher does about those who attend. */
export type DoorChange =
  | { type: 'students.invite' }
  | { type: 'students.admit'; ids: readonly string[] }
  | { type: 'students.refuse'; ids: readonly string[] }
  | { type: 'student.excuse'; studentId: string; minutes: number; reason: string }
  | { type: 'excuse.end'; studentId: string };

export type DoorEvent =
  | DoorChange
  /** Detection is active. */
  | { type: 'lesson.began' }
  | { type: 'lesson.ended' };

/**
 * The door of a lesson, at which students with devices of their own knock, and who is excused (an extension of the contract).
 *
 * ```
 * closed ⇄ open { followed { fetching ⇄ known, failed } ⇄ changing; absent }
 * ```
 *
 * Invariants:
 * - Nothing is fetched without a lesson, or from a backend that has no door.
 * - What is known stays during a fetch and after its failure.
 * - One change at a time. It ends the fetch in flight, which may predate it. Who attends is fetched again after it.
 */
export const doorMachine = setup({
  types: {
    context: {} as DoorContext,
    events: {} as DoorEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Sends `lesson.began` and `lesson.ended`. */
    watchLesson: callbackNotProvided('watchLesson'),
    fetchAttendance: promiseNotProvided<Attendance, { sectionId: string }>('fetchAttendance'),
    /** Sends the change. Rejects if some could not be admitted, too. */
    changeAttendance: promiseNotProvided<void, { sectionId: string; change: DoorChange | null }>('changeAttendance'),
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    assignChange: assign({
      change: ({ event }) => {
        assertEvent(event, ['students.invite', 'students.admit', 'students.refuse', 'student.excuse', 'excuse.end']);
        return event;
      },
    }),
    clearChange: assign({ change: null }),
    forget: assign({ attendance: null, problem: null }),
  },
  delays: {
    /** From an answer to the next fetch. */
    pollInterval: DOOR_POLL_MS,
  },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ ...input, attendance: null, problem: null, change: null }),
  invoke: { id: 'watchLesson', src: 'watchLesson' },
  initial: 'closed',
  states: {
    closed: {
      description: 'No lesson is running.',
      on: { 'lesson.began': 'open' },
    },
    open: {
      description: 'A lesson is running.',
      exit: ['forget', 'clearChange'],
      on: { 'lesson.ended': 'closed' },
      initial: 'followed',
      states: {
        followed: {
          description: 'It is fetched again and again who attends.',
          on: {
            'students.invite': { target: 'changing', actions: 'assignChange' },
            'students.admit': { target: 'changing', actions: 'assignChange' },
            'students.refuse': { target: 'changing', actions: 'assignChange' },
            'student.excuse': { target: 'changing', actions: 'assignChange' },
            'excuse.end': { target: 'changing', actions: 'assignChange' },
          },
          initial: 'fetching',
          states: {
            fetching: {
              description: 'Who attends is being fetched. What is known stays.',
              invoke: {
                id: 'fetchAttendance',
                src: 'fetchAttendance',
                input: ({ context: { sectionId } }) => ({ sectionId }),
                onDone: {
                  target: 'known',
                  actions: assign({ attendance: ({ event }) => event.output, problem: null }),
                },
                onError: [
                  {
                    guard: ({ event }) => kindOf(event.error) === 'notFound',
                    description: 'the backend has no door',
                    target: '#door.open.absent',
                  },
                  { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
                ],
              },
            },
            known: {
              description: 'It is known who attends.',
              after: { pollInterval: 'fetching' },
            },
            failed: {
              description: 'It could not be fetched who attends.',
              after: { pollInterval: 'fetching' },
            },
          },
        },
        changing: {
          description: 'An invitation, an admission, a refusal or an excuse is being sent.',
          exit: 'clearChange',
          invoke: {
            id: 'changeAttendance',
            src: 'changeAttendance',
            input: ({ context: { sectionId, change } }) => ({ sectionId, change }),
            onDone: 'followed',
            onError: { target: 'followed', actions: showFailure },
          },
        },
        absent: { description: 'The backend has no door.' },
      },
    },
  },
});
