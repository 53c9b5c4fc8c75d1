import { assertEvent, assign, emit, sendTo, setup } from 'xstate';
import { CHANNEL_PROVEN_MS, CONNECT_TIMEOUT_MS, MAX_RECONNECTS } from '../constants';
import type { LiveMessage } from '../services/types';
import { backoffDelay } from './backoff';
import { callbackNotProvided, promiseNotProvided } from './notProvided';

export interface LiveChannelContext {
  /** Reconnects made since the last connection that proved itself. */
  reconnects: number;
}

export type LiveChannelEvent =
  /** The app wants the channel, or wants it no longer. */
  | { type: 'channel.open' }
  | { type: 'channel.close' }
  | { type: 'reconnect.submit' }
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; tokenRefused: boolean }
  | { type: 'message.received'; message: LiveMessage }
  | { type: 'network.online' }
  | { type: 'network.offline' }
  | { type: 'page.shown' };

export type LiveChannelEmitted =
  /** The channel is open: what was missed has to be asked for. */
  { type: 'live.opened' } | { type: 'live.message'; message: LiveMessage };

/**
 * The live channel of the page (section 4).
 *
 * ```
 * off ─▶ running { attached { connecting ─▶ open { unproven ─▶ proven } } ─▶ backingOff ─▶ attached … ─▶ gaveUp,
 *                  renewing, offline } ─▶ off
 * ```
 *
 * Invariants:
 * - Reconnect n (from 0) comes 1 s · 2ⁿ after the close, at most 30 s; five in a row without a proven connection
 *   and it has given up. A first message, or 10 s open, proves a connection.
 * - Every attempt opens its own socket, which reads the access token at that moment; a refused token is renewed first.
 * - Offline nothing is attempted. Coming back online, the page shown again after giving up, or the teacher's wish
 *   starts a new round.
 */
export const liveChannelMachine = setup({
  types: {
    context: {} as LiveChannelContext,
    events: {} as LiveChannelEvent,
    emitted: {} as LiveChannelEmitted,
  },
  actors: {
    liveSocket: callbackNotProvided<{ type: 'status.request' }>('liveSocket'),
    renewToken: promiseNotProvided<void>('renewToken'),
    watchNetwork: callbackNotProvided('watchNetwork'),
  },
  actions: {
    requestStatus: sendTo('liveSocket', { type: 'status.request' }),
    announceOpened: emit({ type: 'live.opened' }),
    announceMessage: emit(({ event }) => {
      assertEvent(event, 'message.received');
      return { type: 'live.message' as const, message: event.message };
    }),
    countReconnect: assign({ reconnects: ({ context }) => context.reconnects + 1 }),
    startNewRound: assign({ reconnects: 0 }),
  },
  guards: {
    isExhausted: ({ context }) => context.reconnects >= MAX_RECONNECTS,
    isTokenRefused: (_, { tokenRefused }: { tokenRefused: boolean }) => tokenRefused,
  },
  delays: {
    backoffDelay: ({ context }) => backoffDelay(context.reconnects),
    connectTimeout: CONNECT_TIMEOUT_MS,
    provenDelay: CHANNEL_PROVEN_MS,
  },
}).createMachine({
  id: 'liveChannel',
  context: { reconnects: 0 },
  initial: 'off',
  states: {
    off: {
      on: {
        'channel.open': { target: 'running', actions: 'startNewRound' },
      },
    },
    running: {
      invoke: { id: 'watchNetwork', src: 'watchNetwork' },
      on: {
        'channel.close': 'off',
        'network.offline': '.offline',
      },
      initial: 'attached',
      states: {
        attached: {
          // On the parent, so that a message to the socket never meets one that is being left.
          invoke: { id: 'liveSocket', src: 'liveSocket' },
          on: {
            'socket.closed': [
              { guard: 'isExhausted', target: 'gaveUp' },
              { guard: { type: 'isTokenRefused', params: ({ event }) => event }, target: 'renewing' },
              { target: 'backingOff' },
            ],
          },
          initial: 'connecting',
          states: {
            connecting: {
              on: {
                'socket.opened': 'open',
              },
              after: {
                connectTimeout: [
                  { guard: 'isExhausted', target: '#liveChannel.running.gaveUp' },
                  { target: '#liveChannel.running.backingOff' },
                ],
              },
            },
            open: {
              entry: ['requestStatus', 'announceOpened'],
              initial: 'unproven',
              states: {
                unproven: {
                  on: {
                    'message.received': { target: 'proven', actions: 'announceMessage' },
                  },
                  after: {
                    provenDelay: 'proven',
                  },
                },
                proven: {
                  entry: 'startNewRound',
                  on: {
                    'message.received': { actions: 'announceMessage' },
                  },
                },
              },
            },
          },
        },
        renewing: {
          invoke: { id: 'renewToken', src: 'renewToken', onDone: 'backingOff', onError: 'backingOff' },
        },
        backingOff: {
          after: {
            backoffDelay: { target: 'attached', actions: 'countReconnect' },
          },
        },
        offline: {
          on: {
            'network.online': { target: 'attached', actions: 'startNewRound' },
          },
        },
        gaveUp: {
          on: {
            'reconnect.submit': { target: 'attached', actions: 'startNewRound' },
            'network.online': { target: 'attached', actions: 'startNewRound' },
            'page.shown': { target: 'attached', actions: 'startNewRound' },
          },
        },
      },
    },
  },
});
