import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { lateAnswer, StubSocket, stubBackend, wordlessRefusalsOf } from '../support/backend';
import { address, alerts, errorAt, field, noor, noorSignedIn, openApp, pass, settle } from '../support/screen';

const login = 'POST /account/login/teacher/';
const currentUser = 'GET /account/current-user/';
const signedInAnswers = {
  [login]: { json: { access: 'A1', refresh: 'R1' } },
  [currentUser]: { json: noor },
  'GET /section/list/': { json: [] },
};

/** The sign-in page with an account filled in. */
async function openFilled(path = '/login') {
  const opened = await openApp(path);
  await opened.fill({ email: noor.email, password: ' chalk & slate ' });
  return opened;
}

const stored = () => Object.keys(localStorage).sort();

describe('the sign-in page', () => {
  test.each(['/', '/login'])('2.1 %s asks for e-mail and password, and offers every other way on', async (path) => {
    stubBackend();
    const { user } = await openApp(path);
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
    expect(screen.getByLabelText('Email')).toBe(field('email'));
    expect(screen.getByLabelText('Password')).toBe(field('password'));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Or continue with Google' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Forgot your password/ }).getAttribute('href')).toBe('/forgot-password');
    expect(screen.getByRole('link', { name: 'Register here' }).getAttribute('href')).toBe('/register');

    expect(field('password').type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field('password').type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field('password').type).toBe('password');
  });

  test.each(['/', '/login'])('2.27 %s takes a teacher who is signed in to /dashboard', async (path) => {
    stubBackend(signedInAnswers);
    await openApp(path, { stored: noorSignedIn });
    expect(address()).toBe('/dashboard');
  });

  test('5.5 e-mail and password are required, and the e-mail has to be one', async () => {
    const backend = stubBackend();
    const { fill, press } = await openApp('/login');
    expect(field('email').type).toBe('email');
    for (const [values, name, sentence] of [
      [{}, 'email', 'Email is required'],
      [{ email: 'noor', password: 'chalk' }, 'email', 'Please enter a valid email address'],
      [{ email: noor.email, password: '' }, 'password', 'Password is required'],
    ] as const) {
      await fill(values);
      await press('Sign in');
      expect(errorAt(name)).toBe(sentence);
      expect(document.activeElement).toBe(field(name));
    }
    expect(backend.sent).toEqual([]);
  });
});

