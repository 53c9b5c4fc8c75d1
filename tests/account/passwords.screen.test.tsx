import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, stubBackend, wordlessRefusalsOf } from '../support/backend';
import { holdBackend } from '../support/heldBackend';
import { address, alerts, errorAt, field, noor, noorSignedIn, openApp, pass, statuses } from '../support/screen';
import { endOfSession, otherTabUnheard } from '../support/session';

/** Successes that hold no sentence for a teacher. */
const wordlessSuccesses: [string, Answer][] = [
  ['204', { status: 204 }],
  ['205', { status: 205 }],
  ['HTML', new Response('<p>Fine</p>')],
  ['an object for a message', { json: { message: {} } }],
];

describe('a forgotten password', () => {
  const forgot = 'POST /account/forgot-password/';

  async function openFilled() {
    const opened = await openApp('/forgot-password');
    await opened.fill({ email: noor.email });
    return opened;
  }

  test('2.7 /forgot-password asks for the e-mail and leads back to the sign-in', async () => {
    stubBackend();
    const { press } = await openApp('/forgot-password');
    expect(screen.getByLabelText('Email')).toBe(field('email'));
    expect(field('email').type).toBe('email');
    await press('Back to Login', 'link');
    expect(address()).toBe('/login');
  });

  test('5.10 the e-mail is required', async () => {
    const backend = stubBackend();
    const { fill, press } = await openApp('/forgot-password');
    for (const [email, sentence] of [
      [' ', 'Email is required'],
      ['noor', 'Please enter a valid email address'],
    ] as const) {
      await fill({ email });
      await press('Send instructions');
      expect(errorAt('email')).toBe(sentence);
    }
    expect(backend.sent).toEqual([]);
  });

  test('7.9 sends the e-mail, says what the server says, and stays', async () => {
    const backend = stubBackend({ [forgot]: { json: { message: 'Look into your mailbox.' } } });
    const { press } = await openFilled();
    await press('Send instructions');
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/forgot-password/', body: { email: noor.email } },
    ]);
    expect(statuses()).toEqual(['Look into your mailbox.']);
    await pass(10_000);
    expect(address()).toBe('/forgot-password');
  });

  test('7.9 works where somebody is signed in, too, whose session another tab ends before the answer is here', async () => {
    const { give } = holdBackend([forgot]);
    const { fill, press } = await openApp('/forgot-password', { stored: noorSignedIn });
    await fill({ email: noor.email });
    await press('Send instructions');
    await otherTabUnheard(endOfSession('signedOut'))();
    await give(forgot, { json: { message: 'Look into your mailbox.' } });
    expect(alerts()).toEqual([]);
    expect(statuses()).toContain('Look into your mailbox.');
  });

  test.each(wordlessSuccesses)('8.29 a success told by %s is one as well', async (_, answer) => {
    stubBackend({ [forgot]: answer });
    const { press } = await openFilled();
    await press('Send instructions');
    expect(statuses()).toEqual(['If an account has this email, reset instructions are on their way.']);
  });

  test('8.24, 8.29 shows the error of the server, or else its own sentence, and when nothing came back', async () => {
    const backend = stubBackend();
    const { press } = await openFilled();
    const refusals = [
      [{ status: 400, json: { detail: 'D', message: 'M', error: 'E' } }, 'E'],
      [{ status: 401, json: { error: 'Not here.' } }, 'Not here.'],
      ...wordlessRefusalsOf('Failed to send password reset instructions. Please try again.').map(([, ...row]) => row),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [forgot]: answer });
      await press('Send instructions');
      expect(alerts()).toEqual([sentence]);
    }
    expect(backend.sent).toHaveLength(refusals.length);
    await pass(60_000);
    expect(alerts()).toHaveLength(1);
  });
});

