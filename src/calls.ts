import { type ActorRefFrom, waitFor } from 'xstate';
import { REFRESH_LOCK_TIMEOUT_MS } from './constants';
import type { AuthPorts, authMachine, RenewalOutcome } from './machines/account/authMachine';
import { kindOf, sessionExpired, UnansweredError } from './problem';
import { createAccountService } from './services/account/accountService';
import { withTabLock } from './services/account/tabLock';
import type { StoredSession, TokenStore } from './services/account/tokenStore';
import { createApiClient } from './services/app/apiClient';

interface CallsWorld {
  apiUrl: string;
  googleApiUrl: string;
  tokens: TokenStore;
  /** The authentication's actor, which is created later. */
  auth(): ActorRefFrom<typeof authMachine>;
}

/**
 * Creates the calls to the backend and decides which token each may use. A call of one session is never made or answered
 * with another session's token.
 */
export function createCalls(world: CallsWorld) {
  const { apiUrl, googleApiUrl, tokens, auth } = world;
  /** The stored tokens when the last renewal began. Only those may be replaced or cleared. */
  let renewed: StoredSession = { access: null, refresh: null };

  /** Makes the chart re-read the storage: another tab may have changed it unnoticed. */
  const lookAtStorage = () => auth().send({ type: 'storage.read', ...tokens.news() });

  /** Returns whether a token belongs to the session on this page. */
  const isOfSession = (token: string | null) =>
    token !== null && tokens.teacherOf(token) === auth().getSnapshot().context.teacher;

  /** @throws if the storage holds another session than this page */
  const getAccessToken = () => {
    const stored = tokens.access();
    if (!auth().getSnapshot().matches('signedIn') || isOfSession(stored)) return stored;
    // Deferred: the caller may be mid-step and would make its next call as the other teacher.
    queueMicrotask(lookAtStorage);
    throw sessionExpired();
  };

  /** @throws if the call was made in a session that this page has left */
  const guardAnswer = (sent: string | null) => {
    if (sent === null) return;
    if (auth().getSnapshot().matches('signedIn') && isOfSession(sent) && isOfSession(tokens.access())) return;
    lookAtStorage();
    throw sessionExpired();
  };

  /** Gets a new access token. All rejected calls wait for the same renewal of the auth chart. */
  const renewAccessToken = async (rejected: string | null, mayBePassword: boolean) => {
    // Nobody is signed in: the 401 is an answer, for example about a code.
    if (rejected === null && !auth().getSnapshot().matches('signedIn')) return;
    guardAnswer(rejected);
    if (tokens.access() !== rejected) return;
    auth().send({ type: 'access.rejected', mayBePassword });
    const settled = await waitFor(
      auth(),
      (state) => !state.matches({ signedIn: 'renewing' }) && !state.matches({ signedIn: 'verifying' }),
    );
    if (settled.matches({ signedIn: 'unreached' }) || settled.matches({ signedIn: 'postponed' }))
      throw new UnansweredError('The refresh got no verdict');
    if (!settled.matches('signedIn')) throw sessionExpired();
    // The renewal may have ended because another teacher has signed in.
    guardAnswer(rejected);
  };

  const renewAccess: AuthPorts['renewAccess'] = (signal) => {
    const before = tokens.access();
    renewed = tokens.read();
    return withTabLock('vigil-refresh', REFRESH_LOCK_TIMEOUT_MS, signal, async () => {
      // Another tab was faster.
      if (tokens.access() !== before) return followed();
      const begun = tokens.read();
      renewed = begun;
      if (begun.refresh === null) return 'refused';
      const answer = await account.refresh(begun.refresh, signal);
      if (answer === 'refused') return tokens.isStored(begun) ? 'refused' : followed();
      if (answer === 'unanswered' || 'retryAfterMs' in answer) return answer;
      return tokens.replace(begun, answer) ? 'renewed' : followed();
    });
  };

  /** Another tab has replaced or ended the session: makes the chart re-read the storage. */
  const followed = (): RenewalOutcome => {
    lookAtStorage();
    return tokens.access() === null ? 'refused' : 'renewed';
  };

  const verifyAccess: AuthPorts['verifyAccess'] = async (signal) => {
    try {
      await account.fetchCurrentUser(signal, { renew: false });
      return { alive: true };
    } catch (error) {
      if (kindOf(error) === 'sessionExpired') return { alive: false };
      throw error;
    }
  };

  const endSession: AuthPorts['endSession'] = async () => {
    const { access, refresh } = tokens.read();
    // Another teacher has signed in in another tab, unnoticed by this page: do not end their session.
    if (access !== null && !isOfSession(access)) {
      queueMicrotask(lookAtStorage);
      return;
    }
    tokens.clear({ access, refresh }, 'signedOut');
    if (access !== null || refresh !== null) await account.logOut({ access, refresh });
  };

  const clearSession: AuthPorts['clearSession'] = () => {
    if (!tokens.clear(renewed, 'expired')) lookAtStorage();
  };

  const api = createApiClient({ baseUrl: apiUrl, getAccessToken, guardAnswer, renewAccessToken });
  const account = createAccountService(api, { googleApiUrl });

  return {
    ...{ api, account, isOfSession, getAccessToken, renewAccessToken },
    ...{ renewAccess, verifyAccess, endSession, clearSession },
  };
}
