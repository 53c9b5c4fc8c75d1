import { assign, setup } from 'xstate';
import { type Problem, problemOf } from '../../model/app/problem';
import type { RunningSection } from '../../model/section/knownStatus';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import type { WriteKind } from './writeMachine';

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
  | { type: 'logout.cancel' }
  /** Another page is shown than the one that it was asked on. */
  | { type: 'page.left' }
  /** A change has failed, or was made in part. */
  | { type: 'write.failed'; kind: WriteKind; sectionId: string | null }
  /** No change is under way any more; detection is active in these sections. */
  | { type: 'writes.finished'; running: RunningSection[] };

/**
 * Logging out while detection is active asks first, and while changes are under way waits for them:
 *
 * ```
 * closed ─▶ open { asking ─▶ stopping ─▶ saving ─▶ asking } ─▶ closed
 * ```
 *
 * Invariants:
 * - Without an active session or a change under way the teacher is logged out at once.
 * - She is never logged out with a session that she wanted stopped and that could not be, or that she was not asked about,
 *   nor with a change that is under way or has failed since she pressed, unless she says so.
 * - A question goes with the page that it was asked on; what she has decided does not.
 */
export const logoutMachine = setup({
  types: {
    context: {} as LogoutContext,
    events: {} as LogoutEvent,
  },
  actors: {
    /** Tells whether changes are under way when all are stopped. */
    stopSessions: promiseNotProvided<{ isSaving: boolean }, { running: RunningSection[] }>('stopSessions'),
    /** Sends `write.failed`. */
    watchWrites: callbackNotProvided('watchWrites'),
    /** Sends `writes.finished`, at once if no change is under way. */
    finishWrites: callbackNotProvided('finishWrites'),
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
    /** It is the stop of one of the active sessions. */
    isTheirStop: ({ context }, { kind, sectionId }: { kind: WriteKind; sectionId: string | null }) =>
      kind === 'stopDetection' && context.running.some(({ id }) => id === sectionId),
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
            target: 'open.asking',
            actions: { type: 'assignRunning', params: ({ event }) => event },
          },
          {
            guard: { type: 'isSaving', params: ({ event }) => event },
            target: 'open.saving',
            actions: { type: 'assignRunning', params: ({ event }) => event },
          },
          { actions: 'logOut' },
        ],
      },
    },
    open: {
      description: 'The teacher wants to log out.',
      invoke: { id: 'watchWrites', src: 'watchWrites' },
      on: {
        // It is told where the change was made, or by a notice: she is to see it.
        'write.failed': 'closed',
      },
      initial: 'asking',
      states: {
        asking: {
          description: 'The teacher is asked what becomes of the sessions that are active.',
          on: {
            'logout.stopFirst': 'stopping',
            'logout.keepRunning': [
              { guard: { type: 'isSaving', params: ({ event }) => event }, target: 'saving' },
              { target: '#logout.closed', actions: 'logOut' },
            ],
            'logout.cancel': '#logout.closed',
            'page.left': '#logout.closed',
          },
        },
        stopping: {
          description: 'The sessions are being stopped.',
          on: {
            // Of these the dialog tells when the others have ended, too.
            'write.failed': { guard: { type: 'isTheirStop', params: ({ event }) => event } },
          },
          invoke: {
            id: 'stopSessions',
            src: 'stopSessions',
            input: ({ context }) => ({ running: context.running }),
            onDone: [
              { guard: { type: 'isSaving', params: ({ event }) => event.output }, target: 'saving' },
              { target: '#logout.closed', actions: 'logOut' },
            ],
            onError: {
              target: 'asking',
              actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        saving: {
          description: 'Changes are under way; the teacher is logged out as soon as they are made.',
          invoke: { id: 'finishWrites', src: 'finishWrites' },
          on: {
            'logout.now': { target: '#logout.closed', actions: 'logOut' },
            'logout.cancel': '#logout.closed',
            'writes.finished': [
              // What was under way was a start.
              {
                guard: { type: 'isUnasked', params: ({ event }) => event },
                target: 'asking',
                actions: { type: 'assignRunning', params: ({ event }) => event },
              },
              { target: '#logout.closed', actions: 'logOut' },
            ],
          },
        },
      },
    },
  },
});
