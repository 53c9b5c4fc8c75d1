import { assertEvent, assign, sendParent, setup } from 'xstate';
import { REFRESH_RETRY_MAX_MS, REFRESH_RETRY_MIN_MS, REFRESH_RETRY_MS, SIGN_OUT_TIMEOUT_MS } from '../../constants';
import type { StorageNews } from '../../services/tokenStore';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';

/** How a try to get a new access token ended. */
export type RenewalOutcome =
  /** A new access token is stored. */
  | 'renewed'
  /** The server said no, or there is no refresh token: the session has ended. */
  | 'refused'
  /** Nothing came back: no verdict. */
  | 'unanswered'
  | Postponed;

/** The server answered "not now", which is no verdict either. */
export interface Postponed {
  /** When the server wants to be asked again; null when it does not say. */
  retryAfterMs: number | null;
}

export interface AuthContext {
  /** An access token was stored when the page was opened. */
  hasAccessToken: boolean;
  /** Identifies the signed-in teacher; null while unknown. */
  teacher: string | null;
  /** Tells this sign-in from another one in the same storage. */
  signIn: number;
  /** The rejected call carried a password, so its 401 may have meant that instead of the access token. */
  mayBePassword: boolean;
  /** How long the server asked to be left alone; null when it did not say. */
  retryAfterMs: number | null;
}

export type AuthEvent =
  /** A sign-in has stored its tokens. */
  | { type: 'session.started'; teacher: string | null; signIn: number }
  /** The current user has been stored, who says whose the session is. */
  | { type: 'session.identified'; teacher: string | null }
  /** A call was answered with 401. */
  | { type: 'access.rejected'; mayBePassword: boolean }
  | { type: 'logout.submit' }
  /** The storage was looked at: another tab has changed it, the page is shown again, or a call is about to use it. */
  | ({ type: 'storage.read' } & StorageNews);

const isPostponed = (outcome: RenewalOutcome): outcome is Postponed => typeof outcome === 'object';

/** What the chart tells its parent. */
export type AuthReport = { type: 'auth.signedIn'; teacher: string | null } | { type: 'auth.signedOut' };

