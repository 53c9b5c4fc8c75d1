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

/** The changes of detection. */
export type ChangeKind = Extract<WriteKind, 'startDetection' | 'stopDetection'>;

/** What has to be known of a write to send it. */
export interface SentWrite {
  id: string;
  kind: WriteKind;
  sectionId: string | null;
}

/** What the backend says of a change that it has made. */
export interface WriteAnswer {
  /** The success message, where the backend or its service gives one. */
  sentence: string | null;
  /** The section as it is now; null where the backend does not say. */
  section: Section | null;
  /** What has changed in its logs, if anything. */
  logs: LogsChange | null;
  /** How many of the students who were to be added are in the section now. */
  takenCount: number;
  /** The page on which it was made is still shown. */
  isOnItsPage: boolean;
  /** How many changes its section's detection had noted when a start or stop was sent, in its last try. */
  asked: number;
  /** By this device's clock, in milliseconds since the epoch. */
  doneAt: number;
  /** What is to be added to that for the server's time. */
  clockOffset: number;
}

/** What became of a write. After some problems it may have happened all the same (`mayHaveHappened`). */
export type WriteOutcome = ({ type: 'done' } & WriteAnswer) | { type: 'failed'; problem: Problem };

/** What the chart tells its parent, once. */
export type WriteReport = { type: 'write.settled'; id: string; outcome: WriteOutcome };

const reportOf = ({ id }: SentWrite, outcome: WriteOutcome): WriteReport => ({ type: 'write.settled', id, outcome });

/**
 * One change under way: sending → settled. It belongs to the session, which tells the teacher of it when nobody on the
 * screen waits for it.
 *
 * Invariants: a write that was sent is never given up, and is reported to the session exactly once. What is sent, perhaps a
 * password, stays with `sendWrite`, which finds it by the id.
 */
export const writeMachine = setup({
  types: {
    context: {} as SentWrite,
    input: {} as SentWrite,
  },
  actors: {
    sendWrite: promiseNotProvided<WriteAnswer, SentWrite>('sendWrite'),
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
        input: ({ context }) => context,
        onDone: {
          target: 'settled',
          actions: sendParent(({ context, event }) => reportOf(context, { type: 'done', ...event.output })),
        },
        onError: {
          target: 'settled',
          actions: sendParent(({ context, event }) =>
            reportOf(context, { type: 'failed', problem: problemOf(event.error) }),
          ),
        },
      },
    },
    settled: {
      description: 'The session knows what became of it.',
      type: 'final',
    },
  },
});
