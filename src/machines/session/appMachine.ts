import { assign, enqueueActions, fromCallback, sendTo, setup, stopChild } from 'xstate';
import { type AuthPorts, type AuthReport, authMachine } from '../account/authMachine';
import { namesMachine } from '../app/namesMachine';
import { noticeMachine } from '../app/noticeMachine';
import type { sessionMachine } from './sessionMachine';

/** What the page needs of the world. */
export interface AppPorts extends AuthPorts {
  /** Loads the chunk of the session, which then tells the app. */
  loadSession(): void;
  /** The chart of the loaded session. */
  sessionMachine(): ReturnType<typeof sessionMachine>;
}

interface AppContext {
  hasAccessToken: boolean;
  /** Identifies the signed-in teacher; null while unknown. */
  teacher: string | null;
  /** Identifies the sign-in that was stored when the page was opened. */
  signIn: number;
}

export type AppEvent = AuthReport | { type: 'session.loaded' };

/**
 * The whole page: authentication, the notices, and the session of the signed-in teacher.
 *
 * Invariants:
 * - There is a session exactly while a teacher is signed in and its chunk is loaded. Another sign-in is another session:
 *   everything in the old one has stopped before the new one starts.
 * - Only authentication says who is signed in.
 * - Authentication, the notices, and whether names are shown in projector mode live as long as the page. With a session ends the message
 *   that was shown in it, and names are hidden.
 */
export const appMachine = (ports: AppPorts) =>
  setup({
    types: {
      events: {} as AppEvent,
      input: {} as AppContext,
      context: {} as AppContext,
      children: {} as {
        auth: 'auth';
        failureNotice: 'failureNotice';
        loadSession: 'loadSession';
        names: 'names';
        notice: 'notice';
      },
    },
    actors: {
      auth: authMachine(ports),
      notice: noticeMachine,
      failureNotice: noticeMachine,
      names: namesMachine(),
      /** Loads the chunk of the session. The page that needs it reports a failure and retries. */
      loadSession: fromCallback(() => ports.loadSession()),
    },
    actions: {
      /** Spawns the session of the teacher, with the system id `session`. */
      startSession: enqueueActions(({ context: { teacher }, enqueue }) =>
        enqueue.spawnChild(ports.sessionMachine(), { systemId: 'session', input: { teacher } }),
      ),
      /** It may name data of the teacher who has signed out. */
      dismissNotice: sendTo('notice', { type: 'notice.dismiss' }),
      dismissFailureNotice: sendTo('failureNotice', { type: 'notice.dismiss' }),
      /** The next teacher of this browser has not been asked. */
      hideNames: sendTo('names', { type: 'names.hide' }),
    },
  }).createMachine({
    id: 'app',
    context: ({ input }) => input,
    invoke: [
      { id: 'failureNotice', systemId: 'failureNotice', src: 'failureNotice' },
      { id: 'notice', systemId: 'notice', src: 'notice' },
      { id: 'names', systemId: 'names', src: 'names' },
      { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => context },
    ],
    initial: 'signedOut',
    states: {
      signedOut: {
        description: 'Nobody is signed in: there is no session.',
        on: {
          'auth.signedIn': { target: 'signedIn', actions: assign({ teacher: ({ event }) => event.teacher }) },
        },
      },
      signedIn: {
        description: 'A teacher is signed in.',
        exit: ['dismissNotice', 'dismissFailureNotice', 'hideNames'],
        on: {
          'auth.signedOut': 'signedOut',
        },
        initial: 'loading',
        states: {
          loading: {
            description: 'The chunk of the session is loading. The page that waits for it reports a failure.',
            invoke: { id: 'loadSession', src: 'loadSession' },
            on: {
              'session.loaded': { target: 'running', actions: 'startSession' },
            },
          },
          running: {
            description: 'The session runs.',
            exit: stopChild(({ system }) => system.get('session')),
          },
        },
      },
    },
  });
