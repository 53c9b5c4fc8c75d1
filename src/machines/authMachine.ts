import { assertEvent, assign, emit, sendParent, setup } from 'xstate';
import { SIGN_OUT_TIMEOUT_MS } from '../constants';
import { paths } from '../paths';
import { callbackNotProvided, promiseNotProvided } from './notProvided';

/** How a try to get a new access token ended. */
export type RenewalOutcome =
  /** A new access token is stored. */
  | 'renewed'
  /** The server said no, or there is no refresh token: the session has ended. */
  | 'refused'
  /** Nothing came back: no verdict. */
  | 'unanswered';

export interface AuthContext {
  /** An access token was stored when the page was opened. */
  hasAccessToken: boolean;
  /** The rejected call carried a password, so its 401 may have meant that instead of the access token. */
  mayBePassword: boolean;
}

export type AuthEvent =
  /** A sign-in has stored its tokens. */
  | { type: 'session.started' }
  /** A call was answered with 401. */
  | { type: 'access.rejected'; mayBePassword: boolean }
  | { type: 'logout.submit' }
  /** Another tab signed in or out. */
  | { type: 'storage.changed'; signedIn: boolean };

/** What the chart tells its parent. */
export type AuthReport = { type: 'auth.signedIn' } | { type: 'auth.signedOut' };

/**
 * Whether a teacher is signed in on this browser (section 4, authentication).
 *
 * ```
 * restoring ─▶ signedIn { current ⇄ renewing ─▶ verifying, unreached } ─▶ signingOut ─▶ signedOut { idle, expired }
 * ```
 *
 * Invariants:
 * - It owns the only refresh: any number of 401s while `renewing` wait for the same one.
 * - A refused refresh clears what is stored and ends in `signedOut.expired`.
 * - No answer is no verdict: `unreached` is signed in, and the next 401 tries again.
 * - A sign-in in another tab is followed, also by the sign-in page: it emits `navigate` to the dashboard.
 * - A 401 that may have meant a password ends the session only when the access token itself is dead (`verifying`).
 * - Tokens are never in the context; the actors read and write them where they are stored.
 */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as { type: 'navigate'; to: string },
    input: {} as { hasAccessToken: boolean },
  },
  actors: {
    renewAccess: promiseNotProvided<RenewalOutcome>('renewAccess'),
    verifyAccess: promiseNotProvided<{ alive: boolean }>('verifyAccess'),
    /** Takes the tokens out of the storage at once, then tells the server. */
    endSession: promiseNotProvided<void>('endSession'),
    watchStorage: callbackNotProvided('watchStorage'),
  },
  actions: {
    clearSession: () => {
      throw new Error('clearSession is not provided');
    },
    rememberDoubt: assign({
      mayBePassword: ({ event }) => {
        assertEvent(event, 'access.rejected');
        return event.mayBePassword;
      },
    }),
    reportSignedIn: sendParent({ type: 'auth.signedIn' } satisfies AuthReport),
    reportSignedOut: sendParent({ type: 'auth.signedOut' } satisfies AuthReport),
    navigateToDashboard: emit({ type: 'navigate', to: paths.dashboard }),
  },
  guards: {
    hasAccessToken: ({ context }) => context.hasAccessToken,
    isRenewed: (_, { outcome }: { outcome: RenewalOutcome }) => outcome === 'renewed',
    isUnanswered: (_, { outcome }: { outcome: RenewalOutcome }) => outcome === 'unanswered',
    mayBePassword: ({ context }) => context.mayBePassword,
    isAlive: (_, { alive }: { alive: boolean }) => alive,
    isSignedIn: (_, { signedIn }: { signedIn: boolean }) => signedIn,
    isSignedOut: (_, { signedIn }: { signedIn: boolean }) => !signedIn,
  },
  delays: {
    /** A server that does not answer a sign-out holds nobody back. */
    signOutTimeout: SIGN_OUT_TIMEOUT_MS,
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ hasAccessToken: input.hasAccessToken, mayBePassword: false }),
  invoke: { id: 'watchStorage', src: 'watchStorage' },
  initial: 'restoring',
  states: {
    restoring: {
      always: [{ guard: 'hasAccessToken', target: 'signedIn' }, { target: 'signedOut' }],
    },
    signedIn: {
      entry: 'reportSignedIn',
      exit: 'reportSignedOut',
      on: {
        // A second sign-in may be another teacher's: whatever lives by the session starts anew.
        'session.started': { target: 'signedIn', reenter: true },
        'logout.submit': 'signingOut',
        'storage.changed': {
          guard: { type: 'isSignedOut', params: ({ event }) => event },
          target: 'signedOut',
        },
      },
      initial: 'current',
      states: {
        current: {
          on: {
            'access.rejected': { target: 'renewing', actions: 'rememberDoubt' },
          },
        },
        renewing: {
          invoke: {
            id: 'renewAccess',
            src: 'renewAccess',
            onDone: [
              { guard: { type: 'isRenewed', params: ({ event }) => ({ outcome: event.output }) }, target: 'current' },
              {
                guard: { type: 'isUnanswered', params: ({ event }) => ({ outcome: event.output }) },
                target: 'unreached',
              },
              { guard: 'mayBePassword', target: 'verifying' },
              { target: '#auth.signedOut.expired', actions: 'clearSession' },
            ],
            onError: 'unreached',
          },
        },
        verifying: {
          invoke: {
            id: 'verifyAccess',
            src: 'verifyAccess',
            onDone: [
              { guard: { type: 'isAlive', params: ({ event }) => event.output }, target: 'current' },
              { target: '#auth.signedOut.expired', actions: 'clearSession' },
            ],
            onError: 'unreached',
          },
        },
        unreached: {
          on: {
            'access.rejected': { target: 'renewing', actions: 'rememberDoubt' },
          },
        },
      },
    },
    signingOut: {
      on: {
        'session.started': 'signedIn',
        'storage.changed': {
          guard: { type: 'isSignedIn', params: ({ event }) => event },
          target: 'signedIn',
          actions: 'navigateToDashboard',
        },
      },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        onDone: 'signedOut',
        onError: 'signedOut',
      },
      after: {
        signOutTimeout: 'signedOut',
      },
    },
    signedOut: {
      on: {
        'session.started': 'signedIn',
        'storage.changed': {
          guard: { type: 'isSignedIn', params: ({ event }) => event },
          target: 'signedIn',
          actions: 'navigateToDashboard',
        },
      },
      initial: 'idle',
      states: {
        idle: {},
        expired: {},
      },
    },
  },
});
