import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, StubSocket, stubBackend } from '../support/backend';
import { algebra } from '../support/classroom';
import { address, alerts, noor, noorSignedIn, openApp, pass, settle, statuses } from '../support/screen';
import {
  endOfSession,
  happen,
  logOut,
  otherTab,
  otherTabSignsIn,
  otherTabSignsOut,
  otherTabUnheard,
  showTab,
  tellOfStorage,
} from '../support/session';

const list = 'GET /section/list/';
const refresh = 'POST /account/refresh/';
const elsewhere = 'You were signed out in another window.';
const expired = 'Session expired. Please log in again.';
type Opened = Awaited<ReturnType<typeof openApp>>;

const empty = 'No sections created yet. Create your first section!';

describe('a sign-out in another tab', () => {
  test('4.16, 4.13 leads this one to /login too, says why, and closes its live channel', async () => {
    const backend = stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    await happen(() => StubSocket.latest.open());
    const before = backend.sent.length;
    await otherTabSignsOut();
    expect(address()).toBe('/login');
    expect(statuses()).toEqual([elsewhere]);
    expect(StubSocket.latest.readyState).toBe(3);
    await pass(60_000);
    expect(StubSocket.all).toHaveLength(1);
    expect(backend.sent).toHaveLength(before);
  });

  test('4.16, 8.26 says that the session has expired, when that is what the other one found', async () => {
    stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    await otherTabUnheard(endOfSession('expired'))();
    expect(address()).toBe('/login');
    expect(statuses()).toEqual([expired]);
  });

  test.each([
    ['signedOut', elsewhere],
    ['expired', expired],
  ] as const)(
    '4.16 that is noticed before the browser tells of it is told, too, and why as soon as it tells: %s',
    async (why, said) => {
      stubBackend({ [list]: { json: [] } });
      await openApp('/dashboard', { stored: noorSignedIn });
      const tell = otherTabUnheard(endOfSession(why));
      await showTab('visible');
      expect([address(), ...statuses()]).toEqual(['/login', elsewhere]);
      await tell();
      expect([address(), ...statuses()]).toEqual(['/login', said]);
    },
  );

  test('4.16 is told of the last session only', async () => {
    stubBackend({ [list]: { json: [algebra] }, 'POST /account/logout/': { status: 204 } });
    const opened = await openApp('/dashboard', { stored: noorSignedIn });
    await otherTabUnheard(endOfSession('expired'))();
    await otherTabSignsIn();
    expect([address(), ...statuses()]).toEqual(['/dashboard']);
    await otherTabSignsOut();
    expect(statuses()).toEqual([elsewhere]);
    await otherTabSignsIn();
    await logOut(opened);
    expect([address(), ...statuses()]).toEqual(['/login']);
  });

  test.each<[string, Answers, (opened: Opened) => Promise<void>, 'signedOut' | 'expired']>([
    ['signs out', { 'POST /account/logout/': { status: 204 } }, logOut, 'signedOut'],
    [
      'cannot renew its session',
      { [refresh]: { status: 401 } },
      () => happen(() => StubSocket.latest.drop(4401)),
      'expired',
    ],
  ])('4.16 a tab that %s lets the others know why before it clears the tokens', async (_, answers, end, why) => {
    stubBackend({ [list]: { json: [] }, ...answers });
    const written: (string | null)[][] = [];
    const storage = localStorage;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      clear: () => storage.clear(),
      setItem(key: string, value: string) {
        written.push([key, value]);
        storage.setItem(key, value);
      },
      removeItem(key: string) {
        written.push([key, null]);
        storage.removeItem(key);
      },
    });
    const opened = await openApp('/dashboard', { stored: noorSignedIn });
    written.length = 0;
    await end(opened);
    expect(written).toEqual(endOfSession(why));
    expect({ ...storage }).toEqual({});
  });

  test('4.16 is followed when the whole storage is cleared', async () => {
    stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    localStorage.clear();
    await tellOfStorage({ key: null });
    expect(address()).toBe('/login');
  });

  test('4.16 is not what a change of anything else means', async () => {
    stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    await otherTab({ user: null, theme: 'dark' });
    expect(address()).toBe('/dashboard');
    expect(StubSocket.latest.readyState).not.toBe(3);
  });
});