describe('a reset password', () => {
  const reset = 'POST /account/reset-password/';
  const path = '/reset-password/T-1.2_3%2F4';
  const values = { new_password: ' slate42', confirm_password: ' slate42' };

  async function openFilled() {
    const opened = await openApp(path);
    await opened.fill(values);
    return opened;
  }

  test('2.8 /reset-password/{token} asks for the new password twice and leads back to the sign-in', async () => {
    stubBackend();
    const { press, user } = await openApp(path);
    expect(screen.getByLabelText('New password')).toBe(field('new_password'));
    expect(screen.getByLabelText('Confirm new password')).toBe(field('confirm_password'));
    expect(Object.keys(values).map((name) => field(name).type)).toEqual(['password', 'password']);
    await user.click(screen.getByRole('button', { name: 'Show new password' }));
    expect(Object.keys(values).map((name) => field(name).type)).toEqual(['text', 'password']);
    await press('Back to Login', 'link');
    expect(address()).toBe('/login');
  });

  test.each([
    ['5.11', '', 'slate-42', 'new_password', 'All fields are required'],
    ['5.11', 'slate-42', '', 'confirm_password', 'All fields are required'],
    ['5.12', 'slate-42', 'Slate-42', 'confirm_password', 'Passwords do not match'],
    ['5.13', '7 chars', '7 chars', 'new_password', 'Password must be at least 8 characters long'],
  ])('%s "%s" and "%s" is a problem of %s: %s', async (_, new_password, confirm_password, name, sentence) => {
    const backend = stubBackend();
    const { fill, press } = await openApp(path);
    await fill({ new_password, confirm_password });
    await press('Reset password');
    expect(errorAt(name)).toBe(sentence);
    expect(document.activeElement).toBe(field(name));
    expect(backend.sent).toEqual([]);
  });

  test('4.26, 7.10 sends the token of the address, keeps no tokens, and after 2 s leads to /login', async () => {
    const backend = stubBackend({ [reset]: { json: { message: 'It is changed.', access: 'A9', refresh: 'R9' } } });
    const { press } = await openFilled();
    await press('Reset password');
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/reset-password/', body: { token: 'T-1.2_3/4', ...values } },
    ]);
    expect(statuses()).toEqual(['It is changed.']);
    expect(Object.keys(values).map((name) => field(name).value)).toEqual(['', '']);
    expect({ ...localStorage }).toEqual({});
    await pass(1_999);
    expect(address()).toBe(path);
    await pass(1);
    expect(address()).toBe('/login');
  });

  test.each(['signedOut', 'expired'] as const)(
    '4.26 works where somebody is signed in, too, whose session another tab finds %s before the answer is here',
    async (why) => {
      const { give } = holdBackend([reset]);
      const { fill, press } = await openApp(path, { stored: noorSignedIn });
      await fill(values);
      await press('Reset password');
      await otherTabUnheard(endOfSession(why))();
      await give(reset, { json: { message: 'It is changed.', access: 'A9' } });
      expect(alerts()).toEqual([]);
      expect(statuses()).toContain('It is changed.');
      await pass(2_000);
      expect(address()).toBe('/login');
    },
  );

  test.each(wordlessSuccesses)('4.26, 8.29 a success told by %s is one as well', async (_, answer) => {
    stubBackend({ [reset]: answer });
    const { press } = await openFilled();
    await press('Reset password');
    expect(statuses()).toHaveLength(1);
    expect(statuses()[0]).toMatch(/^Password reset successfully/);
    await pass(2_000);
    expect(address()).toBe('/login');
  });

  test('8.25, 8.29 shows the error of the server, or else its own sentence, and when nothing came back', async () => {
    const backend = stubBackend();
    const { press } = await openFilled();
    const refusals = [
      [{ status: 400, json: { detail: 'D', message: 'M', error: 'This link has expired.' } }, 'This link has expired.'],
      [{ status: 401, json: { error: ['Not with this link.', 'More.'] } }, 'Not with this link.'],
      ...wordlessRefusalsOf('Failed to reset password. Please try again or request a new reset link.').map(
        ([, ...row]) => row,
      ),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [reset]: answer });
      await press('Reset password');
      expect(alerts()).toEqual([sentence]);
      expect(address()).toBe(path);
    }
    expect(backend.sent).toHaveLength(refusals.length);
  });
});
