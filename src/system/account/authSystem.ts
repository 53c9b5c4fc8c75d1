import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { authMachine, type RenewalOutcome } from '../../machines/account/authMachine';
import { isAccountPage } from '../../paths';
import type { AccountService } from '../../services/account/accountService';
import type { StoredSession, TokenStore } from '../../services/account/tokenStore';
import { watchVisibility } from '../../services/app/pageEvents';

/** The token store, and the auth chart, which is created later. */
export interface StoredAuth {
  tokens: TokenStore;
  auth(): ActorRefFrom<typeof authMachine>;
}

/** Makes the chart re-read the storage: another tab may have changed it unnoticed. */
export const lookAtStorage = ({ tokens, auth }: StoredAuth) => auth().send({ type: 'storage.read', ...tokens.news() });

/** Returns whether a token belongs to the session on this page. */
export function isOfSession({ tokens, auth }: StoredAuth, token: string | null): boolean {
  const { context } = auth().getSnapshot();
  return token !== null && tokens.teacherOf(token) === context.teacher;
}

/** The calls that the chart makes. */
export interface AuthCalls {
  account: AccountService;
  /** @param onBegun receives the stored tokens when the renewal begins; only those may be replaced or cleared */
  renewAccess(signal: AbortSignal, onBegun: (stored: StoredSession) => void): Promise<RenewalOutcome>;
  verifyAccess(signal: AbortSignal): Promise<{ alive: boolean }>;
}

interface AuthWorld extends StoredAuth, AuthCalls {
  goToDashboard(): void;
}

/** Provides the auth chart with renewal, sign-out and other tabs' changes of the tokens. */
export function provideAuth(world: AuthWorld) {
  const { tokens, account, goToDashboard } = world;
  const look = () => lookAtStorage(world);
  /** The stored tokens when the last renewal began. */
  let renewed: StoredSession = { access: null, refresh: null };

  return authMachine.provide({
    actors: {
      renewAccess: fromPromise(({ signal }) =>
        world.renewAccess(signal, (stored) => {
          renewed = stored;
        }),
      ),
      verifyAccess: fromPromise(({ signal }) => world.verifyAccess(signal)),
      endSession: fromPromise(async () => {
        const { access, refresh } = tokens.read();
        // Another teacher has signed in in another tab, unnoticed by this page: do not end their session.
        if (access !== null && !isOfSession(world, access)) {
          queueMicrotask(look);
          return;
        }
        tokens.clear({ access, refresh }, 'signedOut');
        if (access !== null || refresh !== null) await account.logOut({ access, refresh });
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
