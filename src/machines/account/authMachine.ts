import { assertEvent, assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import { REFRESH_RETRY_MAX_MS, REFRESH_RETRY_MIN_MS, REFRESH_RETRY_MS, SIGN_OUT_TIMEOUT_MS } from '../../constants';
import { isAccountPage } from '../../paths';
import type { StorageNews, TokenStore } from '../../services/account/tokenStore';

/** What authentication needs of the world. */
export interface AuthPorts {
  renewAccess(signal: AbortSignal): Promise<RenewalOutcome>;
  verifyAccess(signal: AbortSignal): Promise<{ alive: boolean }>;
  endSession(): Promise<void>;
  clearSession(): void;
  tokens: Pick<TokenStore, 'news' | 'watch'>;
  watchVisibility(onShown: () => void): () => void;
  pathname(): string;
  goToDashboard(): void;
}

/** Result of a refresh. */
export type RenewalOutcome =
  /** A new access token is stored. */
  | 'renewed'
  /** The server refused, or there is no refresh token: the session has ended. */
  | 'refused'
  /** No answer, so no verdict. */
  | 'unanswered'
  | Postponed;

/** The server postponed the refresh, so there is no verdict. */
export interface Postponed {
  /** The server's `Retry-After`; null without one. */
  retryAfterMs: number | null;
}

export interface AuthContext {
  /** An access token was stored when the page was opened. */
  hasAccessToken: boolean;
  /** Identifies the signed-in teacher; null while unknown. */
  teacher: string | null;
  /** Identifies this sign-in among those stored in this browser. */
  signIn: number;
  /** The rejected call carried a password, so its 401 may be about that, not the access token. */
  mayBePassword: boolean;
  /** The server's `Retry-After`; null without one. */
  retryAfterMs: number | null;
}

export type AuthEvent =
  /** A sign-in has stored its tokens. */
  | { type: 'session.started'; teacher: string | null; signIn: number }
  /** The current user has been stored, which identifies the teacher. */
  | { type: 'session.identified'; teacher: string | null }
  /** A call was answered with 401. */
  | { type: 'access.rejected'; mayBePassword: boolean }
  | { type: 'logout.submit' }
  /** The storage was read: another tab changed it, the page became visible, or a call is about to use it. */
  | ({ type: 'storage.read' } & StorageNews);

const isPostponed = (outcome: RenewalOutcome): outcome is Postponed => typeof outcome === 'object';

/** Events for the parent. */
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
 * - A refused refresh ends in `signedOut.expired` and clears the stored session, unless another one has replaced it.
 * - No answer is no verdict: `unreached` is signed in. The next 401 or a delay triggers a retry.
 * - A postponed refresh is no verdict: `postponed` is signed in and retries when the server allows it, after a minute at most.
 * - Another teacher in the storage is another session: `signedIn` is re-entered before any of their data is shown. The same
 *   holds for a sign-in by a known teacher while this session's teacher is unknown.
 * - A sign-in in another tab is followed, also on the sign-in page. A sign-out there is reported.
 * - A 401 that may be about a password ends the session only if the access token is invalid (`verifying`).
 * - Tokens are never in the context. The actors read and write them in the storage.
 */
export const authMachine = ({
  renewAccess,
  verifyAccess,
  endSession,
  clearSession,
  tokens,
  watchVisibility,
  pathname,
  goToDashboard,
}: AuthPorts) =>
  setup({
    types: {
      context: {} as AuthContext,
      events: {} as AuthEvent,
      input: {} as Omit<AuthContext, 'mayBePassword' | 'retryAfterMs'>,
    },
    actors: {
      renewAccess: fromPromise<RenewalOutcome, void>(({ signal }) => renewAccess(signal)),
      verifyAccess: fromPromise<{ alive: boolean }, void>(({ signal }) => verifyAccess(signal)),
      /** Removes the tokens from the storage at once, then reports the sign-out to the server. */
      endSession: fromPromise<void, void>(endSession),
      /** Sends `storage.read` when another tab changes the session and when the page becomes visible. */
      watchStorage: fromCallback(({ sendBack }) => {
        const tell = () => sendBack({ type: 'storage.read', ...tokens.news() });
        const stopStorage = tokens.watch(tell);
        const stopVisibility = watchVisibility(tell);
        return () => {
          stopStorage();
          stopVisibility();
        };
      }),
    },
    actions: {
      /** Navigates from the sign-in page, or from another teacher's page, to the dashboard. */
      followSignIn: () => {
        if (!isAccountPage(pathname())) goToDashboard();
      },
      /** Removes the expired session from the storage. A session that has replaced it is followed instead. */
      clearSession: () => clearSession(),
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
      /** The storage holds no session, because its renewal failed. */
      hasExpired: ({ event }) => {
        assertEvent(event, 'storage.read');
        return !event.signedIn && event.ended === 'expired';
      },
    },
    delays: {
      /** Timeout for reporting the sign-out to the server. */
      signOutTimeout: SIGN_OUT_TIMEOUT_MS,
      /** Delay before an unanswered refresh is retried. */
      refreshRetryDelay: REFRESH_RETRY_MS,
      /** Delay before a postponed refresh is retried: the server's, within bounds. */
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
        description: 'Checks whether this browser holds an access token.',
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
          // A second sign-in may be another teacher's: restart all that belongs to the session.
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
              description: 'the storage identifies the session’s teacher for the first time',
              actions: 'assignTeacher',
            },
            {
              guard: ({ context, event }) => context.teacher !== event.teacher,
              description: 'the stored session is another teacher’s, or may be, as this one’s teacher is unknown',
              target: 'signedIn',
              reenter: true,
              actions: ['assignTeacher', 'assignSignIn', 'followSignIn'],
            },
          ],
        },
        initial: 'current',
        states: {
          current: {
            description: 'The access token counts as valid.',
            on: {
              'access.rejected': { target: 'renewing', actions: 'rememberDoubt' },
            },
          },
          renewing: {
            description: 'The access token is being renewed. Every rejected call waits for it.',
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
                  description: 'the server postponed the refresh',
                  target: 'postponed',
                  actions: assign({
                    retryAfterMs: ({ event }) => (isPostponed(event.output) ? event.output.retryAfterMs : null),
                  }),
                },
                {
                  guard: ({ context }) => context.mayBePassword,
                  description: 'the rejected call carried a password, so the 401 may be about that',
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
                  description: 'the access token is still valid',
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
        description: 'The tokens are removed from this browser, and the sign-out is being reported to the server.',
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
          idle: { description: 'There is nothing to report.' },
          expired: { description: 'The session could not be renewed, here or in another tab.' },
          elsewhere: {
            description: 'The teacher seems to have signed out in another tab.',
            on: {
              // The storage was read before the browser reported why it was cleared.
              'storage.read': { guard: 'hasExpired', target: 'expired' },
            },
          },
        },
      },
    },
  });
