import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stubBackend } from '../support/backend';
import { createServices, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

const answered = (key: string, json: unknown) => {
  stubBackend({ [key]: { json } });
  return createServices().account;
};

test('7 the tokens of a sign-in are read; a refresh token is not required', async () => {
  const key = 'POST /account/login/teacher/';
  const credentials = { email: 'ada@school.example', password: 'horse' };
  const { logIn } = answered(key, { access: 'a', refresh: 'r', detail: 'Welcome' });
  expect(await logIn(credentials, signal)).toEqual({ access: 'a', refresh: 'r' });
  for (const refresh of [undefined, null, '', 7]) {
    expect(await answered(key, { access: 'a', refresh }).logIn(credentials, signal)).toEqual({ access: 'a' });
  }
});

describe('7 success', () => {
  test('uses the server’s words, or our own', async () => {
    const verify = { email: 'a@b', code: '0' };
    const key = 'POST /account/verify-otp/';
    expect(await answered(key, { message: ' Verified. ' }).verifyOtp(verify, signal)).toBe('Verified.');
    expect(await answered(key, { detail: 'Done.' }).verifyOtp(verify, signal)).toBe('Done.');
    expect(await answered(key, { message: {} }).verifyOtp(verify, signal)).toMatch(/^Email verified successfully!/);
  });

  test('of the current user is stored as received: its fields are not shown', async () => {
    const user = { whatever: ['it', { is: 1 }] };
    expect(await answered('GET /account/current-user/', user).fetchCurrentUser(signal)).toEqual(user);
  });
});

describe('4 refresh', () => {
  const key = 'POST /account/refresh/';
  const end = (answer: NonNullable<Parameters<typeof stubBackend>[0]>[string]) => {
    stubBackend({ [key]: answer });
    return createServices().account.refresh('refresh-1', signal);
  };

  test.each([400, 401, 403, 404, 500, 501])('a %i is a refusal', async (status) => {
    expect(await end({ status, json: { access: 'a' } })).toBe('refused');
  });

  test.each([
    ['seconds', '120', 120_000],
    ['a date', 'Wed, 25 Nov 2026 08:00:30 GMT', 30_000],
    ['a date that has passed', 'Wed, 25 Nov 2026 07:00:00 GMT', 0],
    ['nonsense', 'soon', null],
  ])('4.15 a Retry-After of %s is parsed', async (_, value, retryAfterMs) => {
    vi.useFakeTimers({ now: new Date('2026-11-25T08:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    expect(await end(new Response(null, { status: 503, headers: { 'Retry-After': value } }))).toEqual({ retryAfterMs });
  });
});

describe('4 logout', () => {
  test('sends no access token if there was none, and outlives the page', async () => {
    const requests: Request[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      requests.push(request);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    await createServices({ access: null }).account.logOut({ access: null, refresh: 'r' });
    expect(requests.map(({ keepalive, headers }) => [keepalive, headers.get('authorization')])).toEqual([[true, null]]);
  });
});
