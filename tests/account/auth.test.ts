import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthEvent, authMachine, type RenewalOutcome } from '../../src/machines/account/authMachine';
import type { SessionEnd } from '../../src/services/account/tokenStore';
import { heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started(input: { hasAccessToken: boolean; teacher: string | null }) {
  const renewAccess = heldPromise<RenewalOutcome>();
  const verifyAccess = heldPromise<{ alive: boolean }>();
  const endSession = heldPromise<void>();
  const watchStorage = heldCallback<AuthEvent>();
  const clearSession = vi.fn();
  const followSignIn = vi.fn();
  const { actor, reports } = startUnderParent(
    idle(authMachine).provide({
      actors: {
        renewAccess: renewAccess.logic,
        verifyAccess: verifyAccess.logic,
        endSession: endSession.logic,
        watchStorage: watchStorage.logic,
      },
      actions: { clearSession, followSignIn },
    }),
    { signIn: 1, ...input },
  );
  return {
    renewAccess,
    verifyAccess,
    endSession,
    clearSession,
    followSignIn,
    reports,
    state: () => actor.getSnapshot().value,
    isSignedIn: () => actor.getSnapshot().matches('signedIn'),
    teacher: () => actor.getSnapshot().context.teacher,
    reject: (mayBePassword = false) => actor.send({ type: 'access.rejected', mayBePassword }),
    /** The storage holds a session: another tab has written it. */
    findSession: (teacher: string | null, signIn = 1) =>
      watchStorage.send({ type: 'storage.read', signedIn: true, teacher, signIn, ended: null }),
    /** The storage holds none any more, and what another tab said of it. */
    findNoSession: (ended: SessionEnd | null) =>
      watchStorage.send({ type: 'storage.read', signedIn: false, teacher: null, signIn: 0, ended }),
    signIn: (teacher: string | null = 'ada', signIn = 1) => actor.send({ type: 'session.started', teacher, signIn }),
    identify: (teacher: string) => actor.send({ type: 'session.identified', teacher }),
    logOut: () => actor.send({ type: 'logout.submit' }),
  };
}

type Parts = ReturnType<typeof started>;

/** Another tab signs out, and somebody signs in there of whom nothing tells. */
function signInElsewhere({ findNoSession, findSession }: Parts) {
  findNoSession(null);
  findSession(null, 2);
}

/** Somebody of whom nothing tells signs in elsewhere, over a teacher who is known. */
function takePlace({ findSession, identify }: Parts) {
  identify('ada');
  findSession(null, 2);
}

/** The session expires, and somebody signs in of whom nothing tells. */
function signInAnew({ findNoSession, signIn }: Parts) {
  findNoSession('expired');
  signIn(null, 2);
}

/** What the app is told. */
const asTeacher = (teacher: string | null) => ({ type: 'auth.signedIn', teacher });
const nobody = { type: 'auth.signedOut' };

const signedIn = (teacher: string | null = 'ada') => started({ hasAccessToken: true, teacher });
const signedOut = () => started({ hasAccessToken: false, teacher: null });

describe('4 authentication', () => {
  test('a stored access token is a session; without one the teacher is signed out', () => {
    const stored = signedIn();
    expect(stored.reports).toEqual([asTeacher('ada')]);
    expect(stored.state()).toEqual({ signedIn: 'current' });
    const { reports, state } = signedOut();
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(reports).toEqual([]);
  });

  test('logged out becomes logged in once a login has stored its tokens', () => {
    const { isSignedIn, reports, signIn } = signedOut();
    signIn();
    expect(isSignedIn()).toBe(true);
    expect(reports).toEqual([asTeacher('ada')]);
  });

  test('a second sign-in, also of the same teacher, starts everything that lives by the session anew', () => {
    const { reports, signIn } = signedOut();
    signIn('ada');
    signIn('ada');
    signIn('bob');
    expect(reports).toEqual([asTeacher('ada'), nobody, asTeacher('ada'), nobody, asTeacher('bob')]);
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
    expect(reports).toEqual([asTeacher('ada')]);
  });

  test('a refused refresh clears everything and ends the session as expired', async () => {
    const { clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    expect(clearSession).not.toHaveBeenCalled();
    await renewAccess.last.answer('refused');
    expect(clearSession).toHaveBeenCalledOnce();
    expect(state()).toEqual({ signedOut: 'expired' });
    expect(reports).toEqual([asTeacher('ada'), nobody]);
  });

  test.each<[string, (renewal: ReturnType<typeof signedIn>['renewAccess']) => Promise<void>]>([
    ['no answer', ({ last }) => last.answer('unanswered')],
    ['a failure that nobody foresaw', ({ last }) => last.fail(new Error('boom'))],
  ])('%s to a refresh is no verdict: signed in, nothing cleared, and the next 401 tries again', async (_, end) => {
    const { clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    await end(renewAccess);
    expect(state()).toEqual({ signedIn: 'unreached' });
    expect(clearSession).not.toHaveBeenCalled();

    reject();
    expect(renewAccess.calls).toHaveLength(2);
    await renewAccess.last.answer('renewed');
    expect(reports).toEqual([asTeacher('ada')]);
  });

  test.each<[string, RenewalOutcome, number]>([
    ['no answer', 'unanswered', 10_000],
    ['"not now"', { retryAfterMs: null }, 10_000],
    ['"not now, but in 3 s"', { retryAfterMs: 3_000 }, 3_000],
    ['"not now, but at once"', { retryAfterMs: 0 }, 1_000],
    ['"not now, but in an hour"', { retryAfterMs: 3_600_000 }, 60_000],
  ])('4.15 after %s the refresh is retried by itself, until there is a verdict', async (_, outcome, ms) => {
    const { clearSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    for (const round of [1, 2, 3]) {
      await renewAccess.last.answer(outcome);
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(renewAccess.calls).toHaveLength(round);
      await vi.advanceTimersByTimeAsync(1);
      expect(renewAccess.calls).toHaveLength(round + 1);
    }
    expect(clearSession).not.toHaveBeenCalled();
    await renewAccess.last.answer('renewed');
    expect(state()).toEqual({ signedIn: 'current' });
    expect(reports).toEqual([asTeacher('ada')]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(renewAccess.calls).toHaveLength(4);
  });

  test('4.15 a refresh that the server has postponed is not retried sooner by another 401', async () => {
    const { reject, renewAccess, state } = signedIn();
    reject();
    await renewAccess.last.answer({ retryAfterMs: 20_000 });
    reject();
    expect(renewAccess.calls).toHaveLength(1);
    expect(state()).toEqual({ signedIn: 'postponed' });
    await vi.advanceTimersByTimeAsync(20_000);
    await renewAccess.last.answer('refused');
    expect(state()).toEqual({ signedOut: 'expired' });
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
      expect(reports).toEqual([asTeacher('ada')]);
      await verifyAccess.last.answer({ alive: true });
      expect(state()).toEqual({ signedIn: 'current' });
      expect(clearSession).not.toHaveBeenCalled();
      expect(reports).toEqual([asTeacher('ada')]);
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

  test('a sign-out in another tab is one here, says where, and gives up a refresh under way', () => {
    const { clearSession, findNoSession, reject, renewAccess, reports, state } = signedIn();
    reject();
    findNoSession('signedOut');
    expect(state()).toEqual({ signedOut: 'elsewhere' });
    expect(renewAccess.last.signal.aborted).toBe(true);
    expect(reports).toEqual([asTeacher('ada'), nobody]);
    expect(clearSession).not.toHaveBeenCalled();
  });

  test('a session that another tab could not renew has expired here, too', () => {
    const { clearSession, findNoSession, state } = signedIn();
    findNoSession('expired');
    expect(state()).toEqual({ signedOut: 'expired' });
    expect(clearSession).not.toHaveBeenCalled();
  });

  test('a sign-in in another tab signs in here and leads to /dashboard', () => {
    const { findNoSession, findSession, followSignIn, reports, state } = signedOut();
    findNoSession('signedOut');
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(followSignIn).not.toHaveBeenCalled();
    findSession('bob');
    expect(reports).toEqual([asTeacher('bob')]);
    expect(followSignIn).toHaveBeenCalledOnce();
  });

  test('another teacher in the storage is another session, and leads to /dashboard', () => {
    const { findSession, followSignIn, reject, renewAccess, reports, state } = signedIn('ada');
    reject();
    findSession('bob');
    expect(reports).toEqual([asTeacher('ada'), nobody, asTeacher('bob')]);
    expect(state()).toEqual({ signedIn: 'current' });
    expect(renewAccess.last.signal.aborted).toBe(true);
    expect(followSignIn).toHaveBeenCalledOnce();
  });

  test('another teacher is followed also where nobody was signed in when the page was opened', () => {
    const { findSession, reports, signIn } = signedOut();
    signIn('ada');
    findSession('bob');
    expect(reports).toEqual([asTeacher('ada'), nobody, asTeacher('bob')]);
  });

  test('a stored teacher of whom nothing tells is another one than she who was known', () => {
    const { findSession, reports } = signedIn('ada');
    findSession(null);
    expect(reports).toEqual([asTeacher('ada'), nobody, asTeacher(null)]);
  });

  test('a teacher who becomes known goes on with the session that she has', () => {
    for (const become of ['findSession', 'identify'] as const) {
      const parts = signedIn(null);
      parts[become]('ada');
      expect(parts.teacher()).toBe('ada');
      parts.findSession('ada', 2);
      expect(parts.reports).toEqual([asTeacher(null)]);
      expect(parts.followSignIn).not.toHaveBeenCalled();
      parts.findSession('bob', 3);
      expect(parts.reports.slice(1)).toEqual([nobody, asTeacher('bob')]);
    }
  });

  test.each<[string, (parts: Parts) => unknown]>([
    ['was stored when the page was opened', () => {}],
    ['was signed in here', ({ signIn }) => signIn(null, 2)],
    ['was signed in elsewhere', signInElsewhere],
  ])('a sign-in that has another teacher than one of whom nothing told, which %s, is another session', (_, begin) => {
    const parts = signedIn(null);
    begin(parts);
    const before = parts.reports.length;
    parts.findSession('bob', 3);
    expect(parts.reports.slice(before)).toEqual([nobody, asTeacher('bob')]);
    expect(parts.teacher()).toBe('bob');
  });

  test.each<[string, (parts: Parts) => unknown]>([
    ['was signed in here', ({ signIn }) => signIn(null, 2)],
    ['was signed in elsewhere', signInElsewhere],
    ['took the place of another', takePlace],
    ['was signed in here after another had expired', signInAnew],
    ['came while the old session still ended', ({ logOut, signIn }) => [logOut(), signIn(null, 2)]],
    ['came elsewhere while the old session still ended', ({ logOut, findSession }) => [logOut(), findSession(null, 2)]],
  ])('a sign-in that %s goes on when the storage tells whose it is', (_, begin) => {
    const parts = signedIn(null);
    begin(parts);
    const before = parts.reports.length;
    parts.findSession('bob', 2);
    expect(parts.reports).toHaveLength(before);
    expect(parts.teacher()).toBe('bob');
  });

  test('4.16 a session’s end shows its reason even if that arrives later', () => {
    const { findNoSession, state } = signedIn();
    findNoSession(null);
    expect(state()).toEqual({ signedOut: 'elsewhere' });
    findNoSession('signedOut');
    expect(state()).toEqual({ signedOut: 'elsewhere' });
    findNoSession('expired');
    expect(state()).toEqual({ signedOut: 'expired' });
    for (const heard of [null, 'signedOut'] as const) {
      findNoSession(heard);
      expect(state()).toEqual({ signedOut: 'expired' });
    }
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
    expect(reports).toEqual([asTeacher('ada'), nobody]);
    vi.advanceTimersByTime(4_999);
    expect(state()).toBe('signingOut');
    vi.advanceTimersByTime(1);
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(reports).toEqual([asTeacher('ada'), nobody]);
  });

  test('a sign-in while the old session still ends is not undone by that end', () => {
    const { isSignedIn, logOut, signIn, teacher } = signedOut();
    signIn();
    logOut();
    signIn('bob');
    vi.advanceTimersByTime(5_000);
    expect(isSignedIn()).toBe(true);
    expect(teacher()).toBe('bob');
  });

  test('a token that another tab has refreshed changes nothing', () => {
    for (const teacher of ['ada', null]) {
      const { findSession, followSignIn, reports } = signedIn(teacher);
      findSession(teacher);
      expect(reports).toEqual([asTeacher(teacher)]);
      expect(followSignIn).not.toHaveBeenCalled();
    }
  });

  test('a sign-in in another tab while the old session still ends is a sign-in here', () => {
    const { findNoSession, findSession, followSignIn, logOut, reports, signIn, state } = signedOut();
    signIn();
    logOut();
    findNoSession('signedOut');
    expect(state()).toBe('signingOut');
    findSession('bob');
    vi.advanceTimersByTime(5_000);
    expect(reports).toEqual([asTeacher('ada'), nobody, asTeacher('bob')]);
    expect(followSignIn).toHaveBeenCalledOnce();
  });

  test('a 401 that comes while signing out starts no refresh', () => {
    const { logOut, reject, renewAccess } = signedIn();
    logOut();
    reject();
    expect(renewAccess.calls).toEqual([]);
  });
});
