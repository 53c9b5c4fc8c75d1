import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, lateAnswer, wordlessRefusals } from '../support/backend';
import { active, expectSession, inactive, openSection } from '../support/classroom';
import { address, alerts, pageText, pass, settle } from '../support/screen';

const start = 'POST /detection/sessions/start/';
const stop = 'POST /detection/sessions/stop/';
const status = 'GET /detection/sessions/status/7/';
const logs = 'GET /detection/logs/';

const uncheckable = 'The status could not be checked just now. Vigil keeps trying.';
/** What the badge of the session says. */
const badge = () =>
  screen.getByText(/^(Detection (Ina|A)ctive|Checking status…|Status could not be checked)$/).textContent;

/** The tab is hidden, or shown again. */
async function turnTab(visibilityState: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await settle();
}

describe('the status', () => {
  test.each([
    ['inactive', inactive],
    ['active', active],
  ])('4.7 is asked for at once and every 10 s, while %s', async (_name, answer) => {
    const { backend } = await openSection({ [status]: answer });
    for (let asked = 1; asked <= 7; asked += 1) {
      expect(backend.calls(status)).toHaveLength(asked);
      await pass(9999);
      expect(backend.calls(status)).toHaveLength(asked);
      await pass(1);
    }
  });

  test('4.7, 4.1, 4.4 a poll that finds another state turns badge and button', async () => {
    const { backend } = await openSection({ [status]: inactive });
    backend.answer({ [status]: active });
    await pass(9999);
    expectSession('inactive');
    await pass(1);
    expectSession('active');
    backend.answer({ [status]: inactive });
    await pass(10_000);
    expectSession('inactive');
  });

  const failures: [string, Answer][] = [
    ...wordlessRefusals,
    ['a refusal', { status: 404, json: { detail: 'No session yet.' } }],
    ['an empty success', { status: 204 }],
    ['a page for a success', new Response('<html></html>')],
    ['an odd success', { json: { is_active: 'yes' } }],
    ['a list', { json: [true] }],
  ];
  test.each(failures)('4.7, 8.29 a poll answered with %s ends nothing', async (_name, answer) => {
    const { backend } = await openSection({ [status]: active });
    backend.answer({ [status]: answer });
    await pass(10_000);
    await pass(10_000);
    expect(backend.calls(status)).toHaveLength(3);
    expectSession('active');
    expect(alerts()).toEqual([]);
    expect(pageText()).not.toMatch(/\[object|undefined|No session/);
    backend.answer({ [status]: inactive });
    await pass(9999);
    expectSession('active');
    await pass(1);
    expectSession('inactive');
  });

  test('2.13, 4.7 is not known before the first answer, and that is what the badge says', async () => {
    const late = lateAnswer();
    await openSection({ [status]: () => late.answer });
    expect(badge()).toBe('Checking status…');
    late.give(inactive);
    await settle();
    expect(badge()).toBe('Detection Inactive');
  });

  test('4.7 a first poll that fails leaves a session that is unknown, and can be started', async () => {
    const { backend, press } = await openSection({ [status]: 'fail', [start]: { status: 200 } });
    expect(badge()).toBe('Status could not be checked');
    expect(pageText()).toContain(uncheckable);
    await press('Start Detection');
    expectSession('active');
    await pass(10_000);
    expect(backend.calls(status)).toHaveLength(2);
    expectSession('active');
    // Once it is known, a failed poll leaves it; what is said of the poll stays until one succeeds.
    expect(pageText()).toContain(uncheckable);
    backend.answer({ [status]: active });
    await pass(10_000);
    expect(pageText()).not.toContain(uncheckable);
    expectSession('active');
  });

  test('4.7 a start with an unknown outcome leaves it unknown, and polls at once', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ [start]: 'fail' });
    backend.answer({ [status]: () => late.answer });
    await press('Start Detection');
    expect(alerts()).toEqual(['Failed to start detection. Please try again.\nNo answer from the server']);
    expect(badge()).toBe('Checking status…');
    expect(backend.calls(status)).toHaveLength(2);
    late.give(active);
    await settle();
    expectSession('active');
  });

  test('4.7 a stop that is not answered is settled by the poll that says so', async () => {
    const { backend, press } = await openSection({ [status]: active, [stop]: 'hang' });
    await press('Stop Detection');
    backend.answer({ [status]: inactive });
    await pass(10_000);
    expect(badge()).toBe('Detection Inactive');
    expect(screen.queryByText('Stopped elsewhere')).toBeNull();
  });

  test('4.7 is asked for again when a start is not answered, also after the page was left and opened again', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ [start]: () => late.answer });
    await press('Start Detection');
    await press('Back to Dashboard', 'link');
    await press('Algebra 9b', 'link');
    expect(screen.getByRole('button', { name: 'Starting…' })).toBeTruthy();
    const before = backend.calls(status).length;
    backend.answer({ [status]: active });
    late.give('fail');
    await settle();
    expect(alerts()).toEqual(['Failed to start detection. Please try again.\nNo answer from the server']);
    expect(backend.calls(status)).toHaveLength(before + 1);
    expectSession('active');
  });

  test('4.7 is asked for one at a time: one that hangs is reported after 10 s, and the next begins when it is over', async () => {
    const { backend } = await openSection({ [status]: 'hang' });
    await pass(9999);
    expect([badge(), pageText().includes(uncheckable)]).toEqual(['Checking status…', false]);
    await pass(1);
    expect([badge(), pageText().includes(uncheckable)]).toEqual(['Status could not be checked', true]);
    await pass(19_999);
    expect(backend.calls(status)).toHaveLength(1);
    backend.answer({ [status]: active });
    await pass(1);
    expect(backend.calls(status)).toHaveLength(2);
    expectSession('active');
    expect(pageText()).not.toContain(uncheckable);
  });

  test('4.7 what is said of a failed poll is neither taken away nor announced again until one succeeds', async () => {
    const { backend } = await openSection({ [status]: inactive });
    const regions = screen.getAllByRole('status');
    backend.answer({ [status]: 'fail' });
    await pass(10_000);
    const notice = screen.getByText(uncheckable, { exact: false });
    // A screen reader announces only what enters a region that was there before.
    expect(regions).toContain(notice.closest('[role="status"]'));
    await pass(9_000);
    expect(screen.getByText(uncheckable, { exact: false })).toBe(notice);
    const late = lateAnswer();
    backend.answer({ [status]: () => late.answer });
    await pass(5_000);
    expect(screen.getByText(uncheckable, { exact: false })).toBe(notice);
    expectSession('inactive');
    late.give(inactive);
    await settle();
    expect(screen.queryByText(uncheckable, { exact: false })).toBeNull();
  });

  test('4.9 an answer under way when the teacher starts is dropped, the next one counts', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ [start]: { status: 200 } });
    backend.answer({ [status]: () => late.answer });
    await pass(10_000);
    await press('Start Detection');
    expectSession('active');
    late.give(inactive);
    await settle();
    expectSession('active');
    await pass(9999);
    expectSession('active');
    await pass(1);
    expectSession('inactive');
  });

  test('4.9 an answer that a newer poll has overtaken is dropped', async () => {
    const late = lateAnswer();
    const { backend } = await openSection();
    backend.answer({ [status]: () => late.answer });
    await pass(10_000);
    backend.answer({ [status]: inactive });
    // The tab is shown again, which asks at once.
    await turnTab('visible');
    expect(backend.calls(status)).toHaveLength(3);
    late.give(active);
    await settle();
    expectSession('inactive');
  });
});

