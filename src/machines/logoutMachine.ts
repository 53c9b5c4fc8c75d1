import { assertEvent, assign, setup } from 'xstate';
import { type Problem, problemOf } from '../problem';
import { actionNotProvided, promiseNotProvided } from './notProvided';
import type { RunningSection } from './sessionMachine';

export interface LogoutContext {
  /** Where detection was active when the teacher wanted to log out. */
  running: RunningSection[];
  /** Why a session could not be stopped. */
  problem: Problem | null;
}

export type LogoutEvent =
  | { type: 'logout.ask'; running: RunningSection[] }
  /** Log out, and let detection go on. */
  | { type: 'logout.keepRunning' }
  /** Stop every active session first. */
  | { type: 'logout.stopFirst' }
  | { type: 'logout.cancel' };

/**
 * Logging out while detection is active asks first: closed → asking → stopping → closed.
 *
 * Invariants: without an active session the teacher is logged out at once; she is never logged out with a session that she
 * wanted stopped and that could not be.
 */
export const logoutMachine = setup({
  types: {
    context: {} as LogoutContext,
    events: {} as LogoutEvent,
  },
  actors: {
    stopSessions: promiseNotProvided<void, { running: RunningSection[] }>('stopSessions'),
  },
  actions: {
    logOut: actionNotProvided('logOut'),
    assignRunning: assign({
      running: ({ event }) => {
        assertEvent(event, 'logout.ask');
        return event.running;
      },
      problem: null,
    }),
    assignProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
  },
  guards: {
    /** Detection is active somewhere. */
    isRunning: (_, { running }: { running: RunningSection[] }) => running.length > 0,
  },
}).createMachine({
  id: 'logout',
  context: { running: [], problem: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing is asked.',
      on: {
        'logout.ask': [
          {
            guard: { type: 'isRunning', params: ({ event }) => event },
            target: 'asking',
            actions: 'assignRunning',
          },
          { actions: 'logOut' },
        ],
      },
    },
    asking: {
      description: 'The teacher is asked what becomes of the sessions that are active.',
      on: {
        'logout.stopFirst': 'stopping',
        'logout.keepRunning': { target: 'closed', actions: 'logOut' },
        'logout.cancel': 'closed',
      },
    },
    stopping: {
      description: 'The sessions are being stopped.',
      invoke: {
        id: 'stopSessions',
        src: 'stopSessions',
        input: ({ context }) => ({ running: context.running }),
        onDone: { target: 'closed', actions: 'logOut' },
        onError: {
          target: 'asking',
          actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
