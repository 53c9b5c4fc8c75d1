import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { authMachine, type RenewalOutcome } from '../../machines/account/authMachine';
import { isAccountPage } from '../../paths';
import type { AccountService } from '../../services/accountService';
import { watchVisibility } from '../../services/pageEvents';
import type { StoredSession, TokenStore } from '../../services/tokenStore';

/** The chart of authentication, and what is stored. The chart is asked for late: it does not exist yet when this is built. */
export interface StoredAuth {
  tokens: TokenStore;
  auth(): ActorRefFrom<typeof authMachine>;
}

/** Lets the chart look at the storage, which another tab may have changed without this one having heard of it. */
export const lookAtStorage = ({ tokens, auth }: StoredAuth) => auth().send({ type: 'storage.read', ...tokens.news() });

/** Whether a token belongs to the session that this page shows. */
export function isOfSession({ tokens, auth }: StoredAuth, token: string | null): boolean {
  const { context } = auth().getSnapshot();
  return token !== null && tokens.teacherOf(token) === context.teacher;
}

/** What the chart does by calls, whose code comes later. */
export interface AuthCalls {
  account: AccountService;
  /** @param onBegun is told what is stored when it begins: only that may be replaced or cleared by what comes of it */
  renewAccess(signal: AbortSignal, onBegun: (stored: StoredSession) => void): Promise<RenewalOutcome>;
  verifyAccess(signal: AbortSignal): Promise<{ alive: boolean }>;
}

interface AuthWorld extends StoredAuth {
  calls(): Promise<AuthCalls>;
  goToDashboard(): void;
}

/** Keeps the session: how its tokens are renewed and given up, and what other tabs did to them meanwhile. */
export function provideAuth(world: AuthWorld) {
  const { tokens, calls, goToDashboard } = world;
  const look = () => lookAtStorage(world);
  /** What was stored when the last renewal began. */
  let renewed: StoredSession = { access: null, refresh: null };

  return authMachine.provide({
    actors: {
      renewAccess: fromPromise(async ({ signal }) =>
        (await calls()).renewAccess(signal, (stored) => {
          renewed = stored;
        }),
      ),
      verifyAccess: fromPromise(async ({ signal }) => (await calls()).verifyAccess(signal)),
      endSession: fromPromise(async () => {
        const { access, refresh } = tokens.read();
        // Somebody else has signed in elsewhere, and this page has not heard of it: this press must not end that session.
        if (access !== null && !isOfSession(world, access)) {
          queueMicrotask(look);
          return;
        }
        tokens.clear({ access, refresh }, 'signedOut');
        if (access !== null || refresh !== null) await (await calls()).account.logOut({ access, refresh });
      }),
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
      clearSession: () => {
        if (!tokens.clear(renewed, 'expired')) look();
      },
      followSignIn: () => {
        if (!isAccountPage(window.location.pathname)) goToDashboard();
      },
    },
  });
}