describe('the logs', () => {
  test('4.8 are fetched 2 s and 10 s after a start and every 30 s while active, at the stop and 3 s after it', async () => {
    const { backend, press } = await openSection({
      [start]: () => {
        backend.answer({ [status]: active });
        return { status: 200 };
      },
      'POST /detection/sessions/stop/': () => {
        backend.answer({ [status]: inactive });
        return { status: 200 };
      },
    });
    await pass(91_000);
    expect(backend.calls(logs)).toHaveLength(1);
    await press('Start Detection');
    const waits = [2_000, 8_000, 20_000, 30_000, 30_000];
    for (const [index, wait] of waits.entries()) {
      await pass(wait - 1);
      expect(backend.calls(logs)).toHaveLength(index + 1);
      await pass(1);
      expect(backend.calls(logs)).toHaveLength(index + 2);
    }
    await press('Stop Detection');
    expect(backend.calls(logs)).toHaveLength(7);
    await pass(2_999);
    expect(backend.calls(logs)).toHaveLength(7);
    await pass(1);
    expect(backend.calls(logs)).toHaveLength(8);
    await pass(91_000);
    expect(backend.calls(logs)).toHaveLength(8);
  });

  test('4.8 are fetched one at a time, and a failed fetch ends nothing', async () => {
    const { backend } = await openSection({ [status]: active });
    backend.answer({ [logs]: 'hang' });
    await pass(30_000);
    for (let second = 0; second < 90; second += 7) {
      await pass(7000);
      const afterTheFirst = backend.calls(logs).slice(1);
      expect(afterTheFirst.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
    }
    backend.answer({ [logs]: { json: [{ id: 1, timestamp: '2026-11-23T09:00:00Z', student_name: 'Aiko' }] } });
    await pass(60_000);
    expect(screen.getByRole('cell', { name: /^Aiko/ })).toBeTruthy();
    expect(alerts()).toEqual([]);
  });
});

describe('leaving', () => {
  test('the section ends its polling and what is under way', async () => {
    const late = lateAnswer();
    const { backend, press } = await openSection({ [status]: active });
    backend.answer({ [status]: 'hang', [logs]: () => late.answer });
    await pass(30_000);
    await press('Back to Dashboard', 'link');
    expect(address()).toBe('/dashboard');
    expect(backend.calls(status).at(-1)?.signal.aborted).toBe(true);
    expect(backend.calls(logs).at(-1)?.signal.aborted).toBe(true);
    late.give({ status: 500 });
    const asked = backend.sent.length;
    await pass(91_000);
    expect(backend.sent).toHaveLength(asked);
    expect(alerts()).toEqual([]);
  });

  test("for another page of the section goes on with the one poll, and for another section begins that one's", async () => {
    const other = 'GET /detection/sessions/status/8/';
    const { backend, press } = await openSection({ [status]: active, [other]: inactive });
    await pass(4000);
    await press('Detection Logs', 'link');
    expect(backend.calls(status)).toHaveLength(1);
    await pass(6000);
    expect(backend.calls(status)).toHaveLength(2);
    await press('Back to Dashboard', 'link');
    await press('Botany 8a', 'link');
    expectSession('inactive');
    await pass(20_000);
    expect(backend.calls(status)).toHaveLength(2);
    expect(backend.calls(other)).toHaveLength(3);
  });
});

describe('a hidden tab', () => {
  test('4.7, 4.33 goes on, and polls at once when it is shown again', async () => {
    const { backend } = await openSection();
    await turnTab('hidden');
    expect(backend.calls(status)).toHaveLength(1);
    await pass(13_000);
    expect(backend.calls(status)).toHaveLength(2);
    backend.answer({ [status]: active });
    await turnTab('visible');
    expect(backend.calls(status)).toHaveLength(3);
    expectSession('active');
    await pass(9999);
    expect(backend.calls(status)).toHaveLength(3);
    await pass(1);
    expect(backend.calls(status)).toHaveLength(4);
  });

  test('4.33 fetches the logs at once too, while active and not otherwise', async () => {
    const { backend } = await openSection();
    await turnTab('visible');
    expect(backend.calls(logs)).toHaveLength(1);
    backend.answer({ [status]: active });
    await pass(10_000);
    // The first logs of the session, which was seen to start.
    await pass(10_000);
    expect(backend.calls(logs)).toHaveLength(3);
    await turnTab('visible');
    expect(backend.calls(logs)).toHaveLength(4);
    await pass(29_999);
    expect(backend.calls(logs)).toHaveLength(4);
    await pass(1);
    expect(backend.calls(logs)).toHaveLength(5);
  });
});
