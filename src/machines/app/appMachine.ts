import { assertEvent, assign, sendTo, setup } from 'xstate';
import { type AuthReport, authMachine } from '../account/authMachine';
import type { sessionMachine } from '../session/sessionMachine';
import { noticeMachine } from './noticeMachine';
import { callbackNotProvided } from './notProvided';

interface AppContext {
  hasAccessToken: boolean;
  /** Identifies the signed-in teacher; null while unknown. */
  teacher: string | null;
  /** Tells the stored sign-in from another one, when the page was opened. */
  signIn: number;
}

/** Its code is fetched on demand, and then provided by `system/`: until there is a session, nobody needs it. */
const later = {} as { session: typeof sessionMachine };

export type AppEvent = AuthReport | { type: 'session.fetched' };

/**
 * The whole page: authentication, the notices, and the session of whoever is signed in.
 *
 * Invariants:
 * - There is a session exactly while a teacher is signed in and its code is there, and another one for another sign-in:
 *   everything that belongs to the old one has stopped before the new one starts.
 * - It learns who is signed in from authentication alone, and never asks.
 * - Authentication and the notices live as long as the page does, whoever is signed in; a message ends with the session
 *   that it was shown in.
 */
export const appMachine = setup({
  types: {
    events: {} as AppEvent,
    input: {} as AppContext,
    context: {} as AppContext,
    children: {} as {
      auth: 'auth';
      failureNotice: 'failureNotice';
      fetchRestWhenIdle: 'fetchRestWhenIdle';
      fetchRestWhenUsed: 'fetchRestWhenUsed';
      fetchSession: 'fetchSession';
      notice: 'notice';
      session: 'session';
    },
  },
  actors: {
    auth: authMachine,
    notice: noticeMachine,
    failureNotice: noticeMachine,
    fetchSession: callbackNotProvided('fetchSession'),
    /** Fetches the code that anything a teacher does will need, once she begins to do something. */
    fetchRestWhenUsed: callbackNotProvided('fetchRestWhenUsed'),
    /** The same once the browser has nothing else to do. */
    fetchRestWhenIdle: callbackNotProvided('fetchRestWhenIdle'),
    ...later,
  },
  actions: {
    /** It may name what is the teacher's, who has gone. */
    dismissNotice: sendTo('notice', { type: 'notice.dismiss' }),
    dismissFailureNotice: sendTo('failureNotice', { type: 'notice.dismiss' }),
    assignTeacher: assign({
      teacher: ({ event }) => {
        assertEvent(event, 'auth.signedIn');
        return event.teacher;
      },
    }),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  invoke: [
    { id: 'failureNotice', systemId: 'failureNotice', src: 'failureNotice' },
    { id: 'notice', systemId: 'notice', src: 'notice' },
    { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => context },
  ],
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'Nobody is signed in: there is no session.',
      invoke: { id: 'fetchRestWhenUsed', src: 'fetchRestWhenUsed' },
      on: {
        'auth.signedIn': { target: 'signedIn', actions: 'assignTeacher' },
      },
    },
    signedIn: {
      description: 'A teacher is signed in.',
      exit: ['dismissNotice', 'dismissFailureNotice'],
      on: {
        'auth.signedOut': 'signedOut',
      },
      initial: 'fetching',
      states: {
        fetching: {
          description:
            'The code of what only she needs is on its way. What keeps it away is told where she waits for it.',
          invoke: { id: 'fetchSession', src: 'fetchSession' },
          on: { 'session.fetched': 'running' },
        },
        running: {
          description: 'Her session runs.',
          invoke: [
            {
              id: 'session',
              systemId: 'session',
              src: 'session',
              input: ({ context }) => ({ teacher: context.teacher }),
            },
            { id: 'fetchRestWhenIdle', src: 'fetchRestWhenIdle' },
          ],
        },
      },
    },
  },
});
