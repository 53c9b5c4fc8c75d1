import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, stubBackend, wordlessRefusalsOf } from '../support/backend';
import {
  address,
  alerts,
  errorAt,
  field,
  noor,
  noorSignedIn,
  openApp,
  pass,
  settle,
  statuses,
} from '../support/screen';
import { otherTab } from '../support/session';

const change = 'POST /account/change-password/';
const refresh = 'POST /account/refresh/';
const currentUser = 'GET /account/current-user/';
const values = { old_password: 'chalk', new_password: ' slate42', confirm_password: ' slate42' };
const names = Object.keys(values);

/** The page with everything filled in, over a backend that answers so. */
async function openFilled(answers: Answers) {
  const backend = stubBackend({ 'GET /section/list/': { json: [] }, ...answers });
  const opened = await openApp('/change-password', { stored: noorSignedIn });
  await opened.fill(values);
  return { ...opened, backend };
}

describe('the page', () => {
  test('2.12 asks for the current and twice the new password, and leads back to the dashboard', async () => {
    const { press, user } = await openFilled({});
    for (const [label, name] of [
      ['current password', 'old_password'],
      ['new password', 'new_password'],
      ['confirm new password', 'confirm_password'],
    ] as const) {
      expect(field(name).type).toBe('password');
      await user.click(screen.getByRole('button', { name: `Show ${label}` }));
      expect(field(name).type).toBe('text');
      await user.click(screen.getByRole('button', { name: `Hide ${label}` }));
      expect(field(name).type).toBe('password');
    }
    await press('Back to Dashboard', 'link');
    expect(address()).toBe('/dashboard');
  });

  test.each([
    ['5.7', { old_password: '' }, 'old_password', 'All fields are required'],
    ['5.7', { new_password: '' }, 'new_password', 'All fields are required'],
    ['5.7', { confirm_password: '' }, 'confirm_password', 'All fields are required'],
    [
      '5.8',
      { new_password: 'slate-42', confirm_password: 'Slate-42' },
      'confirm_password',
      'New passwords do not match',
    ],
    [
      '5.9',
      { new_password: '7 chars', confirm_password: '7 chars' },
      'new_password',
      'New password must be at least 8 characters long',
    ],
  ])('%s with %o it is a problem of %s: %s', async (_, wrong, name, sentence) => {
    const { backend, fill, press } = await openFilled({});
    await fill(wrong);
    await press('Change password');
    expect(names.filter((one) => errorAt(one) !== undefined)).toEqual([name]);
    expect(errorAt(name)).toBe(sentence);
    expect(document.activeElement).toBe(field(name));
    expect(backend.sent).toEqual([]);
    await fill({ [name]: 'x' });
    expect(errorAt(name)).toBeUndefined();
  });
});

