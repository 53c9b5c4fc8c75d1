import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import type { PagePorts } from '../../pagePorts';
import { kindOf, problemOf } from '../../problem';
import { backoffDelay } from './backoff';
import { type SentWrite, type WriteAnswer, type WriteOutcome, type WriteReport, waits } from './writes';

/** What a write needs of the world. */
export interface WritePorts extends Pick<PagePorts, 'watchNetwork'> {
  /** Sends it, with the payload that is known by its id. */
  perform(write: SentWrite, signal: AbortSignal): Promise<WriteAnswer>;
}

const reportOf = ({ id }: SentWrite, outcome: WriteOutcome): WriteReport => ({ type: 'write.settled', id, outcome });

interface WriteContext extends SentWrite {
  /** Number of times that it was sent without an answer. */
  tries: number;
}

/**
 * One write: sending → settled, or sending → waiting → sending. It belongs to the session, which reports it to the teacher unless a screen waits for it.
 *
 * Invariants: a sent write is never abandoned and is reported to the session exactly once. A review or a decision at the door that gets no
 * answer waits, and is sent again until it has one: doing it twice changes nothing. Its payload, perhaps a password,
 * stays outside the chart; `sendWrite` finds it by the id.
 */
export const writeMachine = ({ perform, watchNetwork }: WritePorts) =>
  setup({
    types: {
      context: {} as WriteContext,
      events: {} as { type: 'network.online' },
      input: {} as SentWrite,
    },
    actors: {
      sendWrite: fromPromise<WriteAnswer, SentWrite>(({ input, signal }) => perform(input, signal)),
      /** Sends `network.online`. */
      watchNetwork: fromCallback(({ sendBack }) =>
        watchNetwork((online) => {
          if (online) sendBack({ type: 'network.online' });
        }),
      ),
    },
    delays: {
      /** 1 s after the first failure, then twice as long each time, at most 30 s. */
      retryInterval: ({ context }) => backoffDelay(context.tries - 1),
    },
  }).createMachine({
    id: 'write',
    context: ({ input }) => ({ ...input, tries: 0 }),
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
          onError: [
            {
              guard: ({ context, event }) => waits(context) && kindOf(event.error) === 'unanswered',
              description: 'a review or a decision at the door got no answer',
              target: 'waiting',
              actions: assign({ tries: ({ context }) => context.tries + 1 }),
            },
            {
              target: 'settled',
              actions: sendParent(({ context, event }) =>
                reportOf(context, { type: 'failed', problem: problemOf(event.error) }),
              ),
            },
          ],
        },
      },
      waiting: {
        description: 'Nothing came back. The write is sent again, at the latest when the network is back.',
        invoke: { id: 'watchNetwork', src: 'watchNetwork' },
        after: { retryInterval: 'sending' },
        on: { 'network.online': 'sending' },
      },
      settled: {
        description: 'The outcome is reported to the session.',
        type: 'final',
      },
    },
  });
