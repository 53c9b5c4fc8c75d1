import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stubBackend } from '../support/backend';
import { createServices, type Services, signal } from '../support/services';

afterEach(() => void vi.unstubAllGlobals());

interface Refused {
  sentence: string;
  kind: string;
  field?: string;
}

/** Returns the problem of a call with this answer. */
async function problemOf(
  key: string,
  answer: { status: number; json?: unknown },
  run: (account: Services['account']) => Promise<unknown>,
): Promise<Refused> {
  stubBackend({ [key]: answer });
  return run(createServices().account).then(
    () => expect.fail('The call succeeded'),
    (error: { problem: Refused }) => error.problem,
  );
}

const answered = (key: string, json: unknown, status = 200) => {
  stubBackend({ [key]: { status, json } });
  return createServices().account;
};

describe('8 login', () => {
  const key = 'POST /account/login/teacher/';
  const credentials = { email: 'ada@school.example', password: 'horse' };
  const problem = (status: number, json?: unknown) =>
    problemOf(key, { status, json }, (account) => account.logIn(credentials, signal));

  test.each(['Account not verified', 'Account not verified.'])(
    'the detail %s asks to verify first, and carries the address to verify',
    async (detail) => {
      expect(await problem(403, { detail })).toEqual({
        sentence: 'Please verify your account first',
        kind: 'notVerified',
        email: 'ada@school.example',
      });
    },
  );

  test('any other detail is shown as is', async () => {
    expect(await problem(401, { detail: 'Too many attempts.', message: 'No.' })).toEqual({
      sentence: 'Too many attempts.',
      kind: 'refused',
    });
  });

  test.each([{ message: 'No.' }, { error: 'No.' }, { email: ['Unknown.'] }, undefined])(
    'without a detail (%j): Invalid credentials',
    async (body) => {
      expect((await problem(401, body)).sentence).toBe('Invalid credentials');
    },
  );

  test.each([{ refresh: 'r' }, { access: '' }, { access: null }, { access: 7 }, [], undefined])(
    'success without a usable access token: %j',
    async (body) => {
      expect((await problem(200, body)).sentence).toBe('Login successful but no access token received.');
    },
  );

  test('the tokens are read; a refresh token is not required', async () => {
    const { logIn } = answered(key, { access: 'a', refresh: 'r', detail: 'Welcome' });
    expect(await logIn(credentials, signal)).toEqual({ access: 'a', refresh: 'r' });
    for (const refresh of [undefined, null, '', 7]) {
      expect(await answered(key, { access: 'a', refresh }).logIn(credentials, signal)).toEqual({ access: 'a' });
    }
  });
});

describe('8 Google login', () => {
  const key = 'POST /account/login/google/';
  const problem = (status: number, json?: unknown) =>
    problemOf(key, { status, json }, (account) => account.logInWithGoogle('code', signal));

  test.each([
    [{ detail: 'Detail.', error: 'Error.', message: 'Message.' }, 'Detail.'],
    [{ error: 'Error.', message: 'Message.' }, 'Error.'],
    [{ message: 'Message.' }, 'Message.'],
    [{}, 'Google login failed. Please try again.'],
  ])('%j: %s', async (body, sentence) => {
    expect((await problem(400, body)).sentence).toBe(sentence);
  });

  test('success without an access token', async () => {
    expect((await problem(200, {})).sentence).toBe('Google login successful, but no access token received.');
  });
});

describe('8 register', () => {
  const key = 'POST /account/register/teacher/';
  const teacher = { first_name: 'Ada', last_name: 'L', email: 'a@b', password: 'horse', password2: 'horse' };
  const problem = (json?: unknown) =>
    problemOf(key, { status: 400, json }, (account) => account.register(teacher, signal));

  test.each<[unknown, string, string | undefined]>([
    [{ password2: ['Other.'], password: ['Weak.', 'Short.'], email: ['Taken.', 'Odd.'] }, 'Taken.', 'email'],
    [{ message: 'No.', password2: ['Other.'], password: ['Weak.', 'Short.'] }, 'Weak.', 'password'],
    [{ message: 'No.', password2: 'Other.' }, 'Other.', 'password2'],
    [{ message: 'No.', email: [] }, 'No.', undefined],
    [{ email: {} }, 'Registration failed. Please try again.', undefined],
  ])('%j: %s', async (body, sentence, field) => {
    expect(await problem(body)).toEqual({ sentence, kind: 'refused', ...(field === undefined ? {} : { field }) });
  });

  test('success shows the server’s text, or our own', async () => {
    expect(await answered(key, { message: 'Welcome.' }, 201).register(teacher, signal)).toBe('Welcome.');
    expect(await answered(key, undefined, 204).register(teacher, signal)).toMatch(/^Registration successful!/);
  });
});

interface Sentences {
  key: string;
  run(account: Services['account']): Promise<unknown>;
  /** Answers and their sentences, in order of precedence. */
  refusals: [unknown, string, field?: string][];
}

