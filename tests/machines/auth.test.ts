import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type AuthEvent, authMachine, type RenewalOutcome } from '../../src/machines/authMachine';
import { heldCallback, heldPromise } from '../support/actors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started({ hasAccessToken }: { hasAccessToken: boolean }) {
  const renewAccess = heldPromise<RenewalOutcome>();
  const verifyAccess = heldPromise<{ alive: boolean }>();
  const endSession = heldPromise<void>();
  const watchStorage = heldCallback<AuthEvent>();
  const clearSession = vi.fn();
  const reports: string[] = [];
  const destinations: string[] = [];
  const actor = createActor(
    authMachine.provide({
      actors: {
        renewAccess: renewAccess.logic,
        verifyAccess: verifyAccess.logic,
        endSession: endSession.logic,
        watchStorage: watchStorage.logic,
      },
      actions: {
        clearSession,
        reportSignedIn: () => void reports.push('signed in'),
        reportSignedOut: () => void reports.push('signed out'),
      },
    }),
    { input: { hasAccessToken } },
  );
  actor.on('navigate', ({ to }) => void destinations.push(to));
  actor.start();
  return {
    actor,
    renewAccess,
    verifyAccess,
    endSession,
    watchStorage,
    clearSession,
    reports,
    destinations,
    state: () => actor.getSnapshot().value,
    isSignedIn: () => actor.getSnapshot().matches('signedIn'),
    reject: (mayBePassword = false) => actor.send({ type: 'access.rejected', mayBePassword }),
    anotherTab: (signedIn: boolean) => watchStorage.send({ type: 'storage.changed', signedIn }),
    signIn: () => actor.send({ type: 'session.started' }),
    logOut: () => actor.send({ type: 'logout.submit' }),
  };
}

const signedIn = () => started({ hasAccessToken: true });
const signedOut = () => started({ hasAccessToken: false });

