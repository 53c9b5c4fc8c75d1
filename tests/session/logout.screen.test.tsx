import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, lateAnswer, StubSocket, stubBackend } from '../support/backend';
import { aiko, algebra, openHeldSection, openSection, say } from '../support/classroom';
import { address, alerts, noor, noorSignedIn, openApp, pass, statuses } from '../support/screen';
import { happen, logOut, travel } from '../support/session';

const logout = 'POST /account/logout/';
const list = 'GET /section/list/';
const add = 'POST /section/7/add-students/';
const ada = { id: 1, name: 'Ada', email: 'ada@students.example' };

async function openDashboard(answer: Answer, stored: object = noorSignedIn) {
  const backend = stubBackend({ [list]: { json: [] }, [logout]: answer });
  const opened = await openApp('/dashboard', { stored });
  return { ...opened, backend, logOut: () => logOut(opened) };
}

describe('logout', () => {
  test.each<[string, Answer]>([
    ['says nothing', { status: 205 }],
    ['says something', { json: { message: 'Bye.' } }],
    ['refuses', { status: 401, json: { detail: 'Token is blacklisted' } }],
    ['fails', new Response('<h1>Server Error</h1>', { status: 500 })],
    ['is down', 'fail'],
    ['never answers', 'hang'],
  ])(
    '4.17, 7.5 security 2: clears the tokens at once, closes the live channel and leads to /login when the server %s',
    async (_, answer) => {
      const { backend, logOut } = await openDashboard(answer);
      await happen(() => StubSocket.latest.open());
      const before = backend.sent.length;
      await logOut();
      expect({ ...localStorage }).toEqual({});
      expect(address()).toBe('/login');
      expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
      expect([...alerts(), ...statuses()]).toEqual([]);
      expect(StubSocket.latest.readyState).toBe(3);
      expect(backend.calls(logout).map(({ body, headers }) => [body, headers.get('Authorization')])).toEqual([
        [{ refresh: 'R1' }, 'Bearer A1'],
      ]);
      await pass(60_000);
      expect(backend.sent).toHaveLength(before + 1);
      expect(StubSocket.all).toHaveLength(1);
      expect(address()).toBe('/login');
    },
  );

  test('tells nothing to what has ended, on a section page with a change under way', async () => {
    const opened = await openHeldSection(
      [add],
      { 'GET /section/search-students/': { json: [ada] }, [logout]: { status: 204 } },
      '/add-students',
    );
    await opened.user.type(screen.getByRole('searchbox'), 'ad');
    await pass(250);
    await opened.user.click(screen.getByRole('checkbox', { name: 'Select Ada' }));
    await opened.press('Add Selected Students');
    const told = vi.spyOn(opened.system.session()!, 'send');
    await happen(() => opened.system.get('auth').send({ type: 'logout.submit' }));
    expect(address()).toBe('/login');
    expect(told.mock.calls).toEqual([]);
  });

  test('4.17 without a refresh token names the access token', async () => {
    const { backend, logOut } = await openDashboard('fail', { accessToken: 'A1', user: noor });
    await logOut();
    expect(backend.calls(logout).map(({ body, headers }) => [body, headers.get('authorization')])).toEqual([
      [{}, 'Bearer A1'],
    ]);
    expect({ ...localStorage }).toEqual({});
    expect(address()).toBe('/login');
  });

  test('4.17 security 2: leaves nothing to go back to', async () => {
    const { backend, logOut } = await openDashboard({ status: 204 });
    await logOut();
    window.history.pushState(null, '', '/sections/7');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await pass(0);
    expect(address()).toBe('/login');
    expect(backend.sent).toHaveLength(2);
  });

  test.each<[string, Answer]>([
    ['a success', { status: 204 }],
    ['a refusal', { status: 401 }],
    ['nothing', 'hang'],
  ])('4.17, 4.10 a sign-in right after it is not touched by its late end: %s', async (_, end) => {
    const late = lateAnswer();
    const { backend, logOut, fill, press } = await openDashboard({ status: 204 });
    backend.answer({
      [logout]: () => late.answer,
      'POST /account/login/teacher/': { json: { access: 'A9', refresh: 'R9' } },
      'GET /account/current-user/': { json: noor },
    });
    await logOut();
    await fill({ email: noor.email, password: 'chalk' });
    await press('Sign in');
    expect(address()).toBe('/dashboard');
    late.give(end);
    await pass(60_000);
    expect(address()).toBe('/dashboard');
    expect(localStorage.getItem('accessToken')).toBe('A9');
    expect(StubSocket.latest.url.search).toBe('?token=A9');
    expect(backend.calls(logout)).toHaveLength(1);
  });
});

