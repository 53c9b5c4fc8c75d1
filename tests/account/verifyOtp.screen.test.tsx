import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, stubBackend, wordlessRefusals, wordlessRefusalsOf } from '../support/backend';
import { address, alerts, errorAt, field, openApp, pass, settle, statuses } from '../support/screen';

const verify = 'POST /account/verify-otp/';
const resend = 'POST /account/resend-otp/';
const page = '/verify-otp?email=noor%2Bmaths%40school.example';
const email = 'noor+maths@school.example';

const resendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend/ });

describe('the verification page', () => {
  test('2.5, 2.6 takes the e-mail from the address and asks for the code', async () => {
    stubBackend();
    const { press } = await openApp(page);
    expect(screen.getByText(/noor\+maths@school\.example/)).toBeTruthy();
    expect(screen.getByPlaceholderText('6-digit code')).toBe(field('code'));
    expect(screen.getByRole('button', { name: 'Verify' })).toBeTruthy();
    expect(resendButton().disabled).toBe(false);
    await press('Back to login', 'link');
    expect(address()).toBe('/login');
  });

  test('2.3 /verify-email is the same page, with the e-mail carried along', async () => {
    const backend = stubBackend({ [verify]: {} });
    const { fill, press } = await openApp('/verify-email?email=noor%2Bmaths%40school.example');
    expect(address()).toBe(page);
    await fill({ code: '123456' });
    await press('Verify');
    expect(backend.sent[0]?.body).toEqual({ email, code: '123456' });
  });

  test('2.5 without an e-mail in the address it asks for one, for the code and for another code', async () => {
    const backend = stubBackend({ [verify]: { status: 400 }, [resend]: {} });
    const { fill, press } = await openApp('/verify-otp');
    await fill({ code: '123456' });
    await press('Verify');
    expect(errorAt('email')).toBe('Email is required');
    await fill({ email: '4' });
    expect(errorAt('email')).toBeUndefined();
    await fill({ email: '' });
    await press('Resend code');
    expect(errorAt('email')).toBe('Email is required');
    expect(document.activeElement).toBe(field('email'));
    await fill({ email });
    await press('Verify');
    await press(/^Resend/);
    expect(backend.sent.map(({ body }) => body)).toEqual([{ email, code: '123456' }, { email }]);
  });

  test('5.6 a code is required', async () => {
    const backend = stubBackend();
    const { fill, press } = await openApp(page);
    for (const code of ['', 'abc']) {
      await fill({ code });
      await press('Verify');
      expect(errorAt('code')).toBe('Please enter the OTP sent to your email');
    }
    expect(backend.sent).toEqual([]);
  });
});

describe('verification', () => {
  test('4.19, 7.6 says so, and after 2 s leads to the sign-in', async () => {
    const backend = stubBackend({ [verify]: { json: { message: 'Welcome, Noor.' } } });
    const { user, press } = await openApp(page);
    await user.click(field('code'));
    await user.paste(' 012 345 ');
    await press('Verify');
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/verify-otp/', body: { email, code: '012345' } },
    ]);
    expect(statuses()).toEqual(['Welcome, Noor.']);
    await pass(1_999);
    expect(address()).toBe(page);
    await pass(1);
    expect(address()).toBe('/login');
  });

  test.each<[string, Answer]>([
    ['204', { status: 204 }],
    ['HTML', new Response('<p>Fine</p>')],
    ['a number for a message', { json: { message: 5 } }],
  ])('4.19, 8.29 a success told by %s is one as well', async (_, answer) => {
    stubBackend({ [verify]: answer });
    const { fill, press } = await openApp(page);
    await fill({ code: '123456' });
    await press('Verify');
    expect(statuses()).toHaveLength(1);
    expect(statuses()[0]).toMatch(/^Email verified successfully/);
    await pass(2_000);
    expect(address()).toBe('/login');
  });

  test('8.9, 8.29 shows the message of the server, or else its own sentence, and when nothing came back', async () => {
    const backend = stubBackend();
    const { fill, press } = await openApp(page);
    await fill({ code: '123456' });
    const refusals = [
      [{ status: 400, json: { error: 'E', detail: 'D', message: 'The code has expired.' } }, 'The code has expired.'],
      [{ status: 401, json: { message: 'That is not the code.' } }, 'That is not the code.'],
      [{ status: 400, json: { error: 'E', detail: 'D' } }, 'E'],
      [{ status: 400, json: { detail: 'D' } }, 'D'],
      ...wordlessRefusalsOf('Invalid OTP. Please try again.').map(([, ...row]) => row),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [verify]: answer });
      await press('Verify');
      expect(alerts()).toEqual([sentence]);
      expect(address()).toBe(page);
    }
    expect(backend.sent).toHaveLength(refusals.length);
  });

  test('a new code takes away what was said of the old one', async () => {
    const wrong = { status: 400, json: { message: 'Wrong code.', code: ['Wrong code.'] } };
    stubBackend({ 'POST /account/verify-otp/': wrong, 'POST /account/resend-otp/': {} });
    const { fill, press } = await openApp('/verify-otp?email=ada@school.example');
    await fill({ code: '123456' });
    await press('Verify');
    expect([errorAt('code'), alerts()]).toEqual(['Wrong code.', []]);
    await press('Resend code');
    expect(errorAt('code')).toBeUndefined();
    expect(field('code').value).toBe('');
  });
});

