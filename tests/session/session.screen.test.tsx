import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type Answers,
  lateAnswer,
  pageOfProxy,
  type Sent,
  StubSocket,
  stubBackend,
} from '../support/backend';
import { algebra } from '../support/classroom';
import { address, alerts, noor, noorSignedIn, openApp, pass, settle, statuses } from '../support/screen';

/* Section 4, authentication: 401 → refresh → retry. */

const refresh = 'POST /account/refresh/';
const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';
const sectionAnswers = { [list]: { json: [algebra] } };
const user = JSON.stringify(noor);
const expired = 'Session expired. Please log in again.';

const bearer = ({ headers }: Sent) => headers.get('Authorization');
/** Answers a call made with that token, and refuses any other. */
const onlyFor =
  (token: string, json: unknown) =>
  (sent: Sent): Answer =>
    bearer(sent) === `Bearer ${token}` ? { json } : { status: 401, json: { detail: 'Stale.' } };

async function openDashboard(answers: Answers, stored: object = noorSignedIn) {
  const backend = stubBackend(answers);
  const opened = await openApp('/dashboard', { stored });
  return { ...opened, backend };
}

describe('a 401', () => {
  test('4.11, 4.12, 7.4 refreshes once and tries the call again, which nobody notices', async () => {
    const { backend } = await openDashboard({
      [list]: onlyFor('A2', []),
      [refresh]: { json: { access: 'A2', refresh: 'R2' } },
    });
    expect(backend.calls(refresh).map(({ body, credentials }) => ({ body, credentials }))).toEqual([
      { body: { refresh: 'R1' }, credentials: 'include' },
    ]);
    expect(backend.calls(list).map(bearer)).toEqual(['Bearer A1', 'Bearer A2']);
    expect({ ...localStorage }).toEqual({ accessToken: 'A2', refreshToken: 'R2', user });
    expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
    expect(alerts()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['none', { access: 'A2' }],
    ['null', { access: 'A2', refresh: null }],
    ['a number', { access: 'A2', refresh: 5 }],
  ])('4.12 keeps the refresh token when the answer gives %s', async (_, json) => {
    await openDashboard({ [list]: onlyFor('A2', []), [refresh]: { json } });
    expect({ ...localStorage }).toEqual({ accessToken: 'A2', refreshToken: 'R1', user });
  });

  test('4.11 sends the body again, too', async () => {
    const backend = stubBackend({
      'POST /account/change-password/': onlyFor('A2', {}),
      [refresh]: { json: { access: 'A2' } },
    });
    const { fill, press } = await openApp('/change-password', { stored: noorSignedIn });
    const values = { old_password: 'chalk', new_password: 'slate-42', confirm_password: 'slate-42' };
    await fill(values);
    await press('Change password');
    expect(backend.calls('POST /account/change-password/').map(({ body }) => body)).toEqual([values, values]);
    expect(statuses()).toHaveLength(1);
  });

  test('4.14 any number of them at once share one refresh', async () => {
    const late = lateAnswer();
    const backend = stubBackend({
      ...sectionAnswers,
      [status]: onlyFor('A2', { is_active: true }),
      [logs]: onlyFor('A2', []),
      [refresh]: () => late.answer,
    });
    await openApp('/sections/7', { stored: noorSignedIn });
    // The live channel's token is refused at the same time.
    StubSocket.latest.drop(4401);
    await settle();
    expect([...backend.calls(status), ...backend.calls(logs)].map(bearer)).toEqual(['Bearer A1', 'Bearer A1']);
    late.give({ json: { access: 'A2', refresh: 'R2' } });
    await pass(1_000);
    expect(backend.calls(refresh)).toHaveLength(1);
    expect([...backend.calls(status), ...backend.calls(logs)].map(bearer).sort()).toEqual([
      'Bearer A1',
      'Bearer A1',
      'Bearer A2',
      'Bearer A2',
    ]);
    expect(StubSocket.latest.url.search).toBe('?token=A2');
    expect(screen.getByText('Detection Active')).toBeTruthy();
    expect(screen.getByText('No detection logs available.')).toBeTruthy();
  });

  test('4.14 one that comes after the refresh is only tried again', async () => {
    const late = lateAnswer();
    const backend = stubBackend({
      ...sectionAnswers,
      [status]: onlyFor('A2', { is_active: true }),
      [logs]: (sent) => (bearer(sent) === 'Bearer A2' ? { json: [] } : late.answer),
      [refresh]: { json: { access: 'A2', refresh: 'R2' } },
    });
    await openApp('/sections/7', { stored: noorSignedIn });
    expect(localStorage.getItem('accessToken')).toBe('A2');
    late.give({ status: 401 });
    await settle();
    expect(backend.calls(refresh)).toHaveLength(1);
    expect(backend.calls(logs).map(bearer)).toEqual(['Bearer A1', 'Bearer A2']);
  });

  test('8.26 that comes again after the refresh says that the session has expired, and refreshes no more', async () => {
    const { backend } = await openDashboard({ [list]: { status: 401 }, [refresh]: { json: { access: 'A2' } } });
    expect(backend.calls(list)).toHaveLength(2);
    expect(backend.calls(refresh)).toHaveLength(1);
    expect(alerts()[0]).toContain(expired);
  });
});

describe('a refresh that fails', () => {
  test.each<[string, Answer]>([
    ['401', { status: 401, json: { detail: 'Token is blacklisted' } }],
    ['400', { status: 400 }],
    ['403', { status: 403, json: {} }],
    ['500 with HTML', pageOfProxy(500)],
    ['500', { status: 500 }],
    ['a success without an access token', { json: { refresh: 'R2' } }],
    ['a success with nothing', { status: 204 }],
  ])('4.13, 8.26, 3.12 with %s clears the three keys and leads to /login', async (_, answer) => {
    localStorage.setItem('theme', 'dark');
    const { backend } = await openDashboard({ [list]: { status: 401 }, [refresh]: answer });
    expect(backend.calls(refresh)).toHaveLength(1);
    expect({ ...localStorage }).toEqual({ theme: 'dark' });
    expect(address()).toBe('/login');
    expect(statuses()).toEqual([expired]);
    expect(alerts()).toEqual([]);
    expect(StubSocket.latest.readyState).toBe(3);
  });

  test('4.13 for want of a refresh token does so without asking', async () => {
    const { backend } = await openDashboard({ [list]: { status: 401 } }, { accessToken: 'A1', user: noor });
    expect(backend.sent).toHaveLength(1);
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
    expect(statuses()).toEqual([expired]);
  });

  test('4.13 ends the calls that wait for it all together, and says so once', async () => {
    const backend = stubBackend({
      ...sectionAnswers,
      [status]: { status: 401 },
      [logs]: { status: 401 },
      [refresh]: { status: 401 },
    });
    await openApp('/sections/7', { stored: noorSignedIn });
    expect(backend.sent).toHaveLength(4);
    expect(address()).toBe('/login');
    expect([...statuses(), ...alerts()]).toEqual([expired]);
    await pass(60_000);
    expect(backend.sent).toHaveLength(4);
    expect(StubSocket.all).toHaveLength(1);
  });

  test('4.13, 8.26 at the start of a detection says so once, too', async () => {
    const backend = stubBackend({ ...sectionAnswers, [status]: { json: { is_active: false } }, [logs]: { json: [] } });
    const { press } = await openApp('/sections/7', { stored: noorSignedIn });
    backend.answer({ 'GET /account/current-user/': { status: 401 }, [refresh]: { status: 401 } });
    await press('Start Detection');
    expect(address()).toBe('/login');
    expect([...statuses(), ...alerts()]).toEqual([expired]);
  });

  test('4.10 a teacher signs in again, and reads no more of the session before', async () => {
    const { backend, fill, press } = await openDashboard({
      [list]: onlyFor('A9', [algebra]),
      [refresh]: { status: 401 },
    });
    backend.answer({
      'POST /account/login/teacher/': { json: { access: 'A9', refresh: 'R9' } },
      'GET /account/current-user/': { json: noor },
    });
    await fill({ email: noor.email, password: 'chalk' });
    await press('Sign in');
    expect(address()).toBe('/dashboard');
    expect(statuses()).toEqual([]);
  });

  test('4.13 a 401 on a public page never leads away from it', async () => {
    stubBackend({ 'POST /account/forgot-password/': { status: 401 }, [refresh]: { status: 401 } });
    const { fill, press } = await openApp('/forgot-password', { stored: noorSignedIn });
    await fill({ email: noor.email });
    await press('Send instructions');
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/forgot-password');
    expect(alerts()).toEqual([expired]);
  });
});

describe('a refresh that is not answered', () => {
  test('4.15 is no verdict: the teacher stays, sees the failure, and the next call tries again', async () => {
    const { backend, press } = await openDashboard({ [list]: onlyFor('A2', []), [refresh]: 'fail' });
    expect(address()).toBe('/dashboard');
    expect({ ...localStorage }).toEqual({ accessToken: 'A1', refreshToken: 'R1', user });
    expect(alerts()[0]).toContain('Failed to fetch sections.');

    await press('Try again');
    expect(backend.calls(refresh)).toHaveLength(2);
    expect(alerts()[0]).toContain('Failed to fetch sections.');

    backend.answer({ [refresh]: { json: { access: 'A2' } } });
    await press('Try again');
    expect(backend.calls(refresh)).toHaveLength(3);
    expect(alerts()).toEqual([]);
    expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
  });

  const later = { 'Retry-After': '20' };
  test.each([
    ...[408, 429, 502, 503, 504].map(
      (status) => [String(status), new Response(null, { status, headers: later })] as const,
    ),
    ...[200, 401, 403, 404].map((status) => [`a proxy’s ${status}`, pageOfProxy(status, later)] as const),
  ])(
    '4.15 nor is an answer of %s: the teacher stays, sees the failure, and is let in when the server is back',
    async (_, notNow) => {
      const { backend, press } = await openDashboard({ [list]: onlyFor('A2', []), [refresh]: () => notNow.clone() });
      expect(address()).toBe('/dashboard');
      expect({ ...localStorage }).toEqual({ accessToken: 'A1', refreshToken: 'R1', user });
      expect(alerts()[0]).toContain('Failed to fetch sections.');

      await press('Try again');
      await pass(19_900);
      expect(backend.calls(refresh)).toHaveLength(1);
      backend.answer({ [refresh]: { json: { access: 'A2' } } });
      await pass(200);
      expect(backend.calls(refresh)).toHaveLength(2);
      await press('Try again');
      expect(alerts()).toEqual([]);
    },
  );

  test('4.15 nor is one that takes for ever', async () => {
    await openDashboard({ [list]: { status: 401 }, [refresh]: 'hang' });
    await pass(29_999);
    expect(screen.getByText('Loading sections...')).toBeTruthy();
    await pass(1);
    expect(alerts()[0]).toContain('Failed to fetch sections.');
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(address()).toBe('/dashboard');
  });
});