describe('4 authentication', () => {
  test('a stored access token is a session; without one the teacher is signed out', () => {
    const stored = signedIn();
    expect(stored.reports).toEqual(['signed in']);
    expect(stored.state()).toEqual({ signedIn: 'current' });
    const { reports, state } = signedOut();
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(reports).toEqual([]);
  });

  test('logged out becomes logged in once a login has stored its tokens', () => {
    const { isSignedIn, reports, signIn } = signedOut();
    signIn();
    expect(isSignedIn()).toBe(true);
    expect(reports).toEqual(['signed in']);
  });

  test('a second sign-in starts everything that lives by the session anew', () => {
    const { reports, signIn } = signedOut();
    signIn();
    signIn();
    expect(reports).toEqual(['signed in', 'signed out', 'signed in']);
  });

  test('any number of 401s at once share one refresh; a later one starts another', async () => {
    const { reject, renewAccess, reports, state } = signedIn();
    for (let call = 0; call < 7; call += 1) reject();
    expect(renewAccess.calls).toHaveLength(1);
    await renewAccess.last.answer('renewed');
    expect(state()).toEqual({ signedIn: 'current' });
    expect(renewAccess.calls).toHaveLength(1);

    reject();
    expect(renewAccess.calls).toHaveLength(2);
    expect(reports).toEqual(['signed in']);
  });

  test('a refused refresh clears everything and ends the session as expired', async () => {
    const { clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    expect(clearSession).not.toHaveBeenCalled();
    await renewAccess.last.answer('refused');
    expect(clearSession).toHaveBeenCalledOnce();
    expect(state()).toEqual({ signedOut: 'expired' });
    expect(reports).toEqual(['signed in', 'signed out']);
  });

  test.each<[string, (renewal: ReturnType<typeof signedIn>['renewAccess']) => Promise<void>]>([
    ['no answer', ({ last }) => last.answer('unanswered')],
    ['a failure that nobody foresaw', ({ last }) => last.fail()],
  ])('%s to a refresh is no verdict: signed in, nothing cleared, and the next 401 tries again', async (_, end) => {
    const { clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    await end(renewAccess);
    expect(state()).toEqual({ signedIn: 'unreached' });
    expect(clearSession).not.toHaveBeenCalled();

    reject();
    expect(renewAccess.calls).toHaveLength(2);
    await renewAccess.last.answer('renewed');
    expect(reports).toEqual(['signed in']);
  });

  test('a 401 while signed out (a public page) renews nothing', () => {
    const { reject, renewAccess, state } = signedOut();
    reject();
    expect(renewAccess.calls).toEqual([]);
    expect(state()).toEqual({ signedOut: 'idle' });
  });

  describe('a 401 that may mean a wrong password, after a refused refresh', () => {
    async function refused() {
      const parts = signedIn();
      parts.reject(true);
      await parts.renewAccess.last.answer('refused');
      return parts;
    }

    test('never signs out while the access token is still valid', async () => {
      const { clearSession, reports, state, verifyAccess } = await refused();
      expect(reports).toEqual(['signed in']);
      await verifyAccess.last.answer({ alive: true });
      expect(state()).toEqual({ signedIn: 'current' });
      expect(clearSession).not.toHaveBeenCalled();
      expect(reports).toEqual(['signed in']);
    });

    test('signs out when the access token is dead', async () => {
      const { clearSession, state, verifyAccess } = await refused();
      await verifyAccess.last.answer({ alive: false });
      expect(state()).toEqual({ signedOut: 'expired' });
      expect(clearSession).toHaveBeenCalledOnce();
    });

    test('stays signed in when the question about the access token is not answered', async () => {
      const { clearSession, reject, renewAccess, state, verifyAccess } = await refused();
      await verifyAccess.last.fail();
      expect(state()).toEqual({ signedIn: 'unreached' });
      expect(clearSession).not.toHaveBeenCalled();
      reject(true);
      expect(renewAccess.calls).toHaveLength(2);
    });

    test('asks nothing more when the refresh succeeds', async () => {
      const { reject, renewAccess, verifyAccess } = signedIn();
      reject(true);
      await renewAccess.last.answer('renewed');
      expect(verifyAccess.calls).toEqual([]);
    });

    test('counts as such after a refresh that was not answered, too', async () => {
      const { reject, renewAccess, verifyAccess } = signedIn();
      reject();
      await renewAccess.last.answer('unanswered');
      reject(true);
      await renewAccess.last.answer('refused');
      expect(verifyAccess.calls).toHaveLength(1);
    });

    test('leaves no doubt behind for the next 401', async () => {
      const { reject, renewAccess, state, verifyAccess } = await refused();
      await verifyAccess.last.answer({ alive: true });
      reject();
      await renewAccess.last.answer('refused');
      expect(verifyAccess.calls).toHaveLength(1);
      expect(state()).toEqual({ signedOut: 'expired' });
    });
  });

  test('a sign-out in another tab signs out here, and gives up a refresh under way', () => {
    const { anotherTab, clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    anotherTab(false);
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(renewAccess.last.signal.aborted).toBe(true);
    expect(reports).toEqual(['signed in', 'signed out']);
    expect(clearSession).not.toHaveBeenCalled();
  });

  test('a sign-in in another tab signs in here and leads to /dashboard', () => {
    const { anotherTab, destinations, reports, state } = signedOut();
    anotherTab(false);
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(destinations).toEqual([]);
    anotherTab(true);
    expect(reports).toEqual(['signed in']);
    expect(destinations).toEqual(['/dashboard']);
  });

  test.each<[string, (session: ReturnType<typeof signedIn>['endSession']) => Promise<void>]>([
    ['answered', ({ last }) => last.answer()],
    ['failed', ({ last }) => last.fail()],
  ])('a logout that the server %s ends in signed out', async (_, end) => {
    const { endSession, logOut, state } = signedIn();
    logOut();
    await end(endSession);
    expect(state()).toEqual({ signedOut: 'idle' });
  });

  test('a logout is one at once for the rest of the page, and a dead server holds it for 5 s at most', () => {
    const { endSession, logOut, reports, state } = signedIn();
    logOut();
    logOut();
    expect(endSession.calls).toHaveLength(1);
    expect(reports).toEqual(['signed in', 'signed out']);
    vi.advanceTimersByTime(4_999);
    expect(state()).toBe('signingOut');
    vi.advanceTimersByTime(1);
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(reports).toEqual(['signed in', 'signed out']);
  });

  test('a sign-in while the old session still ends is not undone by that end', () => {
    const { isSignedIn, logOut, signIn } = signedOut();
    signIn();
    logOut();
    signIn();
    vi.advanceTimersByTime(5_000);
    expect(isSignedIn()).toBe(true);
  });

  test('a token that another tab has refreshed changes nothing', () => {
    const { anotherTab, destinations, reports } = signedIn();
    anotherTab(true);
    expect(reports).toEqual(['signed in']);
    expect(destinations).toEqual([]);
  });

  test('a sign-in in another tab while the old session still ends is a sign-in here', () => {
    const { anotherTab, destinations, isSignedIn, logOut, signIn, state } = signedOut();
    signIn();
    logOut();
    anotherTab(false);
    expect(state()).toBe('signingOut');
    anotherTab(true);
    vi.advanceTimersByTime(5_000);
    expect(isSignedIn()).toBe(true);
    expect(destinations).toEqual(['/dashboard']);
  });

  test('a 401 that comes while signing out starts no refresh', () => {
    const { logOut, reject, renewAccess } = signedIn();
    logOut();
    reject();
    expect(renewAccess.calls).toEqual([]);
  });
});
