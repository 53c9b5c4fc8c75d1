import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, type Answers, lateAnswer, type Sent, StubSocket, stubBackend } from '../support/backend';
import { algebra, milo } from '../support/classroom';
import { address, alerts, noor, openApp, pageText, pass, settle, statuses } from '../support/screen';
import {
  endOfSession,
  happen,
  logOut,
  otherTabUnheard,
  showTab,
  startOfSession,
  tellOfStorage,
  tokenOf,
} from '../support/session';

/* Two teachers at one browser: nothing of the first is asked for with the second's token, or shown to her. */

const omar = { id: 2, first_name: 'Omar', last_name: 'Reyes', email: 'omar@school.example' };
const noorsToken = tokenOf(noor);
const omarsToken = tokenOf(omar);
const noorSignedIn = { accessToken: noorsToken, refreshToken: 'noor-1', user: noor };

const list = 'GET /section/list/';
const status = 'GET /detection/sessions/status/7/';
const refresh = 'POST /account/refresh/';
const drama = { id: 9, name: 'Drama 7c', subject: 'Arts' };

const bearer = ({ headers }: Sent) => headers.get('Authorization')?.replace('Bearer ', '') ?? '';
/** Whose token a call was made with. */
const sender = (sent: Sent) => ({ [noorsToken]: 'Noor', [omarsToken]: 'Omar' })[bearer(sent)] ?? bearer(sent);

/** Each teacher has a section of her own. */
const answers: Answers = {
  [list]: (sent) => ({
    json: [sender(sent) === 'Omar' ? drama : algebra],
  }),
  [status]: { json: { is_active: false } },
  'GET /detection/logs/': { json: [] },
  'GET /account/current-user/': (sent) => ({ json: sender(sent) === 'Omar' ? omar : noor }),
};

async function openAsNoor(path: string, more: Answers = {}) {
  const backend = stubBackend({ ...answers, ...more });
  return { backend, ...(await openApp(path, { stored: noorSignedIn })) };
}

/** In another tab Noor signs out and Omar signs in; this tab has not heard of either. */
const omarReplacesNoor = () => otherTabUnheard([...endOfSession('signedOut'), ...startOfSession(omar, 'omar-1')]);

/** The page is Omar's, and was asked for with his token only. */
function expectOmarsDashboard(later: Sent[]) {
  expect(address()).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'Drama 7c' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Account menu/ }).textContent).toContain('Omar Reyes');
  expect(pageText()).not.toMatch(/Algebra|Noor|expired|signed out/);
  expect(later.map((sent) => [sender(sent), sent.method, sent.path])).toEqual([['Omar', 'GET', '/section/list/']]);
  expect(StubSocket.all.map(({ url, readyState }) => [url.searchParams.get('token'), readyState])).toEqual([
    [noorsToken, 3],
    [omarsToken, 0],
  ]);
  expect({ ...localStorage }).toEqual({
    accessToken: omarsToken,
    refreshToken: 'omar-1',
    user: JSON.stringify(omar),
  });
}

