import { assign, setup } from 'xstate';
import { type Problem, problemOf } from '../problem';
import { actionNotProvided, promiseNotProvided } from './notProvided';
import type { RunningSection } from './sessionMachine';

export interface LogoutContext {
  /** Where detection was active when the teacher wanted to log out, or was asked about it. */
  running: RunningSection[];
  /** Why a session could not be stopped. */
  problem: Problem | null;
}

export type LogoutEvent =
  | {
      type: 'logout.ask';
      running: RunningSection[];
      /** Changes are under way. */
      isSaving: boolean;
    }
  /** Log out, and let detection go on. */
  | { type: 'logout.keepRunning'; isSaving: boolean }
  /** Stop every active session first. */
  | { type: 'logout.stopFirst' }
  /** Log out without waiting for the changes under way. */
  | { type: 'logout.now' }
  | { type: 'logout.cancel' };

/**
 * Logging out while detection is active asks first, and while changes are under way waits for them:
 *
 * ```
 * closed ─▶ asking ─▶ stopping ─▶ saving ─▶ closed, asking
 * ```
 *
 * Invariants: without an active session or a change under way the teacher is logged out at once; she is never logged out
 * with a session that she wanted stopped and that could not be or that she was not asked about, nor with a change that is
 * under way or has just failed, unless she says so.
 */
export const logoutMachine = setup({
  types: {
    context: {} as LogoutContext,
    events: {} as LogoutEvent,
  },
  actors: {
    /** Tells whether changes are under way when all are stopped. */
    stopSessions: promiseNotProvided<{ isSaving: boolean }, { running: RunningSection[] }>('stopSessions'),
    /** Waits until no change is under way, and tells where detection is active then; fails if a change has failed. */
    finishWrites: promiseNotProvided<RunningSection[]>('finishWrites'),
  },
  actions: {
    logOut: actionNotProvided('logOut'),
    assignRunning: assign({
      running: (_, { running }: { running: RunningSection[] }) => running,
      problem: null,
    }),
    assignProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
  },
  guards: {
    /** Detection is active somewhere. */
    isRunning: (_, { running }: { running: RunningSection[] }) => running.length > 0,
    /** Detection is active where it was not when the teacher wanted to log out. */
    isUnasked: ({ context }, { running }: { running: RunningSection[] }) =>
      running.some(({ id }) => !context.running.some((asked) => asked.id === id)),
    /** Changes are under way. */
    isSaving: (_, { isSaving }: { isSaving: boolean }) => isSaving,
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
            actions: { type: 'assignRunning', params: ({ event }) => event },
          },
          {
            guard: { type: 'isSaving', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'assignRunning', params: ({ event }) => event },
          },
          { actions: 'logOut' },
        ],
      },
    },
    asking: {
      description: 'The teacher is asked what becomes of the sessions that are active.',
      on: {
        'logout.stopFirst': 'stopping',
        'logout.keepRunning': [
          { guard: { type: 'isSaving', params: ({ event }) => event }, target: 'saving' },
          { target: 'closed', actions: 'logOut' },
        ],
        'logout.cancel': 'closed',
      },
    },
    stopping: {
      description: 'The sessions are being stopped.',
      invoke: {
        id: 'stopSessions',
        src: 'stopSessions',
        input: ({ context }) => ({ running: context.running }),
        onDone: [
          { guard: { type: 'isSaving', params: ({ event }) => event.output }, target: 'saving' },
          { target: 'closed', actions: 'logOut' },
        ],
        onError: {
          target: 'asking',
          actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    saving: {
      description: 'Changes are under way; the teacher is logged out as soon as they are made.',
      on: {
        'logout.now': { target: 'closed', actions: 'logOut' },
        'logout.cancel': 'closed',
      },
      invoke: {
        id: 'finishWrites',
        src: 'finishWrites',
        onDone: [
          // What was under way was a start.
          {
            guard: { type: 'isUnasked', params: ({ event }) => ({ running: event.output }) },
            target: 'asking',
            actions: { type: 'assignRunning', params: ({ event }) => ({ running: event.output }) },
          },
          { target: 'closed', actions: 'logOut' },
        ],
        // What has failed is told where it was made, or by a notice.
        onError: 'closed',
      },
    },
  },
});
