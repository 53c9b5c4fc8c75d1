import { fromPromise, sendParent, setup } from 'xstate';
import { problemOf } from '../../problem';
import type { SentWrite, WriteAnswer, WriteOutcome, WriteReport } from './writes';

/** What a write needs of the world. */
export interface WritePorts {
  /** Sends it, with the payload that is known by its id. */
  perform(write: SentWrite, signal: AbortSignal): Promise<WriteAnswer>;
}

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
