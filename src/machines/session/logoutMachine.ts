import { assertEvent, assign, setup } from 'xstate';
import { type Problem, problemOf } from '../../model/app/problem';
import type { RunningSection } from '../../model/section/knownStatus';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';
import type { WriteKind } from './writeMachine';

export interface LogoutContext {
  /** Where detection was active when the teacher wanted to log out, or was asked about it. */
  running: RunningSection[];
  /** Why detection could not be stopped. */
  problem: Problem | null;
}

export type LogoutEvent =
  /** With what the session knows: where detection is active, and whether changes are under way. */
  | { type: 'logout.ask'; running: RunningSection[]; isSaving: boolean }
  /** Log out, and let detection go on. */
  | { type: 'logout.keepRunning'; isSaving: boolean }
  /** Stop detection everywhere first. */
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

const isAmong = (running: RunningSection[], sectionId: string | null) => running.some(({ id }) => id === sectionId);

/**
 * Logging out asks first while detection is active, and waits while changes are under way:
 *
 * ```
 * closed ─▶ open { asking ─▶ stopping ─▶ saving ─▶ asking } ─▶ closed
 * ```
 *
 * Invariants:
 * - Unless detection is active or a change is under way, the teacher is logged out at once.
 * - Teachers are never logged out while detection runs that could not be stopped as they wanted or that they were not asked
 *   about, nor with a change that is under way or has failed since they pressed, unless they say so.
 * - A question goes with the page that it was asked on; a decision does not.
 */
export const logoutMachine = setup({
  types: {
    context: {} as LogoutContext,
    events: {} as LogoutEvent,
  },
  actors: {
    /** Tells whether changes are under way once detection is stopped everywhere. */
    stopSessions: promiseNotProvided<{ isSaving: boolean }, { running: RunningSection[] }>('stopSessions'),
    /** Sends `write.failed`. */
    watchWrites: callbackNotProvided('watchWrites'),
    /** Sends `writes.finished`, at once if no change is under way. */
    finishWrites: callbackNotProvided('finishWrites'),
  },
  actions: {
    logOut: actionNotProvided('logOut'),
    assignRunning: assign(({ event }) => {
      assertEvent(event, ['logout.ask', 'writes.finished']);
      return { running: event.running, problem: null };
    }),
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
            guard: ({ event }) => event.running.length > 0,
            description: 'detection is active somewhere',
            target: 'open.asking',
            actions: 'assignRunning',
          },
          {
            guard: ({ event }) => event.isSaving,
            description: 'changes are under way',
            target: 'open.saving',
            actions: 'assignRunning',
          },
          { actions: 'logOut' },
        ],
      },
    },
    open: {
      description: 'The teacher wants to log out.',
      invoke: { id: 'watchWrites', src: 'watchWrites' },
      on: {
        // It is told where the change was made, or by a notice: they are to see it.
        'write.failed': 'closed',
      },
      initial: 'asking',
      states: {
        asking: {
          description: 'The teacher is asked what becomes of detection.',
          on: {
            'logout.stopFirst': 'stopping',
            'logout.keepRunning': [
              { guard: ({ event }) => event.isSaving, description: 'changes are under way', target: 'saving' },
              { target: '#logout.closed', actions: 'logOut' },
            ],
            'logout.cancel': '#logout.closed',
            'page.left': '#logout.closed',
          },
        },
        stopping: {
          description: 'Detection is being stopped.',
          on: {
            // Of these the dialog tells when the others have ended, too.
            'write.failed': {
              guard: ({ context: { running }, event }) =>
                event.kind === 'stopDetection' && isAmong(running, event.sectionId),
              description: 'it is one of the stops that the teacher wants',
            },
          },
          invoke: {
            id: 'stopSessions',
            src: 'stopSessions',
            input: ({ context }) => ({ running: context.running }),
            onDone: [
              { guard: ({ event }) => event.output.isSaving, description: 'changes are under way', target: 'saving' },
              { target: '#logout.closed', actions: 'logOut' },
            ],
            onError: {
              target: 'asking',
              actions: assign({ problem: ({ event }) => problemOf(event.error) }),
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
                guard: ({ context, event }) => event.running.some(({ id }) => !isAmong(context.running, id)),
                description: 'detection is active where the teacher was not asked about it',
                target: 'asking',
                actions: 'assignRunning',
              },
              { target: '#logout.closed', actions: 'logOut' },
            ],
          },
        },
      },
    },
  },
});
