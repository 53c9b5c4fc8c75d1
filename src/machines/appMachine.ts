import { sendTo, setup } from 'xstate';
import { type AuthReport, authMachine } from './authMachine';
import { liveChannelMachine } from './liveChannelMachine';
import { noticeMachine } from './noticeMachine';

/**
 * The whole page: starts authentication, the live channel and the notices, and opens the channel while a teacher is
 * signed in (section 4: it connects on app start, by the access token).
 *
 * Invariants:
 * - The channel is wanted exactly while a teacher is signed in; another sign-in closes it and opens it anew.
 * - It learns who is signed in from authentication alone, and never asks.
 * - Authentication, the channel and the notices live as long as the page does, whoever is signed in.
 */
export const appMachine = setup({
  types: {
    events: {} as AuthReport,
    input: {} as { hasAccessToken: boolean },
    context: {} as { hasAccessToken: boolean },
    children: {} as { auth: 'auth'; liveChannel: 'liveChannel'; notice: 'notice' },
  },
  actors: {
    auth: authMachine,
    liveChannel: liveChannelMachine,
    notice: noticeMachine,
  },
  actions: {
    openChannel: sendTo('liveChannel', { type: 'channel.open' }),
    closeChannel: sendTo('liveChannel', { type: 'channel.close' }),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => input,
  invoke: [
    { id: 'notice', src: 'notice' },
    { id: 'liveChannel', src: 'liveChannel' },
    { id: 'auth', src: 'auth', input: ({ context }) => context },
  ],
  initial: 'signedOut',
  states: {
    signedOut: {
      on: {
        'auth.signedIn': { target: 'signedIn', actions: 'openChannel' },
      },
    },
    signedIn: {
      on: {
        'auth.signedOut': { target: 'signedOut', actions: 'closeChannel' },
      },
    },
  },
});
