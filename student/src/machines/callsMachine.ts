import { assign, fromCallback, sendParent, setup } from 'xstate';
import { CALLS_RETRY_MAX_MS, CALLS_SILENCE_MS, RETRY_INTERVAL_MS } from '../constants';
import type { Seat } from '../services/seat';

export interface CallsPorts {
  seat: Pick<Seat, 'listen'>;
}

/** For the parent: the teacher has decided something, or may have. The next heartbeat tells what. */
export type CallsReport = { type: 'teacher.called' };

/**
 * How the teacher's decisions reach the page at once: the server calls, and the page sends its heartbeat. Where no socket opens, as behind some
 * proxies, heartbeats alone tell the same, later.
 *
 * ```
 * listening { opening ─▶ hearing } ⇄ resting
 * ```
 *
 * Invariants:
 * - A socket that is silent for 45 s is lost. The server says something every 20 s.
 * - Attempts are 5 s apart after the first failure, then twice as far each time, up to 5 min.
 * - The first thing heard on a socket makes the page ask: it may have missed a call before.
 */
export const callsMachine = ({ seat }: CallsPorts) =>
  setup({
    types: {
      context: {} as { failures: number },
      events: {} as { type: 'call.heard' } | { type: 'call.received' } | { type: 'socket.closed' },
    },
    actors: {
      socket: fromCallback(({ sendBack }) =>
        seat.listen({
          onCalled: () => sendBack({ type: 'call.received' }),
          onHeard: () => sendBack({ type: 'call.heard' }),
          onClosed: () => sendBack({ type: 'socket.closed' }),
        }),
      ),
    },
    actions: {
      report: sendParent({ type: 'teacher.called' } satisfies CallsReport),
      countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
      forgetFailures: assign({ failures: 0 }),
    },
    delays: {
      /** Silence after which a socket is lost. */
      silence: CALLS_SILENCE_MS,
      /** From the end of a socket to the next attempt. */
      retryInterval: ({ context }) => Math.min(RETRY_INTERVAL_MS * 2 ** (context.failures - 1), CALLS_RETRY_MAX_MS),
    },
  }).createMachine({
    id: 'calls',
    context: { failures: 0 },
    initial: 'listening',
    states: {
      listening: {
        description: 'There is a socket.',
        invoke: { id: 'socket', src: 'socket' },
        on: {
          'socket.closed': { target: 'resting', actions: 'countFailure' },
          'call.received': { actions: 'report' },
        },
        initial: 'opening',
        states: {
          opening: {
            description: 'Nothing was heard yet.',
            on: { 'call.heard': { target: 'hearing', actions: ['forgetFailures', 'report'] } },
            after: { silence: { target: '#calls.resting', actions: 'countFailure' } },
          },
          hearing: {
            description: 'The server was heard a short while ago.',
            on: { 'call.heard': { target: 'hearing', reenter: true } },
            after: { silence: { target: '#calls.resting', actions: 'countFailure' } },
          },
        },
      },
      resting: {
        description: 'The socket is lost. Heartbeats tell what was decided.',
        after: { retryInterval: 'listening' },
      },
    },
  });