describe('a change', () => {
  test('4.25, 7.8 keeps the tokens that come back, says so, and after 2 s leads to /dashboard', async () => {
    const { backend, press } = await openFilled({
      [change]: { json: { message: 'It is changed.', access: 'A2', refresh: 'R2' } },
    });
    await press('Change password');
    expect(backend.sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/change-password/', body: values },
    ]);
    expect(backend.sent[0]?.headers.get('Authorization')).toBe('Bearer A1');
    expect(statuses()).toEqual(['It is changed.']);
    expect(names.map((name) => field(name).value)).toEqual(['', '', '']);
    expect({ ...localStorage }).toEqual({ accessToken: 'A2', refreshToken: 'R2', user: JSON.stringify(noor) });
    await pass(1_999);
    expect(address()).toBe('/change-password');
    await pass(1);
    expect(address()).toBe('/dashboard');
    expect(backend.calls('GET /section/list/')[0]?.headers.get('Authorization')).toBe('Bearer A2');
  });

  test.each<[string, Answer]>([
    ['204', { status: 204 }],
    ['205', { status: 205 }],
    ['HTML', new Response('<p>Fine</p>')],
    ['objects for words', { json: { message: {}, access: {} } }],
  ])('4.25, 8.29 is also told by %s, which leaves the tokens as they are', async (_, answer) => {
    const { press } = await openFilled({ [change]: answer });
    await press('Change password');
    expect(statuses()).toHaveLength(1);
    expect(statuses()[0]).toMatch(/^Password changed successfully/);
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(localStorage.getItem('refreshToken')).toBe('R1');
    await pass(2_000);
    expect(address()).toBe('/dashboard');
  });

  test('8.23, 8.29 that is refused shows the error or message of the server, or else its own sentence, and when nothing came back', async () => {
    const { backend, press } = await openFilled({});
    const refusals = [
      [{ status: 400, json: { detail: 'D', message: 'M', error: 'E' } }, 'E'],
      [{ status: 400, json: { detail: 'D', message: 'M', error: {} } }, 'M'],
      [{ status: 400, json: { other: ['Wrong.'] } }, 'Wrong.'],
      ...wordlessRefusalsOf('Password change failed. Please try again.').map(([, ...row]) => row),
    ] as const;
    for (const [answer, sentence] of refusals) {
      backend.answer({ [change]: answer });
      await press('Change password');
      expect(alerts()).toEqual([sentence]);
    }
    expect(backend.sent).toHaveLength(refusals.length);
    await pass(60_000);
    expect(alerts()).toHaveLength(1);
    expect(address()).toBe('/change-password');
  });

  test('8.23 a refusal that names its field stands at that field, which takes the focus', async () => {
    const wrong = { error: 'Wrong password.', old_password: ['Wrong password.'] };
    const { press } = await openFilled({ 'POST /account/change-password/': { status: 400, json: wrong } });
    await press('Change password');
    expect([errorAt('old_password'), alerts()]).toEqual(['Wrong password.', []]);
    expect(document.activeElement).toBe(field('old_password'));
  });

  test('8.23, 4.11 a wrong current password that is told by 401 is tried once more, and signs nobody out', async () => {
    const { backend, press } = await openFilled({
      [change]: { status: 401, json: { error: 'That is not your password.' } },
      [refresh]: { json: { access: 'A2' } },
    });
    await press('Change password');
    expect(backend.calls(change).map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer A1',
      'Bearer A2',
    ]);
    expect(alerts()).toEqual(['That is not your password.']);
    expect(address()).toBe('/change-password');
  });

  test('8.23 nor does it when the refresh is refused while the access token is still good', async () => {
    const { backend, press } = await openFilled({
      [change]: { status: 401, json: { error: 'That is not your password.' } },
      [refresh]: { status: 401 },
      [currentUser]: { json: noor },
    });
    await press('Change password');
    expect(backend.calls(currentUser).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer A1']);
    expect(alerts()).toEqual(['That is not your password.']);
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(address()).toBe('/change-password');
  });

  test('4.13, 8.26 an access token that is refused as well ends the session', async () => {
    const { press } = await openFilled({
      [change]: { status: 401 },
      [refresh]: { status: 401 },
      [currentUser]: { status: 401 },
    });
    await press('Change password');
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
    expect(statuses()).toEqual(['Session expired. Please log in again.']);
  });

  test('4.16 its token does not take the place of a sign-in made meanwhile in another tab, also of the same teacher', async () => {
    const late = lateAnswer();
    const { press } = await openFilled({ [change]: () => late.answer });
    await press('Change password');
    await otherTab({ refreshToken: 'R9', accessToken: 'A9' });
    late.give({ json: { access: 'A2', refresh: 'R2' } });
    await settle();
    expect({ ...localStorage }).toEqual({ accessToken: 'A9', refreshToken: 'R9', user: JSON.stringify(noor) });
  });
});

describe('a change whose page was left before the answer', () => {
  async function left() {
    const late = lateAnswer();
    const opened = await openFilled({ [change]: () => late.answer });
    await opened.press('Change password');
    await opened.press('Back to Dashboard', 'link');
    expect(address()).toBe('/dashboard');
    return late;
  }

  test('4.25, 7.8 is made all the same: the tokens that come back are kept, and it is told', async () => {
    const late = await left();
    late.give({ json: { message: 'It is changed.', access: 'A2', refresh: 'R2' } });
    await settle();
    expect(statuses()).toContain('Your password was changed.');
    expect({ ...localStorage }).toEqual({ accessToken: 'A2', refreshToken: 'R2', user: JSON.stringify(noor) });
    await pass(60_000);
    expect(address()).toBe('/dashboard');
  });

  test('8.23 or is told not to be', async () => {
    const late = await left();
    late.give({ status: 400, json: { error: 'That is not your password.' } });
    await settle();
    expect(alerts()).toEqual(['Change Password: That is not your password.']);
    expect(localStorage.getItem('accessToken')).toBe('A1');
  });
});
