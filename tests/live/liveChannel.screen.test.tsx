import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { lateAnswer, StubSocket, stubBackend } from '../support/backend';
import { algebra } from '../support/classroom';
import { address, noorSignedIn, openApp, pass, settle, statuses } from '../support/screen';
import { goOnline, happen, showTab } from '../support/session';

/* Section 4, live channel, as a teacher meets it on the protected pages. */

const refresh = 'POST /account/refresh/';
const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';
const answers = {
  'GET /section/list/': { json: [algebra] },
  [status]: { json: { is_active: false } },
  [logs]: { json: [] },
};

const stopped = /^Live updates off/;

/** Signed in on a page, over a backend that answers everything. */
async function openPage(path = '/dashboard') {
  const backend = stubBackend(answers);
  return { ...(await openApp(path, { stored: noorSignedIn })), backend };
}

const opens = () => happen(() => StubSocket.latest.open());
const drops = (code?: number) => happen(() => StubSocket.latest.drop(code));
const says = (message: unknown) => happen(() => StubSocket.latest.say(message));
const sockets = () => StubSocket.all.length;

/** Asserts that the next attempt comes after exactly that time. */
async function expectAttemptAfter(ms: number) {
  const before = sockets();
  await pass(ms - 1);
  expect(sockets(), `${ms - 1} ms`).toBe(before);
  await pass(1);
  expect(sockets(), `${ms} ms`).toBe(before + 1);
}

/** Loses every attempt, until the channel has given up. */
async function lose() {
  await drops();
  for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000]) {
    await pass(ms);
    await drops();
  }
}

describe('the live channel', () => {
  test.each(['/dashboard', '/register'])('4.28, 7.23 connects when the app starts on %s', async (path) => {
    await openPage(path);
    expect(StubSocket.all.map(({ url }) => url.href)).toEqual(['wss://api.school.example/ws/detection/?token=A1']);
    expect(statuses()).toEqual([]);
  });

  test('4.28 does not without an access token', async () => {
    stubBackend(answers);
    await openApp('/login', { stored: { refreshToken: 'R1' } });
    expect(StubSocket.all).toEqual([]);
  });

  test('7.23 the token is one query parameter, whatever characters it has', async () => {
    stubBackend(answers);
    await openApp('/dashboard', { stored: { accessToken: 'a+b/c=&d' } });
    expect([...StubSocket.latest.url.searchParams]).toEqual([['token', 'a+b/c=&d']]);
  });

  test('4.29 asks for the status on every open, and not before', async () => {
    await openPage();
    expect(StubSocket.latest.sent).toEqual([]);
    await opens();
    expect(StubSocket.latest.sent).toEqual([{ type: 'get_status' }]);
    await drops();
    await pass(1_000);
    expect(StubSocket.latest.sent).toEqual([]);
    await opens();
    expect(StubSocket.latest.sent).toEqual([{ type: 'get_status' }]);
  });

  test('4.30, 4.31 reconnects after 1, 2, 4, 8 and 16 s, gives up, and starts anew on Reconnect', async () => {
    const { press } = await openPage();
    await drops();
    // One second without live updates is nobody's concern.
    expect(statuses()).toEqual([]);
    await expectAttemptAfter(1_000);
    for (const ms of [2_000, 4_000, 8_000, 16_000]) {
      await drops();
      expect(statuses()).toEqual(['Live updates lost']);
      await expectAttemptAfter(ms);
    }
    await drops();
    expect(sockets()).toBe(6);
    expect(statuses()[0]).toMatch(stopped);
    await pass(3_600_000);
    expect(sockets()).toBe(6);
    expect(address()).toBe('/dashboard');

    await press('Reconnect');
    expect(sockets()).toBe(7);
    // The button has gone.
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(statuses()).toEqual([]);
    await drops();
    await expectAttemptAfter(1_000);
    await drops();
    expect(statuses()).toHaveLength(1);
    await expectAttemptAfter(2_000);
    await opens();
    expect(statuses()).toEqual([]);
  });

  test('4.31 a connection that opens and is lost at once counts as an attempt', async () => {
    await openPage();
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await opens();
      await pass(9_999);
      await drops();
      await expectAttemptAfter(ms);
    }
    await opens();
    await drops();
    expect(statuses()[0]).toMatch(stopped);
  });

  test.each<[string, () => Promise<void>]>([
    ['a first message', () => says({ type: 'status_update', section_id: 7, status: { is_active: false } })],
    ['10 s open', () => pass(10_000)],
  ])('4.31 %s proves a connection: the count starts again', async (_, proves) => {
    await openPage();
    await drops();
    await pass(1_000);
    await drops();
    await pass(2_000);
    await opens();
    await proves();
    await drops();
    await expectAttemptAfter(1_000);
  });

  test('4.31 a message that is not understood proves nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await openPage();
    await drops();
    await pass(1_000);
    await opens();
    await says('hello');
    await drops();
    await expectAttemptAfter(2_000);
  });

  test('4.30 an attempt that does not open within 10 s has failed', async () => {
    await openPage();
    await pass(9_999);
    expect(StubSocket.latest.readyState).toBe(0);
    await pass(1);
    expect(StubSocket.latest.readyState).toBe(3);
    await expectAttemptAfter(1_000);
  });

  test('4.32 reads the token at each attempt', async () => {
    await openPage();
    localStorage.setItem('accessToken', 'A2');
    await drops();
    localStorage.setItem('accessToken', 'A3');
    await pass(1_000);
    localStorage.setItem('accessToken', 'A4');
    await drops();
    await pass(2_000);
    expect(StubSocket.all.map(({ url }) => url.search)).toEqual(['?token=A1', '?token=A3', '?token=A4']);
  });

  test('4.31 coming back online starts a new round at once, and offline nothing is attempted', async () => {
    await openPage();
    await opens();
    await goOnline(false);
    expect(StubSocket.latest.readyState).toBe(3);
    expect(statuses()).toEqual(['You are offline']);
    await pass(3_600_000);
    expect(sockets()).toBe(1);
    await goOnline(true);
    expect(sockets()).toBe(2);
    await drops();
    await expectAttemptAfter(1_000);
  });

  test('4.28 a page that is opened offline connects once it is online', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openPage();
    expect(statuses()).toEqual(['You are offline']);
    const before = sockets();
    await goOnline(true);
    expect(sockets()).toBe(before + 1);
    expect(StubSocket.latest.readyState).toBe(0);
  });

  test.each<[string, () => Promise<void>]>([
    ['coming back online', () => goOnline(true)],
    ['showing the tab again', () => showTab('visible')],
  ])('4.31 once it has given up, %s starts a new round', async (_, happens) => {
    await openPage();
    await lose();
    expect(statuses()[0]).toMatch(stopped);
    await happens();
    expect(sockets()).toBe(7);
    await drops();
    await expectAttemptAfter(1_000);
  });
});

