import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, stubBackend, wordlessRefusalsOf } from '../support/backend';
import { address, alerts, errorAt, field, openApp, pass, statuses } from '../support/screen';

const register = 'POST /account/register/teacher/';
const filled = {
  first_name: 'Noor',
  last_name: 'Haddad',
  email: 'noor+maths@school.example',
  password: 'pw',
  password2: 'pw',
};
const names = Object.keys(filled);

async function openFilled() {
  const opened = await openApp('/register');
  await opened.fill(filled);
  return opened;
}

describe('the registration page', () => {
  test('2.4 asks for names, e-mail and the password twice, and leads to the sign-in', async () => {
    stubBackend();
    const { user, press } = await openApp('/register');
    expect([...document.querySelectorAll('input')].map(({ name, type }) => [name, type])).toEqual([
      ['first_name', 'text'],
      ['last_name', 'text'],
      ['email', 'email'],
      ['password', 'password'],
      ['password2', 'password'],
    ]);
    for (const [label, name] of [
      ['password', 'password'],
      ['confirm password', 'password2'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: `Show ${label}` }));
      expect(field(name).type).toBe('text');
      await user.click(screen.getByRole('button', { name: `Hide ${label}` }));
      expect(field(name).type).toBe('password');
    }
    await press('Sign in', 'link');
    expect(address()).toBe('/login');
  });

  test('5.1 every field is required', async () => {
    const backend = stubBackend();
    const { fill, press } = await openFilled();
    for (const [name, value] of Object.entries(filled)) {
      await fill({ [name]: '' });
      await press('Create account');
      expect(names.filter((one) => errorAt(one) !== undefined)).toEqual([name]);
      expect(document.activeElement).toBe(field(name));
      await fill({ [name]: value });
    }
    expect(backend.sent).toEqual([]);
  });

  test('5.2 the passwords must match, which is checked before sending', async () => {
    const backend = stubBackend();
    const { fill, press } = await openFilled();
    await fill({ password2: 'Pw' });
    await press('Create account');
    expect(errorAt('password2')).toBe('Passwords do not match');
    expect(backend.sent).toEqual([]);
  });
});

describe('registration', () => {
  test('4.18, 5.4, 6.1, 7.1 says so, clears the form, and after 1.5 s asks for the code', async () => {
    const backend = stubBackend({ [register]: { status: 201, json: { message: 'Look into your mailbox, Noor.' } } });
    const { press } = await openFilled();
    await press('Create account');
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/register/teacher/', body: filled },
    ]);
    expect(statuses()).toEqual(['Look into your mailbox, Noor.']);
    expect(names.map((name) => field(name).value)).toEqual(['', '', '', '', '']);
    await pass(1_499);
    expect(address()).toBe('/register');
    await pass(1);
    expect(address()).toBe('/verify-otp?email=noor%2Bmaths%40school.example');
    expect(screen.getByText(/noor\+maths@school\.example/)).toBeTruthy();
    expect({ ...localStorage }).toEqual({});
  });

  test('security 46: the link of an invitation is sent along, and nothing else from behind the #', async () => {
    const backend = stubBackend({ [register]: { status: 400 } });
    const token = 'q3-_'.repeat(10).padEnd(43, 'x');
    const { fill, press } = await openApp(`/register#${token}`);
    await fill(filled);
    await press('Create account');
    expect(backend.sent.map(({ body }) => body)).toEqual([{ ...filled, invitation: token }]);
    window.history.replaceState(null, '', '/register#top');
    await press('Create account');
    expect(backend.sent[1]?.body).toEqual(filled);
  });

  test.each([
    ['#email=noor%2Bmaths%40school.example', 'noor+maths@school.example'],
    ['#email=noor', ''],
    ['#top', ''],
  ])('an invitation to a section fills in the email that it was sent to: %s', async (hash, email) => {
    stubBackend({});
    await openApp(`/register${hash}`);
    expect(field('email').value).toBe(email);
  });

  test.each<[string, Answer]>([
    ['204', { status: 204 }],
    ['205', { status: 205 }],
    ['HTML', new Response('<p>Created</p>', { status: 201 })],
    ['an object for a message', { json: { message: {} } }],
    ['null', { json: null }],
  ])('4.18, 8.29 a success told by %s is one as well', async (_, answer) => {
    stubBackend({ [register]: answer });
    const { press } = await openFilled();
    await press('Create account');
    expect(statuses()).toHaveLength(1);
    expect(statuses()[0]).toMatch(/^Registration successful/);
    await pass(1_500);
    expect(address()).toMatch(/^\/verify-otp/);
  });

  const email = ['This e-mail is taken.', 'Second.'];
  const password = ['Too common.'];
  const password2 = 'They differ.';
  const message = 'Closed for the holidays.';
  test.each<[string, unknown, string, string]>([
    ['the e-mail', { message, password2, password, email }, 'email', 'This e-mail is taken.'],
    ['the password', { message, password2, password, email: [] }, 'password', 'Too common.'],
    ['the second password', { message, password2, password: {} }, 'password2', 'They differ.'],
  ])('5.3, 8.8 the first error about %s is shown at its field', async (_, json, name, sentence) => {
    stubBackend({ [register]: { status: 400, json } });
    const { fill, press } = await openFilled();
    await press('Create account');
    expect(names.filter((one) => errorAt(one) !== undefined)).toEqual([name]);
    expect(errorAt(name)).toBe(sentence);
    expect(field('first_name').value).toBe('Noor');
    await pass(60_000);
    expect(errorAt(name)).toBe(sentence);
    await fill({ last_name: 'Said' });
    expect(errorAt(name)).toBeUndefined();
  });

  test('8.8, 8.29 then the message is shown, or else its own sentence, and when nothing came back', async () => {
    const backend = stubBackend();
    const { press } = await openFilled();
    const refusals = [
      [{ status: 409, json: { message, email: [{}] } }, message],
      [
        { status: 400, json: { email: 5, password: [[]], password2: ' ', message: ['Ask your school.'] } },
        'Ask your school.',
      ],
      ...wordlessRefusalsOf('Registration failed. Please try again.').map(([, ...row]) => row),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [register]: answer });
      await press('Create account');
      expect(alerts()).toEqual([sentence]);
      expect(names.filter((one) => errorAt(one) !== undefined)).toEqual([]);
    }
    expect(backend.sent).toHaveLength(refusals.length);
  });

  test('a teacher who has left is not sent to the verification', async () => {
    stubBackend({ [register]: { status: 201 } });
    const { press } = await openFilled();
    await press('Create account');
    await press('Sign in', 'link');
    await pass(5_000);
    expect(address()).toBe('/login');
  });
});
