import { waitFor } from 'xstate';
import { REFRESH_LOCK_TIMEOUT_MS } from './constants';
import type { RenewalOutcome } from './machines/account/authMachine';
import { kindOf, sessionExpired, UnansweredError } from './problem';
import { createAccountService } from './services/account/accountService';
import { withTabLock } from './services/account/tabLock';
import { createApiClient } from './services/app/apiClient';
import { type AuthCalls, isOfSession, lookAtStorage, type StoredAuth } from './system/account/authSystem';

interface CallsWorld extends StoredAuth {
  apiUrl: string;
  googleApiUrl: string;
}

/**
 * Creates the calls to the backend and decides which token each may use. A call of one session is never made or answered
 * with another session's token.
 */
export function createCalls(world: CallsWorld) {
  const { apiUrl, googleApiUrl, tokens, auth } = world;

  /** @throws if the storage holds another session than this page */
  const getAccessToken = () => {
    const stored = tokens.access();
    if (!auth().getSnapshot().matches('signedIn') || isOfSession(world, stored)) return stored;
    // Deferred: the caller may be mid-step and would make its next call as the other teacher.
    queueMicrotask(() => lookAtStorage(world));
    throw sessionExpired();
  };

  /** @throws if the call was made in a session that this page has left */
  const guardAnswer = (sent: string | null) => {
    if (sent === null) return;
    if (auth().getSnapshot().matches('signedIn') && isOfSession(world, sent) && isOfSession(world, tokens.access()))
      return;
    lookAtStorage(world);
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

  const renewAccess: AuthCalls['renewAccess'] = (signal, onBegun) => {
    const before = tokens.access();
    onBegun(tokens.read());
    return withTabLock('vigil-refresh', REFRESH_LOCK_TIMEOUT_MS, signal, async () => {
      // Another tab was faster.
      if (tokens.access() !== before) return followed();
      const renewed = tokens.read();
      onBegun(renewed);
      if (renewed.refresh === null) return 'refused';
      const answer = await account.refresh(renewed.refresh, signal);
      if (answer === 'refused') return tokens.isStored(renewed) ? 'refused' : followed();
      if (answer === 'unanswered' || 'retryAfterMs' in answer) return answer;
      return tokens.replace(renewed, answer) ? 'renewed' : followed();
    });
  };

  /** Another tab has replaced or ended the session: makes the chart re-read the storage. */
  const followed = (): RenewalOutcome => {
    lookAtStorage(world);
    return tokens.access() === null ? 'refused' : 'renewed';
  };

  const verifyAccess: AuthCalls['verifyAccess'] = async (signal) => {
    try {
      await account.fetchCurrentUser(signal, { renew: false });
      return { alive: true };
    } catch (error) {
      if (kindOf(error) === 'sessionExpired') return { alive: false };
      throw error;
    }
  };

  const api = createApiClient({ baseUrl: apiUrl, getAccessToken, guardAnswer, renewAccessToken });
  const account = createAccountService(api, { googleApiUrl });

  return { api, account, getAccessToken, renewAccessToken, renewAccess, verifyAccess };
}