describe('another teacher signs in, in another tab', () => {
  const ways: [string, (opened: Awaited<ReturnType<typeof openAsNoor>>) => Promise<unknown>][] = [
    ['at the next poll', () => pass(10_000)],
    ['when the tab is shown again', () => showTab('visible')],
    ['at the next press', ({ press }) => press('Start Detection')],
    ['at a logout, which is not Omar’s', (opened) => logOut(opened)],
    ['when the live channel comes back', () => happen(() => StubSocket.latest.drop()).then(() => pass(1_000))],
    ['when the live channel is refused', () => happen(() => StubSocket.latest.drop(4401))],
  ];
  test.each(ways)('4.16, 4.10 it is noticed %s, also before the browser tells of it', async (_, notice) => {
    const opened = await openAsNoor('/sections/7');
    const before = opened.backend.sent.length;
    const tell = omarReplacesNoor();
    await notice(opened);
    expectOmarsDashboard(opened.backend.sent.slice(before));
    await tell();
    expectOmarsDashboard(opened.backend.sent.slice(before));
    await pass(30_000);
    expect(opened.backend.calls(status).filter((sent) => sender(sent) === 'Omar')).toEqual([]);
  });

  test('4.16, 4.10 it is noticed by the first of several calls that one press makes, and none of them is sent', async () => {
    const { backend, press } = await openAsNoor('/dashboard');
    const before = backend.sent.length;
    omarReplacesNoor();
    await press('Algebra 9b', 'link');
    expectOmarsDashboard(backend.sent.slice(before));
  });

  test('4.16 nothing of the second is shown on a page that the first goes to before it is noticed', async () => {
    const { backend, press } = await openAsNoor('/dashboard');
    const username = () => document.querySelector<HTMLInputElement>('[autocomplete="username"]')?.value;
    const before = backend.sent.length;
    const tell = omarReplacesNoor();
    await press(/^Account menu/);
    await press('Change Password', 'menuitem');
    expect(address()).toBe('/change-password');
    expect(screen.getByRole('button', { name: 'Account menu' })).toBeTruthy();
    expect(username()).toBe('');
    expect(pageText()).not.toContain('Omar');

    await tell();
    expectOmarsDashboard(backend.sent.slice(before));
    await press(/^Account menu/);
    await press('Change Password', 'menuitem');
    expect(screen.getByRole('button', { name: /^Account menu/ }).textContent).toContain('Omar Reyes');
    expect(username()).toBe(omar.email);
  });

  test('4.16 the browser’s first word of it is enough, which is of the sign-out', async () => {
    const { backend } = await openAsNoor('/sections/7');
    const before = backend.sent.length;
    omarReplacesNoor();
    await tellOfStorage({ key: 'accessToken', oldValue: noorsToken, newValue: null });
    expectOmarsDashboard(backend.sent.slice(before));
  });

  test.each<[string, Answer]>([
    ['a success', { json: [algebra] }],
    ['a 401', { status: 401 }],
    ['a refusal', { status: 500 }],
    ['a network that is down', 'fail'],
  ])('4.16, 4.11 what was under way is dropped, and never made again with the other token: %s', async (_, answer) => {
    const late = lateAnswer();
    const { backend } = await openAsNoor('/dashboard', { [list]: () => late.answer });
    const before = backend.sent.length;
    backend.answer({ [list]: answers[list] ?? 'fail' });
    const tell = omarReplacesNoor();
    late.give(answer);
    await settle();
    // Any answer makes the page look at who is signed in.
    if (answer === 'fail') await showTab('visible');
    expectOmarsDashboard(backend.sent.slice(before));
    await tell();
    expectOmarsDashboard(backend.sent.slice(before));
    expect(alerts()).toEqual([]);
  });

  test('4.11 a change that is refused for the first teacher is not made for the second', async () => {
    const late = lateAnswer();
    const { backend, press, fill } = await openAsNoor('/sections/7', {
      'DELETE /section/7/delete/': () => late.answer,
    });
    await press('Delete Section');
    await fill({ password: 'chalk' });
    await press('Delete section');
    const before = backend.sent.length;
    omarReplacesNoor();
    late.give({ status: 401 });
    await settle();
    expectOmarsDashboard(backend.sent.slice(before));
  });

  test('4.16 a change that waits for another is dropped', async () => {
    const add = 'POST /section/7/add-students/';
    const late = lateAnswer();
    const { backend, press, user } = await openAsNoor('/sections/7/add-students', {
      [add]: () => late.answer,
      'GET /section/search-students/': { json: [milo] },
      'DELETE /section/7/delete/': { status: 204 },
    });
    await user.type(screen.getByRole('searchbox'), 'mi');
    await pass(250);
    await user.click(screen.getByRole('checkbox', { name: 'Select Milo Fennimore' }));
    await press('Add Selected Students');
    await press('Overview', 'link');
    await press('Delete Section');
    await user.type(screen.getByLabelText('Password'), 'chalk{Enter}');
    await settle();
    const before = backend.sent.length;
    omarReplacesNoor();
    late.give({ status: 204 });
    await settle();
    expectOmarsDashboard(backend.sent.slice(before));
    expect(statuses()).toEqual([]);
  });

  test('4.16 a public page that goes on stays, with the other teacher’s session behind it', async () => {
    await openAsNoor('/forgot-password');
    await omarReplacesNoor()();
    expect(address()).toBe('/forgot-password');
    expect(StubSocket.latest.url.searchParams.get('token')).toBe(omarsToken);
  });
});

