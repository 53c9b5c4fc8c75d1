import { assertEvent, assign, sendTo, setup } from 'xstate';
import { type AuthReport, authMachine } from './authMachine';
import { noticeMachine } from './noticeMachine';
import { projectorMachine } from './projectorMachine';
import { sessionMachine } from './sessionMachine';

interface AppContext {
  hasAccessToken: boolean;
  /** The screen was last said to be seen by the class. */
  wasProjecting: boolean;
  /** By what the signed-in teacher is told from another; null while nothing tells. */
  teacher: string | null;
}

/**
 * The whole page: authentication, the notices, and the session of whoever is signed in.
 *
 * Invariants:
 * - There is a session exactly while a teacher is signed in, and another one for another sign-in: everything that
 *   belongs to the old one has stopped before the new one starts.
 * - It learns who is signed in from authentication alone, and never asks.
 * - Authentication and the notices live as long as the page does, whoever is signed in; a message ends with the session
 *   that it was shown in.
 */
export const appMachine = setup({
  types: {
    events: {} as AuthReport,
    input: {} as AppContext,
    context: {} as AppContext,
    children: {} as { auth: 'auth'; notice: 'notice'; projector: 'projector'; session: 'session' },
  },
  actors: {
    auth: authMachine,
    notice: noticeMachine,
    projector: projectorMachine,
    session: sessionMachine,
  },
  actions: {
    /** It may name what is the teacher's, who has gone. */
    dismissNotice: sendTo('notice', { type: 'notice.dismiss' }),
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
    { id: 'notice', systemId: 'notice', src: 'notice' },
    {
      id: 'projector',
      systemId: 'projector',
      src: 'projector',
      input: ({ context }) => ({ wasOn: context.wasProjecting }),
    },
    { id: 'auth', systemId: 'auth', src: 'auth', input: ({ context }) => context },
  ],
  initial: 'signedOut',
  states: {
    signedOut: {
      description: 'Nobody is signed in: there is no session.',
      on: {
        'auth.signedIn': { target: 'signedIn', actions: 'assignTeacher' },
      },
    },
    signedIn: {
      description: 'The session of the signed-in teacher runs.',
      exit: 'dismissNotice',
      invoke: {
        id: 'session',
        systemId: 'session',
        src: 'session',
        input: ({ context }) => ({ teacher: context.teacher }),
      },
      on: {
        'auth.signedOut': 'signedOut',
      },
    },
  },
});
