import { assign, fromPromise, setup } from 'xstate';
import { READING_POLL_MS } from '../../constants';
import { kindOf, type Problem, problemOf } from '../../problem';

/** What can be read. */
export interface Readable {
  /** It no longer changes by itself: no lesson is running. */
  isOver: boolean;
}

/** What reading needs of the world. */
export interface ReadingPorts<Value extends Readable> {
  read(signal: AbortSignal): Promise<Value>;
}

export interface ReadingContext<Value extends Readable> {
  /** The backend may know, and this teacher may read it. */
  isOffered: boolean;
  /** Null before the first answer. */
  value: Value | null;
  /** Why it could not be read; null after a success. */
  problem: Problem | null;
}

/** It was changed here, or the teacher tries again. */
export type ReadingEvent = { type: 'reading.refresh' };

/**
 * What a page of the reports reads, while it is open: the register of a lesson, or the record of a student (extensions of the contract).
 *
 * ```
 * opening ─▶ reading ⇄ known, failed
 *         ─▶ absent
 * ```
 *
 * Invariants:
 * - A backend or a teacher without it is not asked.
 * - What is known stays during a reading and after its failure. It is read again while a lesson is running.
 */
export const readingMachine = <Value extends Readable>({ read }: ReadingPorts<Value>) =>
  setup({
    types: {
      context: {} as ReadingContext<Value>,
      events: {} as ReadingEvent,
      input: {} as { isOffered: boolean },
    },
    actors: {
      read: fromPromise<Value>(({ signal }) => read(signal)),
    },
    guards: {
      /** A lesson was running when it was asked. */
      isRunning: ({ context }) => context.value?.isOver === false,
    },
    delays: {
      /** From an answer to the next reading. */
      pollInterval: READING_POLL_MS,
    },
  }).createMachine({
    id: 'reading',
    context: ({ input }) => ({ ...input, value: null, problem: null }),
    initial: 'opening',
    states: {
      opening: {
        description: 'Checks whether there is anything to ask.',
        always: [
          {
            guard: ({ context }) => context.isOffered,
            description: 'the backend may know, and this teacher may read it',
            target: 'reading',
          },
          { target: 'absent' },
        ],
      },
      reading: {
        description: 'It is being read. What is known stays.',
        on: {
          'reading.refresh': {
            target: 'reading',
            reenter: true,
            description: 'An answer may be older than the change.',
          },
        },
        invoke: {
          id: 'read',
          src: 'read',
          onDone: { target: 'known', actions: assign({ value: ({ event }) => event.output, problem: null }) },
          onError: [
            {
              guard: ({ event }) => kindOf(event.error) === 'notFound',
              description: 'there is none',
              target: 'absent',
            },
            { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
          ],
        },
      },
      known: {
        description: 'It is known.',
        on: { 'reading.refresh': 'reading' },
        after: { pollInterval: { guard: 'isRunning', target: 'reading' } },
      },
      failed: {
        description: 'It could not be read.',
        on: { 'reading.refresh': 'reading' },
        after: { pollInterval: 'reading' },
      },
      absent: { description: 'There is none.' },
    },
  });