describe('a sign-in in another tab', () => {
  test.each(['/', '/login'])('4.16, 2.27 leads this one from %s to /dashboard', async (path) => {
    const backend = stubBackend({ [list]: { json: [] } });
    await openApp(path);
    await otherTabSignsIn();
    expect(address()).toBe('/dashboard');
    expect(screen.getByText(empty)).toBeTruthy();
    expect(backend.calls(list).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer A5']);
    expect(StubSocket.latest.url.search).toBe('?token=A5');
  });

  test.each([
    ['only by her stored user', 'A5'],
    ['already by her token', `e30.${btoa(JSON.stringify({ user_id: noor.id }))}.signature`],
  ])('4.16 names the teacher, who is known %s, as soon as the other tab knows her name', async (_, accessToken) => {
    stubBackend({ [list]: { json: [] } });
    await openApp('/login');
    await otherTab({ refreshToken: 'R5', accessToken });
    expect(screen.getByRole('button', { name: 'Account menu' })).toBeTruthy();
    await otherTab({ user: JSON.stringify(noor) });
    expect(screen.getByRole('button', { name: 'Account menu: Noor Haddad' })).toBeTruthy();
  });

  test('4.16 opens the live channel and leaves any other public page as it is', async () => {
    stubBackend();
    await openApp('/reset-password/T1');
    await otherTabSignsIn();
    expect(address()).toBe('/reset-password/T1');
    expect(StubSocket.all).toHaveLength(1);
  });

  test('4.16 is followed after this one was led to /login', async () => {
    stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    await otherTabSignsOut();
    await otherTabSignsIn();
    expect(address()).toBe('/dashboard');
    expect(StubSocket.latest.url.search).toBe('?token=A5');
  });

  test('4.16 is followed while the sign-out of this one is still under way', async () => {
    stubBackend({ [list]: { json: [] }, 'POST /account/logout/': 'hang' });
    await logOut(await openApp('/dashboard', { stored: noorSignedIn }));
    expect(address()).toBe('/login');
    await otherTabSignsIn();
    expect(address()).toBe('/dashboard');
    await pass(60_000);
    expect(address()).toBe('/dashboard');
    expect(localStorage.getItem('accessToken')).toBe('A5');
  });
});

describe('a refresh in another tab', () => {
  /** The other tab has the refresh to itself, until the result is called. */
  function holdLock() {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request('vigil-refresh', {}, () => held);
    return release;
  }

  test('4.16, 4.14 is waited for, and its token used', async () => {
    const backend = stubBackend({
      [list]: ({ headers }) => (headers.get('Authorization') === 'Bearer A2' ? { json: [] } : { status: 401 }),
    });
    await openApp('/login');
    const release = holdLock();
    await otherTab({ refreshToken: 'R1', user: JSON.stringify(noor), accessToken: 'A1' });
    expect(backend.calls(list)).toHaveLength(1);
    expect(screen.getByText('Loading sections...')).toBeTruthy();

    await otherTab({ accessToken: 'A2', refreshToken: 'R2' });
    release();
    await settle();
    expect(backend.calls(refresh)).toEqual([]);
    expect(backend.calls(list)).toHaveLength(2);
    expect(screen.getByText(empty)).toBeTruthy();
  });

  test('4.15, 4.16 that never ends is waited for 15 s, and is no verdict', async () => {
    stubBackend({ [list]: { status: 401 } });
    await openApp('/login');
    holdLock();
    await otherTab({ refreshToken: 'R1', user: JSON.stringify(noor), accessToken: 'A1' });
    await pass(14_999);
    expect(screen.getByText('Loading sections...')).toBeTruthy();
    await pass(1);
    expect(alerts()[0]).toContain('Failed to fetch sections.');
    expect(address()).toBe('/dashboard');
    expect(localStorage.getItem('accessToken')).toBe('A1');
  });
});