describe('sending the code again', () => {
  test('4.20, 7.7, 8.10 says so, and the button counts 120 s down before it can be pressed again', async () => {
    const backend = stubBackend({ [resend]: { status: 204 } });
    const { press } = await openApp(page);
    await press(/^Resend/);
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/resend-otp/', body: { email } },
    ]);
    expect(statuses()).toEqual(['OTP has been resent to your email.']);
    for (const [ms, left] of [
      [0, '120'],
      [1_000, '119'],
      [59_000, '60'],
      [59_000, '1'],
      [999, '1'],
    ] as const) {
      await pass(ms);
      expect(resendButton().disabled).toBe(true);
      expect(resendButton().textContent).toMatch(new RegExp(`\\b${left}\\b`));
    }
    await press(/^Resend/);
    expect(backend.sent).toHaveLength(1);
    await pass(1);
    expect(resendButton().disabled).toBe(false);
    expect(resendButton().textContent).not.toMatch(/\d/);
    await press(/^Resend/);
    expect(backend.sent).toHaveLength(2);
  });

  test('4.20 the countdown survives a tab that was slowed down or asleep', async () => {
    stubBackend({ [resend]: {} });
    const { press } = await openApp(page);
    await press(/^Resend/);
    // The computer slept: the clock on the wall went on, the page's timers did not.
    vi.setSystemTime(Date.now() + 90_000);
    await pass(1_000);
    expect(resendButton().textContent).toMatch(/\b29\b/);
    vi.setSystemTime(Date.now() + 60_000);
    await pass(1_000);
    expect(resendButton().disabled).toBe(false);
  });

  test('4.27 the message about it clears after 3 s', async () => {
    stubBackend({ [resend]: {} });
    const { press } = await openApp(page);
    await press(/^Resend/);
    await pass(2_999);
    expect(statuses()).toEqual(['OTP has been resent to your email.']);
    await pass(1);
    expect(statuses()).toEqual([]);
  });

  test('8.10, 4.27, 8.29 whatever the refusal it says that it failed, for 3 s, and can be pressed again', async () => {
    const backend = stubBackend();
    const { press } = await openApp(page);
    const refusals: Answer[] = [
      ...wordlessRefusals.map(([, answer]) => answer),
      { status: 401, json: { detail: 'No.' } },
      { status: 429, json: { message: 'Slow down.' } },
    ];
    for (const answer of refusals) {
      backend.answer({ [resend]: answer });
      await press(/^Resend/);
      expect(alerts()).toEqual(['Failed to resend OTP. Please try again.']);
      await pass(2_999);
      expect(alerts()).toHaveLength(1);
      await pass(1);
      expect(alerts()).toEqual([]);
    }
    expect(backend.sent).toHaveLength(refusals.length);
  });

  test('pressing twice sends one request, and leaving gives it up', async () => {
    const backend = stubBackend({ [resend]: 'hang' });
    const { press, user } = await openApp(page);
    await user.dblClick(resendButton());
    await settle();
    expect(screen.getByRole('button', { name: 'Sending a new code…' }).getAttribute('aria-busy')).toBe('true');
    await press('Back to login', 'link');
    expect(backend.sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(alerts()).toEqual([]);
  });
});