describe('logout while a change is under way', () => {
  const create = 'POST /section/create/';
  const title = 'Your last change is still being saved';

  async function creating(end: () => Promise<Answer>) {
    const { backend, logOut, fill, press } = await openDashboard({ status: 204 });
    backend.answer({ [create]: end });
    await press(/^Create New Section/);
    await fill({ name: '4c', subject: 'History' });
    await press('Create section');
    await press('Cancel');
    await logOut();
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    expect(localStorage.getItem('accessToken')).toBe('A1');
    expect(backend.calls(logout)).toEqual([]);
    return { backend, press };
  }

  test('4.17 waits for it, and ends the session as soon as it is made', async () => {
    const late = lateAnswer();
    const { backend } = await creating(() => late.answer);
    await pass(20_000);
    expect(address()).toBe('/dashboard');
    late.give({ status: 201 });
    await pass(0);
    expect(address()).toBe('/login');
    expect({ ...localStorage }).toEqual({});
    expect(backend.calls(create)).toHaveLength(1);
  });

  test('4.17 a change that fails is told, and the teacher stays', async () => {
    const late = lateAnswer();
    await creating(() => late.answer);
    late.give({ status: 500 });
    await pass(0);
    expect(address()).toBe('/dashboard');
    expect(alerts()).toEqual(['4c: Failed to create section.']);
    expect(screen.queryByRole('dialog', { name: title })).toBeNull();
    expect(localStorage.getItem('accessToken')).toBe('A1');
  });

  test('4.17 need not be waited for', async () => {
    const late = lateAnswer();
    const { press } = await creating(() => late.answer);
    expect(screen.getByText(/You will be logged out as soon as it is saved\./)).toBeTruthy();
    await press('Stay logged in');
    expect(screen.queryByRole('dialog', { name: title })).toBeNull();
    expect(address()).toBe('/dashboard');
    await press(/^Account menu/);
    await press('Logout', 'menuitem');
    await press('Log out without waiting');
    expect(address()).toBe('/login');
    expect({ ...localStorage }).toEqual({});
  });

  test('4.17 a change of the page in between leaves it at that', async () => {
    const late = lateAnswer();
    await creating(() => late.answer);
    await travel('/change-password');
    expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
    late.give({ status: 201 });
    await pass(0);
    expect(address()).toBe('/login');
  });

  test.each<[string, Answer]>([
    ['fails', { status: 500 }],
    ['is made in part', { json: { ...algebra, students: [aiko] } }],
  ])('4.17 an addition that %s while detection is being stopped keeps the teacher here', async (_, answer) => {
    const late = lateAnswer();
    const opened = await openSection({
      [add]: () => late.answer,
      'POST /detection/sessions/stop/': { status: 200 },
      [logout]: { status: 204 },
    });
    await happen(() => StubSocket.latest.open());
    await say({ type: 'status_update', section_id: 7, status: { is_active: true } });
    const left = new AbortController();
    const students = ['ada', 'bob'].map((id) => ({ id, name: id, email: `${id}@students.example` }));
    await happen(() => {
      opened.system.sendWrite({ kind: 'addStudents', sectionId: '7', students }, left.signal).catch(() => {});
      left.abort();
    });
    await logOut(opened);
    await opened.press('Stop and log out');
    late.give(answer);
    await pass(0);
    expect(address()).toBe('/sections/7');
    expect(alerts()).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('4.17 an unanswered start that a message has reported is stopped before the teacher is logged out', async () => {
  const start = 'POST /detection/sessions/start/';
  const stop = 'POST /detection/sessions/stop/';
  const opened = await openHeldSection([start, stop], { [logout]: { status: 204 } });
  const { calls, give, press } = opened;
  await happen(() => StubSocket.latest.open());
  await press('Start Detection');
  await say({ type: 'detection_start', section_id: 7 });
  await logOut(opened);
  await press('Stop and log out');
  expect(calls(stop)).toEqual([]);
  expect(screen.getByRole('button', { name: 'Stopping…' })).toBeTruthy();
  await give(start, { json: {} });
  expect(address()).toBe('/sections/7');
  await give(stop, { json: {} });
  expect(address()).toBe('/login');
});
