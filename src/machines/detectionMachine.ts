import { raise, sendTo, setup } from 'xstate';
import { LOG_REFRESH_INTERVAL_MS, STATUS_POLL_INTERVAL_MS } from '../constants';
import { messages } from '../messages';
import { logsMachine } from './logsMachine';
import { failureNotice, type Notice } from './noticeMachine';
import { callbackNotProvided, promiseNotProvided } from './notProvided';

export type DetectionEvent =
  | { type: 'start.submit' }
  | { type: 'stop.submit' }
  /** Live messages of this section; those of others do not come here. */
  | { type: 'live.detectionStarted' }
  | { type: 'live.statusUpdated'; isActive: boolean }
  /** The live channel has opened (again): what was missed has to be asked for. */
  | { type: 'live.opened' }
  /** The page has become visible again. */
  | { type: 'page.shown' }
  /** Raised: an answer of the status poll. */
  | { type: 'status.polled'; isActive: boolean }
  /** Raised: the status poll failed. */
  | { type: 'status.unknown' }
  /** Raised: the session moved, so an answer under way speaks of the past. */
  | { type: 'session.moved' };

/**
 * Detection in one section (section 4).
 *
 * ```
 * session:       unknown ─▶ inactive ─▶ starting ─▶ active ─▶ stopping ─▶ inactive
 * statusPolling: round { checking ─▶ answered | unanswered | superseded }, a new round every 10 s
 * ```
 *
 * Invariants:
 * - The status is polled every 10 s whatever happens, one request at a time; a failed poll never ends the polling.
 * - A poll whose answer was under way when the session moved is dropped: late news never overrides newer news.
 * - While active, and only then, the logs are fetched again every 30 s.
 */
export const detectionMachine = setup({
  types: {
    context: {} as { sectionId: string },
    events: {} as DetectionEvent,
    input: {} as { sectionId: string },
    children: {} as { logs: 'logs' },
    tags: {} as 'active',
  },
  actors: {
    startDetection: promiseNotProvided<void, { sectionId: string }>('startDetection'),
    stopDetection: promiseNotProvided<void, { sectionId: string }>('stopDetection'),
    fetchStatus: promiseNotProvided<boolean, { sectionId: string }>('fetchStatus'),
    /** Sends the `live.*` events of this section and `page.shown`. */
    watchSection: callbackNotProvided('watchSection'),
    logs: logsMachine,
  },
  actions: {
    showNotice: (_, _notice: Notice) => {
      throw new Error('showNotice is not provided');
    },
    refreshLogs: sendTo('logs', { type: 'logs.refresh' }),
    supersedePoll: raise({ type: 'session.moved' }),
    raisePolled: raise((_, { isActive }: { isActive: boolean }) => ({ type: 'status.polled' as const, isActive })),
    raiseUnknown: raise({ type: 'status.unknown' }),
  },
  guards: {
    isActive: (_, { isActive }: { isActive: boolean }) => isActive,
    isInactive: (_, { isActive }: { isActive: boolean }) => !isActive,
  },
  delays: {
    statusPollInterval: STATUS_POLL_INTERVAL_MS,
    logRefreshInterval: LOG_REFRESH_INTERVAL_MS,
  },
}).createMachine({
  id: 'detection',
  context: ({ input }) => ({ sectionId: input.sectionId }),
  invoke: [
    { id: 'watchSection', src: 'watchSection' },
    { id: 'logs', src: 'logs', input: ({ context }) => context },
  ],
  type: 'parallel',
  states: {
    session: {
      initial: 'unknown',
      states: {
        unknown: {
          on: {
            'start.submit': 'starting',
            'live.detectionStarted': 'active',
            'live.statusUpdated': [
              { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
              { target: 'inactive' },
            ],
            'status.polled': [
              { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
              { target: 'inactive' },
            ],
            'status.unknown': 'inactive',
          },
        },
        inactive: {
          entry: 'supersedePoll',
          on: {
            'start.submit': 'starting',
            'live.detectionStarted': 'active',
            'live.statusUpdated': { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
            'status.polled': { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
          },
        },
        starting: {
          entry: 'supersedePoll',
          on: {
            'live.detectionStarted': 'active',
            'live.statusUpdated': { guard: { type: 'isActive', params: ({ event }) => event }, target: 'active' },
          },
          invoke: {
            id: 'startDetection',
            src: 'startDetection',
            input: ({ context }) => context,
            onDone: 'active',
            onError: {
              target: 'inactive',
              actions: {
                type: 'showNotice',
                params: ({ event }) => failureNotice(event.error, messages.detection.startFailed),
              },
            },
          },
        },
        active: {
          tags: 'active',
          entry: 'supersedePoll',
          on: {
            'stop.submit': 'stopping',
            'live.statusUpdated': { guard: { type: 'isInactive', params: ({ event }) => event }, target: 'inactive' },
            'status.polled': { guard: { type: 'isInactive', params: ({ event }) => event }, target: 'inactive' },
          },
          initial: 'watching',
          states: {
            watching: {
              after: {
                logRefreshInterval: { target: 'watching', reenter: true, actions: 'refreshLogs' },
              },
              on: {
                'page.shown': { target: 'watching', reenter: true, actions: 'refreshLogs' },
              },
            },
          },
        },
        stopping: {
          tags: 'active',
          entry: 'supersedePoll',
          on: {
            'live.statusUpdated': { guard: { type: 'isInactive', params: ({ event }) => event }, target: 'inactive' },
          },
          invoke: {
            id: 'stopDetection',
            src: 'stopDetection',
            input: ({ context }) => context,
            onDone: 'inactive',
            onError: {
              target: 'active',
              actions: {
                type: 'showNotice',
                params: ({ event }) => failureNotice(event.error, messages.detection.stopFailed),
              },
            },
          },
        },
      },
    },
    statusPolling: {
      initial: 'round',
      states: {
        round: {
          // The interval runs from one request to the next, however long an answer takes; a new round ends the old one's.
          after: {
            statusPollInterval: { target: 'round', reenter: true },
          },
          on: {
            'page.shown': { target: 'round', reenter: true },
            'live.opened': { target: 'round', reenter: true, actions: 'refreshLogs' },
          },
          initial: 'checking',
          states: {
            checking: {
              on: {
                'session.moved': 'superseded',
              },
              invoke: {
                id: 'fetchStatus',
                src: 'fetchStatus',
                input: ({ context }) => context,
                onDone: {
                  target: 'answered',
                  actions: { type: 'raisePolled', params: ({ event }) => ({ isActive: event.output }) },
                },
                onError: { target: 'unanswered', actions: 'raiseUnknown' },
              },
            },
            answered: {},
            unanswered: {},
            superseded: {},
          },
        },
      },
    },
  },
});
