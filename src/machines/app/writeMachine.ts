import { fromPromise, sendParent, setup } from 'xstate';
import { type Problem, problemOf } from '../../problem';
import type { DirectoryAddition, LogsChange, Section } from '../../services/app/types';

/** What a write needs of the world. */
export interface WritePorts {
  /** Sends it, with the payload that is known by its id. */
  perform(write: SentWrite, signal: AbortSignal): Promise<WriteAnswer>;
}

/** The kinds of writes. */
export type WriteKind =
  | 'createSection'
  | 'renameSection'
  | 'askForPictures'
  | 'chooseReportedKind'
  | 'deleteSection'
  | 'addToDirectory'
  | 'addStudents'
  | 'removeStudent'
  | 'startDetection'
  | 'stopDetection'
  | 'extendLesson'
  | 'reviewLogs'
  | 'deleteLogs'
  | 'deleteLesson'
  | 'inviteStudents'
  | 'admitStudents'
  | 'refuseStudents'
  | 'excuseStudent'
  | 'endExcuse'
  | 'sendLinks'
  | 'revokeLink'
  | 'makeBadges'
  | 'revokeBadges'
  | 'changePassword';

/** The changes of detection. */
export type ChangeKind = Extract<WriteKind, 'startDetection' | 'stopDetection' | 'extendLesson'>;

/** What is needed to send a write. */
export interface SentWrite {
  id: string;
  kind: WriteKind;
  sectionId: string | null;
  /** Of a start: until the lesson ends itself; null for no end time. */
  minutes?: number | null | undefined;
}

/** The result of a successful write. */
export interface WriteAnswer {
  /** The success message of the backend or service, if any. */
  sentence: string | null;
  /** The section after the write; null if the backend does not return it. */
  section: Section | null;
  /** The change of the section's logs, if any. */
  logs: LogsChange | null;
  /** Why some of the logs are unchanged; null if all were changed. */
  left: Problem | null;
  /** How many of the students to add are in the section now. */
  takenCount: number;
  /** The people of an addition to the directory. */
  directory?: DirectoryAddition;
  /** The page that made the write is still shown. */
  isOnItsPage: boolean;
  /** The section's `changes` count when the last try of a start or stop was sent. */
  asked: number;
  /** Time of the answer by this device's clock, in milliseconds since the epoch. */
  doneAt: number;
  /** Milliseconds to add for the server's time. */
  clockOffset: number;
}

/** The outcome of a write. After some problems it may have happened nevertheless (`mayHaveHappened`). */
export type WriteOutcome = ({ type: 'done' } & WriteAnswer) | { type: 'failed'; problem: Problem };

/** Sent to the parent once. */
export type WriteReport = { type: 'write.settled'; id: string; outcome: WriteOutcome };

const reportOf = ({ id }: SentWrite, outcome: WriteOutcome): WriteReport => ({ type: 'write.settled', id, outcome });

/**
 * One write: sending → settled. It belongs to the session, which reports it to the teacher unless a screen waits for it.
 *
 * Invariants: a sent write is never abandoned and is reported to the session exactly once. Its payload, perhaps a password,
 * stays outside the chart; `sendWrite` finds it by the id.
 */
export const writeMachine = ({ perform }: WritePorts) =>
  setup({
    types: {
      context: {} as SentWrite,
      input: {} as SentWrite,
    },
    actors: {
      sendWrite: fromPromise<WriteAnswer, SentWrite>(({ input, signal }) => perform(input, signal)),
    },
  }).createMachine({
    id: 'write',
    context: ({ input }) => input,
    initial: 'sending',
    states: {
      sending: {
        description: 'The write is in flight and is not abandoned.',
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
        description: 'The outcome is reported to the session.',
        type: 'final',
      },
    },
  });