describe('sign-in', () => {
  test('4.10, 4.21, 3.1, 3.12, 7.2, 7.3, 6.1 keeps the tokens and the user, and leads to /dashboard', async () => {
    const backend = stubBackend(signedInAnswers);
    const { press } = await openFilled();
    expect(stored()).toEqual([]);
    await press('Sign in');
    expect(backend.calls(login).map(({ body }) => body)).toEqual([{ email: noor.email, password: ' chalk & slate ' }]);
    expect(backend.calls(login)[0]?.headers.has('Authorization')).toBe(false);
    expect(backend.calls(currentUser).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer A1']);
    expect({ ...localStorage }).toEqual({ accessToken: 'A1', refreshToken: 'R1', user: JSON.stringify(noor) });
    expect(address()).toBe('/dashboard');
    expect(screen.getByText('No sections created yet. Create your first section!')).toBeTruthy();
  });

  test('4.21 the dashboard waits for the current user, and the e-mail is sent without the blanks around it', async () => {
    const late = lateAnswer();
    const backend = stubBackend({ ...signedInAnswers, [currentUser]: () => late.answer });
    const { fill, press } = await openFilled('/');
    await fill({ email: ' noor@school.example ' });
    await press('Sign in');
    expect(backend.calls(login)[0]?.body).toMatchObject({ email: noor.email });
    expect(address()).toBe('/');
    expect(stored()).toEqual(['accessToken', 'refreshToken']);
    late.give({ json: noor });
    await settle();
    expect(address()).toBe('/dashboard');
    expect(stored()).toEqual(['accessToken', 'refreshToken', 'user']);
  });

  test('4.28, 7.23 opens the live channel with the new token', async () => {
    stubBackend(signedInAnswers);
    const { press } = await openFilled();
    expect(StubSocket.all).toEqual([]);
    await press('Sign in');
    expect(StubSocket.all.map(({ url }) => url.href)).toEqual(['wss://api.school.example/ws/detection/?token=A1']);
  });

  test('offers the mailed link where the server does, in one press', async () => {
    const forgot = 'POST /account/forgot-password/';
    const refusal = { detail: 'Too many tries. Please try again in 61 seconds.', mailed_link: true };
    const late = lateAnswer();
    const backend = stubBackend({ [login]: { status: 429, json: refusal }, [forgot]: () => late.answer });
    const { press, fill } = await openFilled();
    await press('Sign in');
    expect(alerts()[0]).toContain(refusal.detail);
    await press('Email me a link instead');
    await press('Sending…');
    expect(backend.calls(forgot).map(({ body }) => body)).toEqual([{ email: noor.email }]);
    late.give({ json: { message: 'It is on its way.' } });
    await settle();
    expect(screen.getByText('It is on its way.').closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Email me a link instead' })).toBeNull();
    await fill({ password: 'another' });
    expect(screen.queryByText('It is on its way.')).toBeNull();
  });

  test('shows why no link was mailed, and offers it again', async () => {
    const refusal = { detail: 'Too many tries.', mailed_link: true };
    const forgot = { status: 429, json: { detail: 'Too many mails.' } };
    stubBackend({ [login]: { status: 429, json: refusal }, 'POST /account/forgot-password/': forgot });
    const { press } = await openFilled();
    await press('Sign in');
    await press('Email me a link instead');
    expect(alerts()[0]).toContain('Too many mails.');
    expect(screen.getByRole('button', { name: 'Email me a link instead' })).toBeTruthy();
  });

  test('offers no mailed link where the server does not', async () => {
    stubBackend({ [login]: { status: 429, json: { detail: 'Too many tries.' } } });
    const { press } = await openFilled();
    await press('Sign in');
    expect(alerts()[0]).toContain('Too many tries.');
    expect(screen.queryByRole('button', { name: 'Email me a link instead' })).toBeNull();
  });

  test('does not keep the refresh token of an earlier session', async () => {
    stubBackend({ ...signedInAnswers, [login]: { json: { access: 'A2', refresh: null } } });
    const { fill, press } = await openApp('/login', { stored: { refreshToken: 'R0' } });
    await fill({ email: noor.email, password: 'chalk' });
    await press('Sign in');
    expect({ ...localStorage }).toEqual({ accessToken: 'A2', user: JSON.stringify(noor) });
  });

  test.each(['Account not verified', 'Account not verified.'])(
    '8.1, 2.2, 2.3 the detail "%s" asks to verify first, and carries the e-mail along',
    async (detail) => {
      stubBackend({ [login]: { status: 403, json: { detail } } });
      const { fill, press } = await openFilled();
      await fill({ email: 'noor+maths@school.example' });
      await press('Sign in');
      expect(alerts()).toHaveLength(1);
      expect(alerts()[0]).toContain('Please verify your account first');
      const link = screen.getByRole('link', { name: 'Verify your email' });
      expect(link.getAttribute('href')).toBe('/verify-email?email=noor%2Bmaths%40school.example');
      await press('Verify your email', 'link');
      expect(address()).toBe('/verify-otp?email=noor%2Bmaths%40school.example');
      expect(screen.getByText(/noor\+maths@school\.example/)).toBeTruthy();
    },
  );

  test('8.2 any other detail is shown as it is, without a link', async () => {
    stubBackend({ [login]: { status: 401, json: { detail: 'This account is locked.', message: 'No.' } } });
    const { press } = await openFilled();
    await press('Sign in');
    expect(alerts()).toEqual(['This account is locked.']);
    expect(screen.queryByRole('link', { name: 'Verify your email' })).toBeNull();
    expect(stored()).toEqual([]);
  });

  test('8.2, 8.29 without a detail it says Invalid credentials, and below it when nothing came back', async () => {
    const backend = stubBackend();
    const { press } = await openFilled();
    for (const [what, answer, sentence] of [
      ...wordlessRefusalsOf('Invalid credentials'),
      ['no detail', { status: 401, json: { error: 'no' } }, 'Invalid credentials'],
    ] as const) {
      backend.answer({ [login]: answer });
      const before = backend.sent.length;
      await press('Sign in');
      expect(backend.sent, what).toHaveLength(before + 1);
      expect(alerts(), what).toEqual([sentence]);
    }
  });

  test('8.3, 8.29 a success without an access token says so, and signs nobody in', async () => {
    const backend = stubBackend();
    const { press } = await openFilled();
    for (const answer of [
      { json: {} },
      { json: { access: '', refresh: 'R1' } },
      { json: { access: 5 } },
      { json: ['A1'] },
      { json: null },
      { status: 204 },
      { status: 205 },
      new Response('<p>Welcome!</p>'),
    ]) {
      backend.answer({ [login]: answer });
      await press('Sign in');
      expect(alerts()).toEqual(['Login successful but no access token received.']);
    }
    expect(backend.calls(login)).toHaveLength(8);
    expect(stored()).toEqual([]);
    expect(StubSocket.all).toEqual([]);
    expect(address()).toBe('/login');
  });

  test('4.22, 8.29 says that the current user could not be fetched, and stays', async () => {
    const backend = stubBackend(signedInAnswers);
    const { press } = await openFilled();
    const answers = [
      ...wordlessRefusalsOf('Failed to fetch user data'),
      ['no content', { status: 204 }, 'Failed to fetch user data'],
      ['a detail', { status: 403, json: { detail: 'No.' } }, 'Failed to fetch user data'],
    ] as const;
    for (const [what, answer, sentence] of answers) {
      backend.answer({ [currentUser]: answer });
      const before = backend.calls(currentUser).length;
      await press('Sign in');
      expect(backend.calls(currentUser), what).toHaveLength(before + 1);
      expect(alerts(), what).toEqual([sentence]);
      expect(address(), what).toBe('/login');
      expect(localStorage.getItem('user'), what).toBeNull();
    }
    backend.answer({ [currentUser]: { json: noor } });
    await press('Sign in');
    expect(address()).toBe('/dashboard');
  });

  test('4.11 a refused password starts no refresh, not even with tokens stored', async () => {
    const backend = stubBackend({ ...signedInAnswers, [currentUser]: { status: 500 } });
    const { press } = await openFilled();
    await press('Sign in');
    expect(stored()).toEqual(['accessToken', 'refreshToken']);
    backend.answer({ [login]: { status: 401, json: { detail: 'Wrong password.' } } });
    await press('Sign in');
    expect(backend.calls(login)).toHaveLength(2);
    expect(alerts()).toEqual(['Wrong password.']);
  });

  test('the error stays until something is changed', async () => {
    stubBackend({ [login]: { status: 401, json: { detail: 'Wrong password.' } } });
    const { fill, press } = await openFilled();
    await press('Sign in');
    await pass(60_000);
    expect(alerts()).toEqual(['Wrong password.']);
    await fill({ password: 'slate' });
    expect(alerts()).toEqual([]);
  });

  test('pressing twice sends one request', async () => {
    const backend = stubBackend({ [login]: 'hang' });
    const { press, user } = await openFilled();
    await user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
    await press('Signing in…');
    await user.type(field('password'), '{Enter}');
    expect(backend.sent).toHaveLength(1);
  });

  test('leaving before the answer signs nobody in', async () => {
    const backend = stubBackend({ [login]: 'hang' });
    const { press } = await openFilled();
    await press('Sign in');
    await press('Register here', 'link');
    expect(backend.sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(stored()).toEqual([]);
    expect(address()).toBe('/register');
  });
});
