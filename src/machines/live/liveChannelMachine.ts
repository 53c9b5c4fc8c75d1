import { assertEvent, assign, emit, fromCallback, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { CHANNEL_PROVEN_MS, CONNECT_TIMEOUT_MS, HEARTBEAT_PATIENCE_MS, MAX_RECONNECTS } from '../../constants';
import type { LiveNews } from '../../services/app/types';
import type { LiveSocketListeners } from '../../services/live/liveSocket';
import { backoffDelay } from '../app/backoff';

/** What the live channel needs of the world. */
export interface LiveChannelPorts {
  /** Opens a socket with the current access token. Null if the session has ended. */
  openSocket(listeners: LiveSocketListeners): { requestStatus(): void; close(): void } | null;
  /** Renews the access token of the last socket. */
  renewToken(): Promise<void>;
  /** Reports when the browser goes online or offline. Like the next two, until the returned function is called. */
  watchNetwork(onChange: (online: boolean) => void): () => void;
  watchVisibility(onShown: () => void): () => void;
  everySecond(onTick: () => void): () => void;
}

export interface LiveChannelContext {
  /** Reconnects since the last proven connection. */
  reconnects: number;
  /** Whether the server has sent a heartbeat. Only then does silence mean a lost connection. */
  sendsHeartbeats: boolean;
  /** Time of the next attempt, in milliseconds since the epoch; null before the clock's first tick. */
  retryAt: number | null;
  /** Now, as of the last tick. */
  now: number;
}

export type LiveChannelEvent =
  | { type: 'reconnect.submit' }
  /** The parent asks for all statuses again. */
  | { type: 'status.ask' }
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; tokenRefused: boolean }
  | LiveNews
  | { type: 'network.online' }
  | { type: 'network.offline' }
  | { type: 'page.shown' }
  | { type: 'clock.ticked'; now: number };

/** What it emits. Charts subscribe with `watchLive`. */
export type LiveReport =
  /** The channel opened. Missed changes must be fetched. */
  | { type: 'live.opened' }
  /** The channel closed. Its facts may be outdated from now on. */
  | { type: 'live.lost' }
  | Exclude<LiveNews, { type: 'heartbeat.received' }>;

/** Close code for a rejected token. */
const TOKEN_REFUSED = 4401;

/**
 * The live channel of a session (section 4): it connects when the session starts, and ends with it.
 *
 * ```
 * attached { connecting ─▶ open { unproven ─▶ proven ─▶ beating } } ─▶ backingOff ─▶ attached … ─▶ gaveUp
 * renewing, offline
 * ```
 *
 * Invariants:
 * - Reconnect n (from 0) starts 1 s · 2ⁿ after the close, at most 30 s. After five in a row without a proven connection
 *   it gives up. A first message, or 10 s open, proves a connection.
 * - A connection that is silent for 30 s after a heartbeat is lost, although the socket has not closed. Once a server has
 *   sent heartbeats, a new connection that is silent for 10 s is lost too.
 * - Each attempt opens a new socket with the current access token. A refused token is renewed first.
 * - No attempts while offline. A new round starts when the browser comes online, when the teacher asks for it, and, after
 *   giving up, when the page becomes visible.
 */
