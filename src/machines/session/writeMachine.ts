import { sendParent, setup } from 'xstate';
import { type Problem, problemOf } from '../../model/app/problem';
import type { LogsChange, Section } from '../../services/types';
import { promiseNotProvided } from '../app/notProvided';

/** What a teacher can change. */
export type WriteKind =
  | 'createSection'
  | 'deleteSection'
  | 'addStudents'
  | 'removeStudent'
  | 'startDetection'
  | 'stopDetection'
  | 'reviewLogs'
  | 'deleteLog'
  | 'deleteLesson'
  | 'changePassword';

/** What the backend says of a change that it has made. */
export interface WriteAnswer {
  /** What is to be said of it, where the backend or its service says so. */
  sentence: string | null;
  /** The section as it is now; null where the backend does not say. */
  section: Section | null;
  /** What is different among its logs, if anything is. */
  logs: LogsChange | null;
  /** How many of the students who were to be added are in the section now. */
  takenCount: number;
  /** The page on which it was made is the one that is shown now. */
  isOnItsPage: boolean;
  /** In milliseconds since the epoch; of a start or stop after the current user was checked, and of its last try. */
  sentAt: number;
  /** By this device's clock, in milliseconds since the epoch. */
  doneAt: number;
  /** What is to be added to that for the server's time. */
  clockOffset: number;
}

/** What became of a write. Of some problems nobody knows whether it has happened all the same (`mayHaveHappened`). */
export type WriteOutcome = ({ type: 'done' } & WriteAnswer) | { type: 'failed'; problem: Problem };

/** What the chart tells its parent, once. */
export type WriteReport = { type: 'write.settled'; id: string; outcome: WriteOutcome };

/**
 * One change under way: sending → settled. It belongs to the session, which tells the teacher of it when nobody on the
 * screen waits for it any more.
 *
 * Invariants: what was sent is never given up, and is told to the session exactly once; what is sent, a password perhaps,
 * is known to `sendWrite` by the id alone.
 */
export const writeMachine = setup({
  types: {
    context: {} as { id: string },
    input: {} as { id: string },
  },
  actors: {
    sendWrite: promiseNotProvided<WriteAnswer, { id: string }>('sendWrite'),
  },
  actions: {
    report: sendParent(
      ({ context }, { outcome }: { outcome: WriteOutcome }) =>
        ({ type: 'write.settled', id: context.id, outcome }) satisfies WriteReport,
    ),
  },
}).createMachine({
  id: 'write',
  context: ({ input }) => input,
  initial: 'sending',
  states: {
    sending: {
      description: 'The change is on its way, and is not given up.',
      invoke: {
        id: 'sendWrite',
        src: 'sendWrite',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'settled',
          actions: { type: 'report', params: ({ event }) => ({ outcome: { type: 'done', ...event.output } }) },
        },
        onError: {
          target: 'settled',
          actions: {
            type: 'report',
            params: ({ event }) => ({
              outcome: { type: 'failed', problem: problemOf(event.error) },
            }),
          },
        },
      },
    },
    settled: {
      description: 'The session knows what became of it.',
      type: 'final',
    },
  },
});
