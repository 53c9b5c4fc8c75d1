import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../../src/code';
import * as rest from '../../src/rest';
import { type Answer, stubBackend } from '../support/backend';
import { address, alerts, field, noor, openApp } from '../support/screen';
import { goOnline } from '../support/session';

/* A form is sent before the code of the calls is there, and that cannot be fetched. */

interface Sending {
  path: string;
  filled: Record<string, string>;
  button: RegExp | string;
  /** The call that it makes. */
  call: string;
  /** What the specification lets it say when that fails. */
  sentence: string;
}

const { email } = noor;
const password = 'chalk & slate';

const forms: [string, Sending][] = [
  [
    'sign-in',
    {
      path: '/login',
      filled: { email, password },
      button: 'Sign in',
      call: 'POST /account/login/teacher/',
      sentence: 'Invalid credentials',
    },
  ],
  [
    'sign-in with Google',
    {
      path: '/login',
      filled: {},
      button: 'Or continue with Google',
      call: 'POST /account/login/google/',
      sentence: 'Google login failed. Please try again.',
    },
  ],
  [
    'registration',
    {
      path: '/register',
      filled: { first_name: 'Noor', last_name: 'Haddad', email, password, password2: password },
      button: 'Create account',
      call: 'POST /account/register/teacher/',
      sentence: 'Registration failed. Please try again.',
    },
  ],
  [
    'verification',
    {
      path: '/verify-otp',
      filled: { email, code: '123456' },
      button: 'Verify',
      call: 'POST /account/verify-otp/',
      sentence: 'Invalid OTP. Please try again.',
    },
  ],
  [
    'forgotten password',
    {
      path: '/forgot-password',
      filled: { email },
      button: 'Send instructions',
      call: 'POST /account/forgot-password/',
      sentence: 'Failed to send password reset instructions. Please try again.',
    },
  ],
  [
    'reset password',
    {
      path: '/reset-password/T1',
      filled: { new_password: password, confirm_password: password },
      button: 'Reset password',
      call: 'POST /account/reset-password/',
      sentence: 'Failed to reset password. Please try again or request a new reset link.',
    },
  ],
];

const resend: Sending = {
  path: '/verify-otp',
  filled: { email },
  button: /^Resend/,
  call: 'POST /account/resend-otp/',
  sentence: 'Failed to resend OTP. Please try again.',
};

/** What the front end asks for its own page when its code cannot be fetched. */
const page = 'GET /';
const unreachable: Answer = 'fail';
const reachable: Answer = new Response('<!doctype html>');

/** A form that is filled in, in a browser that is offline and has the page alone. */
async function openFilled({ path, filled, button, call }: Sending, server: Answer) {
  const code = codeOf(async () => rest);
  const fetch = vi.spyOn(code, 'fetch');
  vi.stubGlobal('google', {
    accounts: {
      oauth2: {
        initCodeClient: ({ callback }: { callback(answer: { code: string }): void }) => ({
          requestCode: () => callback({ code: '4/0AX' }),
        }),
      },
    },
  });
  const backend = stubBackend({ [page]: server, [call]: { status: 400 } });
  const opened = await openApp(path, { laterCode: { rest: code }, googleClientId: 'vigil.apps.example' });
  await goOnline(false);
  await opened.fill(filled);
  expect(fetch).not.toHaveBeenCalled();
  return { backend, fetch, send: () => opened.press(button), calls: () => backend.calls(call).length };
}

const offline = new TypeError('Failed to fetch dynamically imported module');

describe('a form whose code cannot be fetched', () => {
  test.each(forms)('says that nothing came back, and the next press tries again: %s', async (_, form) => {
    const { backend, fetch, send, calls } = await openFilled(form, unreachable);
    fetch.mockRejectedValueOnce(offline);
    await send();
    expect(alerts()).toEqual([`${form.sentence}\nNo answer from the server`]);
    expect(backend.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([page]);
    expect(address()).toBe(form.path);
    for (const [name, value] of Object.entries(form.filled)) expect(field(name).value).toBe(value);

    await goOnline(true);
    await send();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(calls()).toBe(1);
    expect(alerts()).toEqual([form.sentence]);
  });

  test('says that nothing came back, and the next press tries again: another code', async () => {
    const { fetch, send, calls } = await openFilled(resend, unreachable);
    fetch.mockRejectedValueOnce(offline);
    await send();
    expect(alerts()).toEqual([resend.sentence]);
    await goOnline(true);
    await send();
    expect(calls()).toBe(1);
  });

  test.each(forms)('fetches it once more when the server answers, and goes on: %s', async (_, form) => {
    const { fetch, send, calls } = await openFilled(form, reachable);
    fetch.mockRejectedValueOnce(offline);
    await send();
    expect(calls()).toBe(1);
    expect(alerts()).toEqual([form.sentence]);
  });

  test('asks to load the page anew where only that helps, and keeps what was typed', async () => {
    const logged = vi.fn();
    const [, signIn] = forms[0]!;
    const { fetch, send, calls } = await openFilled(signIn, reachable);
    vi.spyOn(console, 'error').mockImplementation(logged);
    fetch.mockRejectedValue(offline);
    await send();
    expect(alerts()).toEqual(['Something went wrong in Vigil itself. Please reload the page and try again.']);
    expect(logged).toHaveBeenCalledOnce();
    expect(field('email').value).toBe(email);
    expect(calls()).toBe(0);
  });
});
