import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answer, lateAnswer, pageForSuccess, StubSocket, toldOf, wordlessRefusals } from '../support/backend';
import { active, expectSession, inactive, openSection, say } from '../support/classroom';
import { address, alerts, pass, settle, statuses } from '../support/screen';
import { happen } from '../support/session';

const user = 'GET /account/current-user/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';
const status = 'GET /detection/sessions/status/7/';

describe('the session', () => {
  test.each([
    ['active', active],
    ['inactive', inactive],
  ] as const)('2.13, 2.14, 7.20 shows that detection is %s, as the status says', async (state, answer) => {
    const { backend } = await openSection({ [status]: answer });
    expectSession(state);
    expect(backend.calls(status).map(({ url }) => url)).toEqual([
      'https://api.school.example/detection/sessions/status/7/',
    ]);
  });

  test('4.1, 7.18 starts it after a re-check of the user, with the section as a number', async () => {
    const { backend, press } = await openSection({ [start]: { status: 201 } });
    const before = backend.sent.length;
    await press('Start Detection');
    expect(backend.sent.slice(before).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/account/current-user/', undefined],
      ['POST', '/detection/sessions/start/', { section_id: 7, is_active: true }],
    ]);
    expectSession('active');
  });

  test('4.4, 7.19 stops it after a re-check of the user, with the section as a number, and fetches the last logs', async () => {
    const { backend, press } = await openSection({ [status]: active, [stop]: { status: 205 } });
    const before = backend.sent.length;
    await press('Stop Detection');
    expect(backend.sent.slice(before).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/account/current-user/', undefined],
      ['POST', '/detection/sessions/stop/', { section_id: 7 }],
      ['GET', '/detection/logs/?section=7', undefined],
    ]);
    expectSession('inactive');
  });

  test.each([
    ['start', 'Start Detection', 'Started', 'Stop Detection', start, stop, 'active'],
    ['stop', 'Stop Detection', 'Stopped', 'Start Detection', stop, start, 'inactive'],
  ] as const)('a second press within 2 s of a %s does not undo it', async (...row) => {
    const [, button, turned, opposite, call, undo, state] = row;
    const before = state === 'active' ? inactive : active;
    const { backend, press, user } = await openSection({
      [call]: { status: 200 },
      [undo]: { status: 200 },
      [status]: before,
    });
    await press(button);
    backend.answer({ [status]: state === 'active' ? active : inactive });
    const place = screen.getByRole('button', { name: turned });
    await user.click(place);
    await pass(500);
    await user.click(place);
    fireEvent.click(place, { detail: 2 });
    await user.keyboard('{Enter}');
    await pass(1_499);
    await user.click(place);
    await settle();
    expect(backend.calls(undo)).toEqual([]);
    expectSession(state);
    await pass(1);
    await press(opposite);
    expect(backend.calls(undo)).toHaveLength(1);
  });

  test('what another window starts is not stopped by the press that meant to start it', async () => {
    const { backend, user } = await openSection({ [status]: inactive, [stop]: { status: 200 } });
    await happen(() => StubSocket.latest.open());
    const place = screen.getByRole('button', { name: 'Start Detection' });
    await say({ type: 'detection_start', section_id: 7 });
    await user.click(place);
    expect(place.textContent).toBe('Started');
    expect(backend.calls(stop)).toEqual([]);
    expectSession('active');
  });

  test('a key that is held down starts once and does not stop', async () => {
    const { backend, press } = await openSection({ [start]: { status: 201 }, [stop]: { status: 200 } });
    await press('Start Detection');
    await pass(2_000);
    const stopping = screen.getByRole('button', { name: 'Stop Detection' });
    expect(fireEvent.keyDown(stopping, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(stopping, { key: 'Enter' })).toBe(true);
    expect(backend.calls(stop)).toEqual([]);
  });

  const actions = [
    ['Start Detection', '8.16', 'Starting…', start, inactive, 'Failed to start detection. Please try again.'],
    ['Stop Detection', '8.17', 'Stopping…', stop, active, 'Failed to stop detection. Please try again.'],
  ] as const;

  const unchecked: [string, Answer][] = [
    ['a refusal', { status: 403, json: { detail: 'Blocked.' } }],
    ['no user', { status: 204 }],
    ['a network that is down', 'fail'],
  ];

  describe.each(actions)('by %s', (button, rule, busy, call, before, sentence) => {
    const state = before === active ? 'active' : 'inactive';

    test('pressed twice sends one request, and the badge waits for its answer', async () => {
      const late = lateAnswer();
      const { backend, user } = await openSection({ [status]: before, [call]: () => late.answer });
      await user.dblClick(screen.getByRole('button', { name: button }));
      await settle();
      await user.click(screen.getByRole('button', { name: busy }));
      expect(screen.getByText(state === 'active' ? 'Detection Active' : 'Detection Inactive')).toBeTruthy();
      late.give({ json: {} });
      await settle();
      expect(backend.calls(call)).toHaveLength(1);
      expectSession(state === 'active' ? 'inactive' : 'active');
    });

    const refusals: [string, Answer][] = [
      ['words of its own', { status: 400, json: { detail: 'A session is there.', message: 'No.' } }],
      ...wordlessRefusals,
      ['a page for a success', pageForSuccess],
    ];
    test.each(refusals)(
      `${rule}, 4.27, 8.29 refused with %s it says so for 3 s, and nothing has changed`,
      async (...row) => {
        const { press } = await openSection({ [status]: before, [call]: row[1] });
        const told = toldOf(sentence, row[1]);
        await press(button);
        expect(alerts()).toEqual([told]);
        expectSession(state);
        await pass(2999);
        expect(alerts()).toEqual([told]);
        await pass(1);
        expect(alerts()).toEqual([]);
      },
    );

    test.each(unchecked)(`${rule} is not sent when the re-check answers with %s`, async (_name, answer) => {
      const { backend, press } = await openSection({ [status]: before, [user]: answer });
      await press(button);
      expect(alerts()).toEqual([toldOf(sentence, answer)]);
      expectSession(state);
      expect(backend.calls(call)).toEqual([]);
    });

    test('8.26 a re-check answered with 401, also after a refresh, says that the session has expired', async () => {
      const { backend, press } = await openSection({
        [status]: before,
        [user]: { status: 401, json: { detail: 'No.' } },
        'POST /account/refresh/': { json: { access: 'A2' } },
      });
      await press(button);
      expect(alerts()).toEqual(['Session expired. Please log in again.']);
      expect(backend.calls(user)).toHaveLength(2);
      expect(backend.calls(call)).toEqual([]);
      expectSession(state);
    });

    test('a session that has ended by then leads to /login', async () => {
      const { backend, press } = await openSection({
        [status]: before,
        [user]: { status: 401 },
        'POST /account/refresh/': { status: 401 },
      });
      await press(button);
      expect(address()).toBe('/login');
      expect(backend.calls(call)).toEqual([]);
      expect(localStorage.length).toBe(0);
    });

    test('left in mid-request it is not given up, and what became of it is told where the teacher is', async () => {
      const late = lateAnswer();
      const { backend, press } = await openSection({ [status]: before, [call]: () => late.answer });
      act(() => StubSocket.latest.open());
      await press(button);
      await press('Back to Dashboard', 'link');
      expect(backend.calls(call)[0]?.signal.aborted).toBe(false);
      late.give({ status: 200 });
      await settle();
      expect(address()).toBe('/dashboard');
      const done = state === 'active' ? 'stopped' : 'started';
      expect(statuses()).toEqual([`Detection was ${done} in Algebra 9b.`]);
      backend.answer({ [status]: 'hang' });
      await press('Algebra 9b', 'link');
      expectSession(state === 'active' ? 'inactive' : 'active');
    });

    test('left in mid-request it is told to have failed, too', async () => {
      const late = lateAnswer();
      const { press } = await openSection({ [status]: before, [call]: () => late.answer });
      await press(button);
      await press('Back to Dashboard', 'link');
      late.give('fail');
      await settle();
      expect(alerts()).toEqual([toldOf(`Algebra 9b: ${sentence}`, 'fail')]);
    });

    test('a teacher who comes back in mid-request still sees it under way', async () => {
      const late = lateAnswer();
      const { backend, press } = await openSection({ [status]: before, [call]: () => late.answer });
      await press(button);
      await press('Back to Dashboard', 'link');
      await press('Algebra 9b', 'link');
      await press(busy);
      expect(backend.calls(call)).toHaveLength(1);
      late.give({ status: 200 });
      await settle();
      expectSession(state === 'active' ? 'inactive' : 'active');
    });
  });
});