describe('a refused token', () => {
  test('4.32, 7.4 is renewed first, and the next attempt has the new one', async () => {
    const late = lateAnswer();
    const { backend } = await openPage();
    backend.answer({ [refresh]: () => late.answer });
    await opens();
    await drops(4401);
    expect(backend.calls(refresh).map(({ body }) => body)).toEqual([{ refresh: 'R1' }]);
    await pass(5_000);
    expect(sockets()).toBe(1);
    late.give({ json: { access: 'A2', refresh: 'R2' } });
    await settle();
    await expectAttemptAfter(1_000);
    expect(StubSocket.latest.url.search).toBe('?token=A2');
    expect(localStorage.getItem('refreshToken')).toBe('R2');
  });

  test('4.32 that has been renewed meanwhile is not renewed again', async () => {
    const { backend } = await openPage();
    localStorage.setItem('accessToken', 'A2');
    await drops(4401);
    await expectAttemptAfter(1_000);
    expect(backend.calls(refresh)).toEqual([]);
    expect(StubSocket.latest.url.search).toBe('?token=A2');
  });

  test('4.32, 4.15 that cannot be renewed just now is an attempt like any other', async () => {
    const { backend } = await openPage();
    backend.answer({ [refresh]: 'fail' });
    await drops(4401);
    await expectAttemptAfter(1_000);
    await drops(4401);
    await expectAttemptAfter(2_000);
    expect(backend.calls(refresh)).toHaveLength(2);
    expect(address()).toBe('/dashboard');
  });

  test('4.32, 4.13 whose refresh is refused ends the session', async () => {
    const { backend } = await openPage();
    backend.answer({ [refresh]: { status: 401 } });
    await drops(4401);
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
    expect(statuses()).toEqual(['Session expired. Please log in again.']);
    await pass(60_000);
    expect(sockets()).toBe(1);
  });
});

describe('on the page of a section', () => {
  test('4.7, 4.31 the status is polled every 10 s even when the channel has given up', async () => {
    const { backend } = await openPage('/sections/7');
    await lose();
    const before = backend.calls(status).length;
    await pass(30_000);
    expect(backend.calls(status)).toHaveLength(before + 3);
  });
});