/**
 * Whether a teacher is signed in on this browser, and which (section 4, authentication).
 *
 * ```
 * restoring ─▶ signedIn { current ⇄ renewing ─▶ verifying, unreached, postponed } ─▶ signingOut ─▶ signedOut { idle, expired, elsewhere }
 * ```
 *
 * Invariants:
 * - It owns the only refresh: any number of 401s while `renewing` wait for the same one.
 * - A refused refresh ends in `signedOut.expired`, and clears what is stored unless another session has replaced it.
 * - No answer is no verdict: `unreached` is signed in, and the next 401 or a wait tries again.
 * - "Not now" is no verdict either: `postponed` is signed in, and tries again when the server allows it, after a minute at most.
 * - Another teacher in the storage is another session: `signedIn` is left and entered anew before anything of hers is shown.
 *   So is another sign-in there by a teacher who is known, when nothing told whose this one was.
 * - A sign-in in another tab is followed, also by the sign-in page; a sign-out there is told.
 * - A 401 that may have meant a password ends the session only when the access token itself is dead (`verifying`).
 * - Tokens are never in the context; the actors read and write them where they are stored.
 */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    input: {} as Omit<AuthContext, 'mayBePassword' | 'retryAfterMs'>,
  },
  actors: {
    renewAccess: promiseNotProvided<RenewalOutcome>('renewAccess'),
    verifyAccess: promiseNotProvided<{ alive: boolean }>('verifyAccess'),
    /** Takes the tokens out of the storage at once, then tells the server. */
    endSession: promiseNotProvided<void>('endSession'),
    /** Sends `storage.read` when another tab has changed the session, and when the page is shown again. */
    watchStorage: callbackNotProvided('watchStorage'),
  },
  actions: {
    /** Leads from the sign-in page, and from a page that was another teacher's, to the dashboard. */
    followSignIn: actionNotProvided('followSignIn'),
    /** Takes the session that could not be renewed out of the storage; one that has replaced it there is followed instead. */
    clearSession: actionNotProvided('clearSession'),
    rememberDoubt: assign({
      mayBePassword: ({ event }) => {
        assertEvent(event, 'access.rejected');
        return event.mayBePassword;
      },
    }),
    assignTeacher: assign({
      teacher: ({ event }) => {
        assertEvent(event, ['session.started', 'session.identified', 'storage.read']);
        return event.teacher;
      },
    }),
    assignSignIn: assign({
      signIn: ({ event }) => {
        assertEvent(event, ['session.started', 'storage.read']);
        return event.signIn;
      },
    }),
    reportSignedIn: sendParent(
      ({ context }) => ({ type: 'auth.signedIn', teacher: context.teacher }) satisfies AuthReport,
    ),
    reportSignedOut: sendParent({ type: 'auth.signedOut' } satisfies AuthReport),
  },
  guards: {
    /** The storage holds a session. */
    isSignedIn: ({ event }) => {
      assertEvent(event, 'storage.read');
      return event.signedIn;
    },
    /** The storage holds no session: it could not be renewed. */
    hasExpired: ({ event }) => {
      assertEvent(event, 'storage.read');
      return !event.signedIn && event.ended === 'expired';
    },
  },
  delays: {
    /** How long a sign-out waits for the server to hear of it. */
    signOutTimeout: SIGN_OUT_TIMEOUT_MS,
    /** How long a refresh that got no answer waits before it is retried. */
    refreshRetryDelay: REFRESH_RETRY_MS,
    /** How long a refresh waits that the server has postponed: as long as it said, within bounds. */
    postponement: ({ context }) =>
      Math.min(Math.max(context.retryAfterMs ?? REFRESH_RETRY_MS, REFRESH_RETRY_MIN_MS), REFRESH_RETRY_MAX_MS),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({ ...input, mayBePassword: false, retryAfterMs: null }),
  invoke: { id: 'watchStorage', src: 'watchStorage' },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'Looks whether this browser holds an access token.',
      always: [
        {
          guard: ({ context }) => context.hasAccessToken,
          description: 'an access token was stored when the page was opened',
          target: 'signedIn',
        },
        { target: 'signedOut' },
      ],
    },
    signedIn: {
      description: 'A teacher is signed in.',
      entry: 'reportSignedIn',
      exit: 'reportSignedOut',
      on: {
        // A second sign-in may be another teacher's: whatever lives by the session starts anew.
        'session.started': { target: 'signedIn', reenter: true, actions: ['assignTeacher', 'assignSignIn'] },
        'session.identified': { actions: 'assignTeacher' },
        'logout.submit': 'signingOut',
        'storage.read': [
          { guard: 'hasExpired', target: 'signedOut.expired' },
          {
            guard: ({ event }) => !event.signedIn,
            description: 'the storage holds no session',
            target: 'signedOut.elsewhere',
          },
          {
            // The tab that signed in has stored its user by now.
            guard: ({ context, event }) =>
              context.teacher === null && event.teacher !== null && context.signIn === event.signIn,
            description: 'the storage says for the first time whose this session is',
            actions: 'assignTeacher',
          },
          {
            guard: ({ context, event }) => context.teacher !== event.teacher,
            description: 'the session in the storage is another teacher’s, or may be: nothing told whose this one was',
            target: 'signedIn',
            reenter: true,
            actions: ['assignTeacher', 'assignSignIn', 'followSignIn'],
          },
        ],
      },
      initial: 'current',
      states: {
        current: {
          description: 'The access token is taken to be good.',
          on: {
            'access.rejected': { target: 'renewing', actions: 'rememberDoubt' },
          },
        },
        renewing: {
          description: 'A new access token is asked for; every rejected call waits for it.',
          invoke: {
            id: 'renewAccess',
            src: 'renewAccess',
            onDone: [
              {
                guard: ({ event }) => event.output === 'renewed',
                description: 'a new access token is stored',
                target: 'current',
              },
              {
                guard: ({ event }) => event.output === 'unanswered',
                description: 'the server did not answer the refresh',
                target: 'unreached',
              },
              {
                guard: ({ event }) => isPostponed(event.output),
                description: 'the server answered the refresh with “not now”',
                target: 'postponed',
                actions: assign({
                  retryAfterMs: ({ event }) => (isPostponed(event.output) ? event.output.retryAfterMs : null),
                }),
              },
              {
                guard: ({ context }) => context.mayBePassword,
                description: 'the rejected call carried a password, so the 401 may have meant that',
                target: 'verifying',
              },
              { target: '#auth.signedOut.expired', actions: 'clearSession' },
            ],
            onError: 'unreached',
          },
        },
        verifying: {
          description:
            'The refresh was refused, but the 401 may have been about a password: the access token itself is tried.',
          invoke: {
            id: 'verifyAccess',
            src: 'verifyAccess',
            onDone: [
              {
                guard: ({ event }) => event.output.alive,
                description: 'the access token itself is still good',
                target: 'current',
              },
              { target: '#auth.signedOut.expired', actions: 'clearSession' },
            ],
            onError: 'unreached',
          },
        },
        unreached: {
          description:
            'The refresh was not answered, which is no verdict: it is retried after a wait, or sooner with the next rejected call.',
          on: {
            'access.rejected': { target: 'renewing', actions: 'rememberDoubt' },
          },
          after: { refreshRetryDelay: 'renewing' },
        },
        postponed: {
          description:
            'The server is too busy to refresh, which is no verdict: it is asked again when it allows, and rejected calls fail until then.',
          after: { postponement: 'renewing' },
        },
      },
    },
    signingOut: {
      description: 'The tokens are gone from this browser; the server is being told.',
      on: {
        'session.started': { target: 'signedIn', actions: ['assignTeacher', 'assignSignIn'] },
        'storage.read': {
          guard: 'isSignedIn',
          target: 'signedIn',
          actions: ['assignTeacher', 'assignSignIn', 'followSignIn'],
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
      description: 'Nobody is signed in on this browser.',
      on: {
        'session.started': { target: 'signedIn', actions: ['assignTeacher', 'assignSignIn'] },
        'storage.read': {
          guard: 'isSignedIn',
          target: 'signedIn',
          actions: ['assignTeacher', 'assignSignIn', 'followSignIn'],
        },
      },
      initial: 'idle',
      states: {
        idle: { description: 'There is nothing to tell.' },
        expired: { description: 'The session could not be renewed, here or in another tab.' },
        elsewhere: {
          description: 'The teacher signed out in another tab, as far as this one has heard.',
          on: {
            // The storage was looked at before the browser told why it was cleared.
            'storage.read': { guard: 'hasExpired', target: 'expired' },
          },
        },
      },
    },
  },
});
