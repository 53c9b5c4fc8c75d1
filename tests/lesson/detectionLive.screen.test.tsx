import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { lateAnswer, StubSocket } from '../support/backend';
import { active, expectSession, inactive, openSection, say } from '../support/classroom';
import { alerts, noor, pass, settle, statuses } from '../support/screen';

const user = 'GET /account/current-user/';
const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';
const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';

describe('live messages', () => {
  test.each([
    ['4.2 detection_start', { type: 'detection_start', section_id: 7 }],
    ['4.2, 3.3 detection_start with its section as text', { type: 'detection_start', section_id: '7' }],
    ['4.3 status_update', { type: 'status_update', section_id: 7, status: { is_active: true } }],
  ])('%s turns detection active', async (_name, message) => {
    await openSection();
    act(() => StubSocket.latest.open());
    await say(message);
    expectSession('active');
  });

  test('4.5 status_update turns it inactive', async () => {
    await openSection({ [status]: active });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    expectSession('active');
    act(() => StubSocket.latest.open());
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    expectSession('inactive');
  });

  test('4.6, 3.11 what is for another section, unknown or malformed changes nothing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await openSection();
    act(() => StubSocket.latest.open());
    await settle();
    for (const message of [
      { type: 'detection_start', section_id: 8 },
      { type: 'detection_start', section_id: 77 },
      { type: 'status_update', section_id: '8', status: { is_active: true } },
      { type: 'status_update', section_id: 7, status: { is_active: 'true' } },
      { type: 'status_update', section_id: 7, status: null },
      { type: 'status_update', section_id: 7, status: true },
      { type: 'status_update', section_id: 7, is_active: true },
      { type: 'detection_start', section_id: { id: 7 } },
      { type: 'status_update', section_id: 7 },
      { type: 'detection_start' },
      { type: 'detection_start', section_id: null },
      { type: 'detection_stop', section_id: 7 },
      { section_id: 7, status: { is_active: true } },
      [],
      null,
      7,
      '{"type": "detection_start"',
      '<html></html>',
      '',
    ]) {
      await say(message);
      expectSession('inactive');
    }
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('a detection that another window starts or stops settles what is under way here', async () => {
    const [starting, stopping] = [lateAnswer(), lateAnswer()];
    const { press } = await openSection({ [start]: () => starting.answer, [stop]: () => stopping.answer });
    act(() => StubSocket.latest.open());
    await press('Start Detection');
    await say({ type: 'detection_start', section_id: 7 });
    expect(screen.getByText('Detection Active')).toBeTruthy();
    // A stop would have to wait for the answer.
    expect(screen.getByRole('button', { name: 'Starting…' })).toBeTruthy();
    starting.give({ status: 500 });
    await settle();
    expectSession('active');
    await pass(2_000);
    await press('Stop Detection');
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    stopping.give({ status: 500 });
    await settle();
    expectSession('inactive');
    expect(alerts()).toEqual([]);
  });

  test.each([
    ['4.1, 4.2', 'Start Detection', start, inactive, { type: 'detection_start', section_id: 7 }, 'active'],
    [
      '4.4, 4.5',
      'Stop Detection',
      stop,
      active,
      { type: 'status_update', section_id: 7, status: { is_active: false } },
      'inactive',
    ],
  ] as const)('%s a message that outruns the answer to %s says it all', async (...row) => {
    const [, button, call, before, message, after] = row;
    const late = lateAnswer();
    const { backend, press } = await openSection({ [status]: before, [logs]: 'hang', [call]: () => late.answer });
    act(() => StubSocket.latest.open());
    await press(button);
    await say(message);
    backend.answer({ [status]: after === 'active' ? active : inactive });
    late.give({ status: 200 });
    await settle();
    expectSession(after);
    expect([...alerts(), ...statuses()]).toEqual([after === 'active' ? 'Detection Active' : 'Detection Inactive']);
  });

  test('a start that is answered late says nothing against a stop elsewhere that is known by then: the status is polled', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ [start]: () => late.answer });
    act(() => StubSocket.latest.open());
    await press('Start Detection');
    await pass(1);
    await say({ type: 'detection_start', section_id: 7 });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    const polls = backend.calls(status).length;
    late.give({ status: 200 });
    await settle();
    expectSession('inactive');
    expect(backend.calls(status)).toHaveLength(polls + 1);
  });

  test('what others did while the current user was checked says nothing of the start that follows', async () => {
    const check = lateAnswer();
    const { backend, press } = await openSection({ [start]: { status: 200 } });
    backend.answer({ [user]: () => check.answer });
    act(() => StubSocket.latest.open());
    await press('Start Detection');
    await say({ type: 'detection_start', section_id: 7 });
    await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
    expect(screen.getByText('Detection Inactive')).toBeTruthy();
    await pass(1);
    backend.answer({ [status]: active });
    check.give({ json: noor });
    await settle();
    expectSession('active');
  });

  test.each(['its answer', 'a message'])(
    'a stop that nobody waits for any more is told by %s, and is no stop elsewhere',
    async (by) => {
      const late = lateAnswer();
      const { press } = await openSection({ [status]: active, [stop]: () => late.answer });
      act(() => StubSocket.latest.open());
      await settle();
      await press('Stop Detection');
      await press('Back to Dashboard', 'link');
      await press('Algebra 9b', 'link');
      expect(screen.getByText('Detection Active')).toBeTruthy();
      if (by === 'a message') await say({ type: 'status_update', section_id: 7, status: { is_active: false } });
      late.give({ status: 200 });
      await settle();
      expectSession('inactive');
      expect(screen.queryByText('Stopped elsewhere')).toBeNull();
    },
  );
});
