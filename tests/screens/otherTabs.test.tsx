import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { StubSocket, stubBackend } from '../support/backend';
import { address, alerts, noor, noorSignedIn, openApp, pass, settle, statuses } from '../support/screen';
import { logOut, otherTab, otherTabSignsIn, otherTabSignsOut, tellOfStorage } from '../support/session';

const list = 'GET /section/list/';
const refresh = 'POST /account/refresh/';
const empty = 'No sections created yet. Create your first section!';

describe('a sign-out in another tab', () => {
  test('4.16, 4.13 leads this one to /login too, and closes its live channel', async () => {
    const backend = stubBackend({ [list]: { json: [] } });
    await openApp('/dashboard', { stored: noorSignedIn });
    StubSocket.latest.open();
    await otherTabSignsOut();
    expect(address()).toBe('/login');
    expect(statuses()).toEqual([]);
    expect(StubSocket.latest.readyState).toBe(3);
    await pass(60_000);
    expect(StubSocket.all).toHaveLength(1);
    expect(backend.sent).toHaveLength(1);
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
