import { type ActorRefFrom, fromCallback, fromPromise, waitFor } from 'xstate';
import { REFRESH_LOCK_TIMEOUT_MS } from '../constants';
import { authMachine, type RenewalOutcome } from '../machines/authMachine';
import { isAccountPage } from '../paths';
import { kindOf, sessionExpired, UnansweredError } from '../problem';
import type { AccountService } from '../services/accountService';
import { watchVisibility } from '../services/pageEvents';
import { withTabLock } from '../services/tabLock';
import type { StoredSession, TokenStore } from '../services/tokenStore';

/** What authentication needs of the page around it. Both are asked for late: they do not exist yet when it is built. */
interface AuthWorld {
  tokens: TokenStore;
  account(): Promise<AccountService>;
  auth(): ActorRefFrom<typeof authMachine>;
  goToDashboard(): void;
}

/**
 * Keeps the session: which tokens a call may use, how they are renewed, and what other tabs did to them meanwhile. No
 * call of one teacher's session is ever made or answered with another teacher's token.
 */
export function createAuthSystem({ tokens, account, auth, goToDashboard }: AuthWorld) {
  /** Lets the chart look at the storage, which another tab may have changed without this one having heard of it. */
  const lookAtStorage = () => auth().send({ type: 'storage.read', ...tokens.news() });

  /** Whether a token belongs to the session that this page shows. */
  const isOfSession = (token: string | null) => {
    const { context } = auth().getSnapshot();
    return token !== null && tokens.teacherOf(token) === context.teacher;
  };

  /** @throws when the storage holds another session than the one that this page shows */
  const getAccessToken = () => {
    const stored = tokens.access();
    if (!auth().getSnapshot().matches('signedIn') || isOfSession(stored)) return stored;
    // Not at once: the caller may be in the middle of a step, and would make its next call as the other teacher.
    queueMicrotask(lookAtStorage);
    throw sessionExpired();
  };

  /** @throws when the session that the call was made in is not the one that this page shows any more */
  const guardAnswer = (sent: string | null) => {
    if (sent === null) return;
    if (auth().getSnapshot().matches('signedIn') && isOfSession(sent) && isOfSession(tokens.access())) return;
    lookAtStorage();
    throw sessionExpired();
  };

  /** The one way to a new access token: every rejected call waits for the same renewal of the auth chart. */
  const renewAccessToken = async (rejected: string | null, mayBePassword: boolean) => {
    // Nobody is signed in: the 401 is an answer, for example about a code, and not the end of a session.
    if (rejected === null && !auth().getSnapshot().matches('signedIn')) return;
    guardAnswer(rejected);
    if (tokens.access() !== rejected) return;
    auth().send({ type: 'access.rejected', mayBePassword });
    const settled = await waitFor(
      auth(),
      (state) => !state.matches({ signedIn: 'renewing' }) && !state.matches({ signedIn: 'verifying' }),
    );
    if (settled.matches({ signedIn: 'unreached' })) throw new UnansweredError('The refresh was not answered');
    if (!settled.matches('signedIn')) throw sessionExpired();
    // The renewal may have ended because another teacher has signed in.
    guardAnswer(rejected);
  };

  /** What was stored when the last renewal began: only that may be replaced or cleared by what comes of it. */
  let renewed: StoredSession = { access: null, refresh: null };

  const renewAccess = (signal: AbortSignal): Promise<RenewalOutcome> => {
    const before = tokens.access();
    renewed = tokens.read();
    return withTabLock('vigil-refresh', REFRESH_LOCK_TIMEOUT_MS, signal, async () => {
      // Another tab was faster.
      if (tokens.access() !== before) return followed();
      renewed = tokens.read();
      if (renewed.refresh === null) return 'refused';
      const answer = await (await account()).refresh(renewed.refresh, signal);
      if (answer === 'unanswered') return answer;
      if (answer === 'refused') return tokens.isStored(renewed) ? 'refused' : followed();
      return tokens.replace(renewed, answer) ? 'renewed' : followed();
    });
  };

  /** Another tab has replaced the session or ended it: the chart looks whose it is now. */
  const followed = (): RenewalOutcome => {
    lookAtStorage();
    return tokens.access() === null ? 'refused' : 'renewed';
  };

  const verifyAccess = async (signal: AbortSignal): Promise<{ alive: boolean }> => {
    try {
      await (await account()).fetchCurrentUser(signal, { renew: false });
      return { alive: true };
    } catch (error) {
      if (kindOf(error) === 'sessionExpired') return { alive: false };
      throw error;
    }
  };

  const machine = authMachine.provide({
    actors: {
      renewAccess: fromPromise(({ signal }) => renewAccess(signal)),
      verifyAccess: fromPromise(({ signal }) => verifyAccess(signal)),
      endSession: fromPromise(async () => {
        const { access, refresh } = tokens.read();
        // Somebody else has signed in elsewhere, and this page has not heard of it: it is not for this press to end.
        if (access !== null && !isOfSession(access)) {
          queueMicrotask(lookAtStorage);
          return;
        }
        tokens.clear({ access, refresh }, 'signedOut');
        if (access !== null || refresh !== null) await (await account()).logOut({ access, refresh });
      }),
      watchStorage: fromCallback(({ sendBack }) => {
        const look = () => sendBack({ type: 'storage.read', ...tokens.news() });
        const stopStorage = tokens.watch(look);
        const stopVisibility = watchVisibility(look);
        return () => {
          stopStorage();
          stopVisibility();
        };
      }),
    },
    actions: {
      clearSession: () => {
        if (!tokens.clear(renewed, 'expired')) lookAtStorage();
      },
      followSignIn: () => {
        if (!isAccountPage(window.location.pathname)) goToDashboard();
      },
    },
  });

  return { machine, getAccessToken, guardAnswer, renewAccessToken };
}