test('4.16 the same teacher, signed in anew in another tab, stays where she is', async () => {
  const { backend } = await openAsNoor('/sections/7');
  await otherTabUnheard([
    ['refreshToken', 'noor-2'],
    ['accessToken', tokenOf(noor, 2)],
  ])();
  expect(address()).toBe('/sections/7');
  await pass(10_000);
  expect(backend.calls(status).map(bearer)).toEqual([noorsToken, tokenOf(noor, 2)]);
  expect(StubSocket.all).toHaveLength(1);
});

describe('a renewal whose answer comes after another sign-in', () => {
  const endings: [string, Answer][] = [
    ['new tokens', { json: { access: tokenOf(noor, 2), refresh: 'noor-2' } }],
    ['a new access token', { json: { access: tokenOf(noor, 2) } }],
    ['a refusal', { status: 401 }],
    ['nothing', 'fail'],
  ];

  /** Noor's list was refused, and her refresh is under way. */
  async function openRenewing() {
    const late = lateAnswer();
    const opened = await openAsNoor('/dashboard', {
      [list]: (sent) => (sender(sent) === 'Noor' ? { status: 401 } : { json: [drama] }),
      [refresh]: () => late.answer,
    });
    expect(opened.backend.calls(refresh).map(({ body }) => body)).toEqual([{ refresh: 'noor-1' }]);
    return { ...opened, late };
  }

  test.each(endings)('4.12, 4.13, 4.16 leaves the other teacher’s tokens alone: %s', async (_, ending) => {
    const { backend, late } = await openRenewing();
    const before = backend.sent.length;
    const tell = omarReplacesNoor();
    late.give(ending);
    await settle();
    // Nothing came back: that is no reason to look at the storage, but the next call is.
    if (ending === 'fail') await showTab('visible');
    expectOmarsDashboard(backend.sent.slice(before));
    await tell();
    await pass(0);
    expectOmarsDashboard(backend.sent.slice(before));
  });

  test.each(endings)('4.12, 4.13, 4.16 comes too late when the browser has told of it: %s', async (_, ending) => {
    const { backend, late } = await openRenewing();
    const before = backend.sent.length;
    await omarReplacesNoor()();
    expectOmarsDashboard(backend.sent.slice(before));
    late.give(ending);
    await settle();
    expectOmarsDashboard(backend.sent.slice(before));
  });

  test.each(endings.slice(0, 3))(
    '4.12, 4.13 leaves the tokens of the same teacher’s newer sign-in alone, and uses them: %s',
    async (_, ending) => {
      const { backend, late } = await openRenewing();
      const newer = tokenOf(noor, 5);
      otherTabUnheard([
        ['refreshToken', 'noor-5'],
        ['accessToken', newer],
      ]);
      late.give(ending);
      await settle();
      expect({ ...localStorage }).toEqual({ accessToken: newer, refreshToken: 'noor-5', user: JSON.stringify(noor) });
      expect(address()).toBe('/dashboard');
      expect(screen.getByRole('link', { name: 'Drama 7c' })).toBeTruthy();
      expect(backend.calls(refresh)).toHaveLength(1);
      expect(bearer(backend.calls(list).at(-1)!)).toBe(newer);
      // It is still the one session.
      expect(StubSocket.all).toHaveLength(1);
    },
  );

  test('4.13, 8.18 clears no newer sign-in either when the old access token turns out to be dead', async () => {
    const late = lateAnswer();
    const { press, fill } = await openAsNoor('/sections/7', {
      'DELETE /section/7/delete/': { status: 401 },
      [refresh]: { status: 401 },
      'GET /account/current-user/': () => late.answer,
    });
    await press('Delete Section');
    await fill({ password: 'chalk' });
    await press('Delete section');
    const newer = tokenOf(noor, 5);
    otherTabUnheard([
      ['refreshToken', 'noor-5'],
      ['accessToken', newer],
    ]);
    late.give({ status: 401 });
    await settle();
    expect({ ...localStorage }).toEqual({ accessToken: newer, refreshToken: 'noor-5', user: JSON.stringify(noor) });
    expect(address()).not.toBe('/login');
    expect(StubSocket.latest.url.searchParams.get('token')).toBe(newer);
  });

  test.each(endings.slice(0, 2))('4.13 brings nobody back who has signed out meanwhile: %s', async (_, ending) => {
    const { late } = await openRenewing();
    otherTabUnheard(endOfSession('signedOut'));
    late.give(ending);
    await settle();
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
  });
});