export const liveChannelMachine = (ports: LiveChannelPorts) =>
  setup({
    types: {
      context: {} as LiveChannelContext,
      events: {} as LiveChannelEvent,
      emitted: {} as LiveReport,
    },
    actors: {
      liveSocket: fromCallback<{ type: 'status.request' }>(({ sendBack, receive }) => {
        const socket = ports.openSocket({
          onOpened: () => sendBack({ type: 'socket.opened' }),
          onNews: sendBack,
          onClosed: (code) => sendBack({ type: 'socket.closed', tokenRefused: code === TOKEN_REFUSED }),
        });
        // The session has ended, and the channel with it.
        if (socket === null) return sendBack({ type: 'socket.closed', tokenRefused: false });
        receive(() => socket.requestStatus());
        return socket.close;
      }),
      renewToken: fromPromise<void, void>(() => ports.renewToken()),
      watchNetwork: fromCallback(({ sendBack }) => {
        const stopNetwork = ports.watchNetwork((online) =>
          sendBack({ type: online ? 'network.online' : 'network.offline' }),
        );
        const stopVisibility = ports.watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          stopNetwork();
          stopVisibility();
        };
      }),
      tickClock: fromCallback(({ sendBack }) =>
        ports.everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() })),
      ),
    },
    actions: {
      requestStatus: sendTo('liveSocket', { type: 'status.request' }),
      reportOpened: emit({ type: 'live.opened' }),
      reportLost: emit({ type: 'live.lost' }),
      report: emit(({ event }) => {
        assertEvent(event, ['live.message', 'logs.changed', 'attendance.changed', 'sections.changed']);
        return event;
      }),
      expectHeartbeats: assign({ sendsHeartbeats: true }),
      countReconnect: assign({ reconnects: ({ context }) => context.reconnects + 1 }),
      startNewRound: assign({ reconnects: 0 }),
      assignNow: assign({
        now: ({ event }) => {
          assertEvent(event, 'clock.ticked');
          return event.now;
        },
        retryAt: ({ context, event }) => {
          assertEvent(event, 'clock.ticked');
          return context.retryAt ?? event.now + backoffDelay(context.reconnects);
        },
      }),
      forgetRetry: assign({ retryAt: null }),
    },
    guards: {
      /** All five reconnects since the last proven connection are used up. */
      isExhausted: ({ context }) => context.reconnects >= MAX_RECONNECTS,
      /** The server has never sent a heartbeat. Servers with heartbeats send the first after accepting the token. */
      isSilenceNormal: ({ context }) => !context.sendsHeartbeats,
      /** The server closed with the code 4401: it does not accept the access token. */
      isTokenRefused: ({ event }) => event.type === 'socket.closed' && event.tokenRefused,
    },
    delays: {
      /** From a close to the next reconnect: 1 s times 2 to the attempt number. */
      backoffDelay: ({ context }) => backoffDelay(context.reconnects),
      /** Timeout for opening a connection. */
      connectTimeout: CONNECT_TIMEOUT_MS,
      /** A connection that stays open this long counts as proven, even without a message. */
      provenDelay: CHANNEL_PROVEN_MS,
      /** Silence after which a connection with heartbeats is lost. */
      heartbeatPatience: HEARTBEAT_PATIENCE_MS,
    },
  }).createMachine({
    id: 'liveChannel',
    context: { reconnects: 0, sendsHeartbeats: false, retryAt: null, now: 0 },
    invoke: { id: 'watchNetwork', src: 'watchNetwork' },
    on: {
      'network.offline': '.offline',
    },
    initial: 'attached',
    states: {
      attached: {
        description: 'There is a socket.',
        // On the parent, so that no message is sent to a socket that is being closed.
        invoke: { id: 'liveSocket', src: 'liveSocket' },
        on: {
          'socket.closed': [
            { guard: 'isExhausted', target: 'gaveUp' },
            { guard: 'isTokenRefused', target: 'renewing' },
            { target: 'backingOff' },
          ],
        },
        initial: 'connecting',
        states: {
          connecting: {
            description: 'The socket is being opened.',
            on: {
              'socket.opened': 'open',
            },
            after: {
              connectTimeout: [
                { guard: 'isExhausted', target: '#liveChannel.gaveUp' },
                { target: '#liveChannel.backingOff' },
              ],
            },
          },
          open: {
            description: 'Live messages arrive.',
            entry: ['requestStatus', 'reportOpened'],
            exit: 'reportLost',
            on: {
              'heartbeat.received': '.beating',
              'logs.changed': { actions: 'report' },
              'attendance.changed': { actions: 'report' },
              'sections.changed': { actions: 'report' },
              'status.ask': { actions: 'requestStatus' },
            },
            initial: 'unproven',
            states: {
              unproven: {
                description: 'The connection may still be refused, so the reconnects still count.',
                on: {
                  'live.message': { target: 'proven', actions: 'report' },
                },
                after: {
                  provenDelay: [
                    { guard: 'isSilenceNormal', target: 'proven' },
                    { guard: 'isExhausted', target: '#liveChannel.gaveUp' },
                    { target: '#liveChannel.backingOff' },
                  ],
                },
              },
              proven: {
                description: 'The connection is proven. The next loss starts a new round.',
                entry: 'startNewRound',
                on: {
                  'live.message': { actions: 'report' },
                },
              },
              beating: {
                description:
                  'The connection is proven, and its silence would mean that it is dead. Whatever arrives restarts the wait.',
                entry: ['startNewRound', 'expectHeartbeats'],
                on: {
                  'live.message': { target: 'beating', reenter: true, actions: 'report' },
                  'logs.changed': { target: 'beating', reenter: true, actions: 'report' },
                  'attendance.changed': { target: 'beating', reenter: true, actions: 'report' },
                  'sections.changed': { target: 'beating', reenter: true, actions: 'report' },
                },
                after: {
                  heartbeatPatience: '#liveChannel.backingOff',
                },
              },
            },
          },
        },
      },
      renewing: {
        description: 'The server refused the access token. It is renewed before the next attempt.',
        invoke: { id: 'renewToken', src: 'renewToken', onDone: 'backingOff', onError: 'backingOff' },
      },
      backingOff: {
        description: 'Waits before the next attempt.',
        exit: 'forgetRetry',
        invoke: { id: 'tickClock', src: 'tickClock' },
        on: {
          'clock.ticked': { actions: 'assignNow' },
        },
        after: {
          backoffDelay: { target: 'attached', actions: 'countReconnect' },
        },
      },
      offline: {
        description: 'The browser is offline. There are no attempts.',
        on: {
          'network.online': { target: 'attached', actions: 'startNewRound' },
        },
      },
      gaveUp: {
        description: 'Five reconnects in a row have failed.',
        on: {
          'reconnect.submit': { target: 'attached', actions: 'startNewRound' },
          'network.online': { target: 'attached', actions: 'startNewRound' },
          'page.shown': { target: 'attached', actions: 'startNewRound' },
        },
      },
    },
  });

/** The channel is open: it reports every change. */
export const isOpen = (channel: SnapshotFrom<typeof liveChannelMachine>) => channel.matches({ attached: 'open' });

/** Returns the whole seconds until the next attempt, or null if none is scheduled. */
export const secondsToRetry = ({ retryAt, now }: LiveChannelContext): number | null =>
  retryAt === null ? null : Math.max(0, Math.ceil((retryAt - now) / 1000));
