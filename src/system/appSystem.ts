import { type Actor, createActor, fromCallback, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { REFRESH_LOCK_TIMEOUT_MS } from '../constants';
import { createRecorder } from '../inspect/recorder';
import type { Report } from '../inspect/report';
import { appMachine } from '../machines/appMachine';
import { authMachine, type RenewalOutcome } from '../machines/authMachine';
import { liveChannelMachine } from '../machines/liveChannelMachine';
import type { Notice } from '../machines/noticeMachine';
import { messages } from '../messages';
import { problemOf } from '../problem';
import { type AccountService, createAccountService, sessionExpired } from '../services/accountService';
import { type ApiClient, createApiClient, refusal } from '../services/apiClient';
import { openLiveSocket, TOKEN_REFUSED } from '../services/liveSocket';
import { watchNetwork, watchVisibility } from '../services/pageEvents';
import { withTabLock } from '../services/tabLock';
import { type Teacher, teacherOf } from '../services/teacher';
import { createTokenStore, type TokenStore } from '../services/tokenStore';
import type { Tokens } from '../services/types';

/** Where the backend is. Absolute addresses. */
export interface AppSettings {
  apiUrl: string;
  googleApiUrl: string;
  googleClientId: string;
  /** Watches all actors beside the flight recorder. */
  inspector?: ((inspected: InspectionEvent) => void) | undefined;
}

/** What lives as long as the page: the app's actor with its real services, and what the routes' systems build on. */
export interface AppSystem {
  actor: Actor<typeof appMachine>;
  api: ApiClient;
  account: AccountService;
  tokens: TokenStore;
  googleClientId: string;
  /** Section 4, login success: keeps the tokens, signs in, and fetches the current user. */
  signIn(tokens: Tokens, signal: AbortSignal): Promise<void>;
  showNotice(notice: Notice): void;
  /** For every actor that is started by itself: what it does is recorded. */
  inspect(inspected: InspectionEvent): void;
  /** The recording so far. */
  report(): Report;
  /** The signed-in teacher, as far as the stored user tells. */
  teacher(): Teacher;
}

/** Builds the app with its real services; `actor.start()` sets it going. */
export function createAppSystem({ apiUrl, googleApiUrl, googleClientId, inspector }: AppSettings): AppSystem {
  const recorder = createRecorder();
  const inspect = (inspected: InspectionEvent) => {
    recorder.inspect(inspected);
    inspector?.(inspected);
  };
  const tokens = createTokenStore(window.localStorage);
  const getAccessToken = tokens.access;

  const child = <Id extends 'auth' | 'liveChannel' | 'notice'>(id: Id) => {
    const ref = actor.getSnapshot().children[id];
    if (ref === undefined) throw new Error(`The app's ${id} is not running`);
    return ref;
  };

  /** The one way to a new access token: every rejected call waits for the same renewal of the auth chart. */
  const renewAccessToken = async (rejected: string | null, mayBePassword: boolean) => {
    const auth = child('auth');
    // Nobody is signed in: the 401 is an answer, for example about a code, and not the end of a session.
    if (rejected === null && !auth.getSnapshot().matches('signedIn')) return;
    const current = tokens.access();
    if (current === rejected) {
      auth.send({ type: 'access.rejected', mayBePassword });
      const settled = await waitFor(
        auth,
        (state) => !state.matches({ signedIn: 'renewing' }) && !state.matches({ signedIn: 'verifying' }),
      );
      if (settled.matches({ signedIn: 'unreached' })) throw new Error('The refresh was not answered');
      if (!settled.matches('signedIn')) throw sessionExpired();
    } else if (current === null) {
      throw sessionExpired();
    }
  };

  const api = createApiClient({ baseUrl: apiUrl, getAccessToken, renewAccessToken });
  const googleApi = createApiClient({ baseUrl: googleApiUrl, getAccessToken, renewAccessToken });
  const account = createAccountService(api, googleApi);
  // Asks about the access token itself, so a 401 is the answer here and not a reason to renew.
  const plainApi = createApiClient({ baseUrl: apiUrl, getAccessToken, renewAccessToken: () => Promise.resolve() });
  const plainAccount = createAccountService(plainApi, googleApi);

  const renewAccess = async (signal: AbortSignal): Promise<RenewalOutcome> => {
    const before = tokens.access();
    return withTabLock('vigil-refresh', REFRESH_LOCK_TIMEOUT_MS, signal, async () => {
      const now = tokens.access();
      // Another tab was faster.
      if (now !== before) return now === null ? 'refused' : 'renewed';
      const refresh = tokens.refresh();
      if (refresh === null) return 'refused';
      const outcome = await account.refresh(refresh, signal);
      if (typeof outcome === 'string') return outcome;
      tokens.replace(outcome);
      return 'renewed';
    });
  };

  const auth = authMachine.provide({
    actors: {
      renewAccess: fromPromise(({ signal }) => renewAccess(signal)),
      verifyAccess: fromPromise(async ({ signal }) => ({ alive: await isAlive(plainAccount, signal) })),
      endSession: fromPromise(async () => {
        const access = tokens.access();
        const refresh = tokens.refresh();
        tokens.clear();
        if (refresh !== null) await account.logOut({ access, refresh });
      }),
      watchStorage: fromCallback(({ sendBack }) =>
        tokens.watch((signedIn) => sendBack({ type: 'storage.changed', signedIn })),
      ),
    },
    actions: { clearSession: () => tokens.clear() },
  });

  let socketToken: string | null = null;
  const liveChannel = liveChannelMachine.provide({
    actors: {
      liveSocket: fromCallback<{ type: 'status.request' }>(({ sendBack, receive }) => {
        socketToken = tokens.access();
        const socket = openLiveSocket(apiUrl, socketToken ?? '', {
          onOpened: () => sendBack({ type: 'socket.opened' }),
          onMessage: (message) => sendBack({ type: 'message.received', message }),
          onClosed: (code) => sendBack({ type: 'socket.closed', tokenRefused: code === TOKEN_REFUSED }),
        });
        receive(() => socket.requestStatus());
        return socket.close;
      }),
      renewToken: fromPromise(() => renewAccessToken(socketToken, false)),
      watchNetwork: fromCallback(({ sendBack }) => {
        const stopNetwork = watchNetwork((online) => sendBack({ type: online ? 'network.online' : 'network.offline' }));
        const stopVisibility = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          stopNetwork();
          stopVisibility();
        };
      }),
    },
  });

  const actor = createActor(appMachine.provide({ actors: { auth, liveChannel } }), {
    input: { hasAccessToken: tokens.access() !== null },
    inspect,
  });

  return {
    actor,
    api,
    account,
    tokens,
    googleClientId,
    async signIn(received, signal) {
      tokens.begin(received);
      child('auth').send({ type: 'session.started' });
      try {
        tokens.keepUser(await account.fetchCurrentUser(signal));
      } catch {
        throw refusal(messages.login.userFetchFailed);
      }
    },
    teacher: () => teacherOf(tokens.user()),
    inspect,
    report: recorder.report,
    showNotice: (notice) => child('notice').send({ type: 'notice.show', notice }),
  };
}

async function isAlive(account: AccountService, signal: AbortSignal): Promise<boolean> {
  try {
    await account.fetchCurrentUser(signal);
    return true;
  } catch (error) {
    if (problemOf(error, messages.login.userFetchFailed).kind === 'sessionExpired') return false;
    throw error;
  }
}