const sentences: Record<string, Sentences> = {
  'verify OTP: the server message first': {
    key: 'POST /account/verify-otp/',
    run: (account) => account.verifyOtp({ email: 'a@b', code: '0' }, signal),
    refusals: [
      [{ detail: 'Detail.', error: 'Error.', message: 'Message.' }, 'Message.'],
      [{ detail: 'Detail.', error: 'Error.' }, 'Error.'],
      [{ detail: 'Detail.' }, 'Detail.'],
      [{ code: ['Expired.'] }, 'Expired.', 'code'],
      [{ message: 'Message.', code: ['Expired.'] }, 'Message.', 'code'],
      [{}, 'Invalid OTP. Please try again.'],
    ],
  },
  'change password: the server error, then its message': {
    key: 'POST /account/change-password/',
    run: (account) => account.changePassword({ old_password: 'a', new_password: 'b', confirm_password: 'b' }, signal),
    refusals: [
      [{ detail: 'Detail.', error: 'Error.', message: 'Message.' }, 'Error.'],
      [{ detail: 'Detail.', message: 'Message.' }, 'Message.'],
      [{ old_password: ['Wrong.'] }, 'Wrong.', 'old_password'],
      [{ other: ['Wrong.'] }, 'Wrong.'],
      [{ old_password: 'Wrong.' }, 'Password change failed. Please try again.'],
    ],
  },
  'forgot password: the server error': {
    key: 'POST /account/forgot-password/',
    run: (account) => account.forgotPassword('a@b', signal),
    refusals: [
      [{ error: 'Error.', message: 'Message.' }, 'Error.'],
      [{}, 'Failed to send password reset instructions. Please try again.'],
    ],
  },
  'reset password: the server error': {
    key: 'POST /account/reset-password/',
    run: (account) => account.resetPassword({ token: 't', new_password: 'b', confirm_password: 'b' }, signal),
    refusals: [
      [{ error: ['Error.', 'More.'], message: 'Message.' }, 'Error.'],
      [{ error: 'Error.', token: ['Over.'] }, 'Error.', 'token'],
      [{}, 'Failed to reset password. Please try again or request a new reset link.'],
    ],
  },
  'resend OTP: one sentence, whatever the server says': {
    key: 'POST /account/resend-otp/',
    run: (account) => account.resendOtp('a@b', signal),
    refusals: [[{ message: 'Message.' }, 'Failed to resend OTP. Please try again.']],
  },
};

describe.each(Object.entries(sentences))('8 %s', (_, { key, run, refusals }) => {
  test.each(refusals)('%j: %s', async (json, sentence, field) => {
    const problem = { sentence, kind: 'refused', ...(field === undefined ? {} : { field }) };
    expect(await problemOf(key, { status: 400, json }, run)).toEqual(problem);
  });
});

describe('7 success', () => {
  test('uses the server’s words, or our own', async () => {
    const verify = { email: 'a@b', code: '0' };
    const key = 'POST /account/verify-otp/';
    expect(await answered(key, { message: ' Verified. ' }).verifyOtp(verify, signal)).toBe('Verified.');
    expect(await answered(key, { detail: 'Done.' }).verifyOtp(verify, signal)).toBe('Done.');
    expect(await answered(key, { message: {} }).verifyOtp(verify, signal)).toMatch(/^Email verified successfully!/);
  });

  test('of a password change returns replacement tokens, if sent', async () => {
    const key = 'POST /account/change-password/';
    const passwords = { old_password: 'a', new_password: 'b', confirm_password: 'b' };
    const changed = { message: 'Changed.', access: 'a', refresh: 'r' };
    expect(await answered(key, changed).changePassword(passwords, signal)).toEqual({
      sentence: 'Changed.',
      tokens: { access: 'a', refresh: 'r' },
    });
    expect(await answered(key, { message: 'Changed.' }).changePassword(passwords, signal)).toEqual({
      sentence: 'Changed.',
      tokens: undefined,
    });
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

  test('returns the new access token, and a new refresh token if there is one', async () => {
    expect(await end({ json: { access: 'a' } })).toEqual({ access: 'a' });
    expect(await end({ json: { access: 'a', refresh: 'r' } })).toEqual({ access: 'a', refresh: 'r' });
  });

  test.each([400, 401, 403, 404, 500, 501])('a %i is a refusal', async (status) => {
    expect(await end({ status, json: { access: 'a' } })).toBe('refused');
  });

  test.each([408, 429, 502, 503, 504])('4.15 a %i is no verdict', async (status) => {
    expect(await end({ status, json: { access: 'a' } })).toEqual({ retryAfterMs: null });
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

  test('a success without an access token is a refusal', async () => {
    expect(await end({ json: { refresh: 'r' } })).toBe('refused');
  });

  test('no answer is no verdict', async () => {
    expect(await end('fail')).toBe('unanswered');
  });
});

describe('4 logout', () => {
  const key = 'POST /account/logout/';

  test.each<[string, NonNullable<Parameters<typeof stubBackend>[0]>[string]]>([
    ['answers 500', { status: 500 }],
    ['is down', 'fail'],
  ])('a server that %s does not concern the teacher', async (_, answer) => {
    stubBackend({ [key]: answer });
    await expect(
      createServices({ access: null }).account.logOut({ access: 'a', refresh: 'r' }),
    ).resolves.toBeUndefined();
  });

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
