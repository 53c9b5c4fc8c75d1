import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type DetectionEvent, detectionMachine } from '../../src/machines/detectionMachine';
import { logsMachine } from '../../src/machines/logsMachine';
import type { Notice } from '../../src/machines/noticeMachine';
import { ProblemError } from '../../src/problem';
import type { DetectionLog } from '../../src/services/types';
import { heldCallback, heldPromise } from '../support/actors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const startDetection = heldPromise<void, { sectionId: string }>();
  const stopDetection = heldPromise<void, { sectionId: string }>();
  const fetchStatus = heldPromise<boolean, { sectionId: string }>();
  const fetchLogs = heldPromise<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>();
  const watchSection = heldCallback<DetectionEvent>();
  const notices: Notice[] = [];
  const actor = createActor(
    detectionMachine.provide({
      actors: {
        startDetection: startDetection.logic,
        stopDetection: stopDetection.logic,
        fetchStatus: fetchStatus.logic,
        watchSection: watchSection.logic,
        logs: logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }),
      },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { input: { sectionId: '7' } },
  ).start();
  return {
    actor,
    startDetection,
    stopDetection,
    fetchStatus,
    fetchLogs,
    notices,
    session: () => {
      const { session } = actor.getSnapshot().value;
      return typeof session === 'string' ? session : Object.keys(session)[0];
    },
    poll: () => actor.getSnapshot().value.statusPolling.round,
    isActive: () => actor.getSnapshot().hasTag('active'),
    start: () => actor.send({ type: 'start.submit' }),
    stop: () => actor.send({ type: 'stop.submit' }),
    live: watchSection.send,
    answerLogs: () => fetchLogs.last.answer({ logs: [], fetchedAt: Date.now() }),
  };
}

type Detection = ReturnType<typeof started>;

/** The first poll and the first logs have been answered. */
async function settledAs(isActive: boolean): Promise<Detection> {
  const detection = started();
  await detection.fetchStatus.last.answer(isActive);
  await detection.answerLogs();
  return detection;
}

/** A poll is under way, ten seconds after the first. */
async function polling(isActive: boolean): Promise<Detection> {
  const detection = await settledAs(isActive);
  vi.advanceTimersByTime(10_000);
  expect(detection.fetchStatus.calls).toHaveLength(2);
  return detection;
}

describe('4 detection', () => {
  test('what it is stands open until the first poll tells', async () => {
    const { fetchStatus, session } = started();
    expect(session()).toBe('unknown');
    await fetchStatus.last.answer(true);
    expect(session()).toBe('active');
  });

  test('does not wait for the first poll: a start or a live message counts before', async () => {
    const pressed = started();
    pressed.start();
    expect(pressed.session()).toBe('starting');

    for (const isActive of [true, false]) {
      const { live, session } = started();
      live({ type: 'live.statusUpdated', isActive });
      expect(session()).toBe(isActive ? 'active' : 'inactive');
    }
    const { live, session } = started();
    live({ type: 'live.detectionStarted' });
    expect(session()).toBe('active');
  });

  test.each([true, false])('what says again that it is active: %j changes nothing', async (isActive) => {
    const { fetchStatus, live, session } = await polling(isActive);
    const before = session();
    live({ type: 'live.statusUpdated', isActive });
    expect(session()).toBe(before);
    await fetchStatus.last.answer(isActive);
    expect(session()).toBe(before);
  });

  test('goes from inactive to active on Start Detection success, and not before', async () => {
    const { isActive, session, start, startDetection } = await settledAs(false);
    start();
    expect(session()).toBe('starting');
    expect(isActive()).toBe(false);
    await startDetection.last.answer();
    expect(session()).toBe('active');
    expect(isActive()).toBe(true);
    expect(startDetection.last.input).toMatchObject({ sectionId: '7' });
  });

  test('goes from active to inactive on Stop success, and not before', async () => {
    const { isActive, session, stop, stopDetection } = await settledAs(true);
    stop();
    expect(session()).toBe('stopping');
    expect(isActive()).toBe(true);
    await stopDetection.last.answer();
    expect(session()).toBe('inactive');
    expect(isActive()).toBe(false);
    expect(stopDetection.last.input).toMatchObject({ sectionId: '7' });
  });

  test('pressing Start or Stop twice sends once', async () => {
    const { start, startDetection, stop, stopDetection } = await settledAs(false);
    start();
    start();
    expect(startDetection.calls).toHaveLength(1);
    await startDetection.last.answer();
    start();
    expect(startDetection.calls).toHaveLength(1);

    stop();
    stop();
    expect(stopDetection.calls).toHaveLength(1);
  });

  test.each<[string, DetectionEvent]>([
    ['detection_start', { type: 'live.detectionStarted' }],
    ['status_update with is_active true', { type: 'live.statusUpdated', isActive: true }],
  ])('goes from inactive to active on %s', async (_, event) => {
    const { live, session } = await settledAs(false);
    live(event);
    expect(session()).toBe('active');
  });

  test('goes from active to inactive on a status_update with is_active false', async () => {
    const { live, session } = await settledAs(true);
    live({ type: 'live.statusUpdated', isActive: false });
    expect(session()).toBe('inactive');
  });

  test('goes both ways by the poll', async () => {
    const { fetchStatus, session } = await polling(false);
    await fetchStatus.last.answer(true);
    expect(session()).toBe('active');
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.answer(false);
    expect(session()).toBe('inactive');
  });

  test.each<DetectionEvent>([{ type: 'live.detectionStarted' }, { type: 'live.statusUpdated', isActive: true }])(
    '%j while starting settles it, and a late failure changes nothing more',
    async (event) => {
      const { live, notices, session, start, startDetection } = await settledAs(false);
      start();
      live({ type: 'live.statusUpdated', isActive: false });
      expect(session()).toBe('starting');
      live(event);
      expect(session()).toBe('active');
      await startDetection.last.fail();
      expect(session()).toBe('active');
      expect(notices).toEqual([]);
    },
  );

  test('a status_update while stopping settles it, and a late failure changes nothing more', async () => {
    const { live, notices, session, stop, stopDetection } = await settledAs(true);
    stop();
    live({ type: 'live.statusUpdated', isActive: true });
    expect(session()).toBe('stopping');
    live({ type: 'live.statusUpdated', isActive: false });
    expect(session()).toBe('inactive');
    await stopDetection.last.fail();
    expect(session()).toBe('inactive');
    expect(notices).toEqual([]);
  });
});

describe('8 detection', () => {
  test('a failed start says so and leaves it inactive', async () => {
    const { notices, session, start, startDetection } = await settledAs(false);
    start();
    await startDetection.last.fail();
    expect(session()).toBe('inactive');
    expect(notices).toEqual([{ kind: 'error', sentence: 'Failed to start detection. Please try again.' }]);
  });

  test('a failed stop says so and leaves it active', async () => {
    const { notices, session, stop, stopDetection } = await settledAs(true);
    stop();
    await stopDetection.last.fail();
    expect(session()).toBe('active');
    expect(notices).toEqual([{ kind: 'error', sentence: 'Failed to stop detection. Please try again.' }]);
  });

  test('an expired session is told in its own words', async () => {
    const { notices, start, startDetection } = await settledAs(false);
    const sentence = 'Session expired. Please log in again.';
    start();
    await startDetection.last.fail(new ProblemError({ sentence, kind: 'sessionExpired' }));
    expect(notices).toEqual([{ kind: 'error', sentence }]);
  });
});

describe('9 status polling', () => {
  test('asks at once and then every 10 s, exactly, however fast the answers are', async () => {
    const { fetchStatus } = started();
    expect(fetchStatus.calls.map(({ input }) => input.sectionId)).toEqual(['7']);
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(4_000);
      await fetchStatus.last.answer(round % 2 === 0);
      vi.advanceTimersByTime(5_999);
      expect(fetchStatus.calls).toHaveLength(round);
      vi.advanceTimersByTime(1);
      expect(fetchStatus.calls).toHaveLength(round + 1);
    }
  });

  test('one request at a time: one that is not answered is given up for the next', () => {
    const { fetchStatus } = started();
    vi.advanceTimersByTime(30_000);
    expect(fetchStatus.calls.map(({ signal }) => signal.aborted)).toEqual([true, true, true, false]);
  });

  test('a failed poll never ends the polling, nor changes what was known', async () => {
    const { fetchStatus, notices, poll, session } = await polling(true);
    expect(poll()).toBe('checking');
    await fetchStatus.last.fail();
    expect(poll()).toBe('unanswered');
    expect(session()).toBe('active');
    expect(notices).toEqual([]);
    vi.advanceTimersByTime(9_999);
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchStatus.calls).toHaveLength(3);
    await fetchStatus.last.answer(false);
    expect(poll()).toBe('answered');
    expect(session()).toBe('inactive');
  });

  test('a first poll that fails leaves it inactive, so that it can be started', async () => {
    const { fetchStatus, session } = started();
    await fetchStatus.last.fail();
    expect(session()).toBe('inactive');
  });

  test('asks at once when the page is shown again or the live channel has opened, and 10 s from then', async () => {
    const { fetchStatus, live } = await settledAs(false);
    for (const type of ['page.shown', 'live.opened'] as const) {
      const before = fetchStatus.calls.length;
      vi.advanceTimersByTime(7_000);
      live({ type });
      expect(fetchStatus.calls).toHaveLength(before + 1);
      vi.advanceTimersByTime(9_999);
      expect(fetchStatus.calls).toHaveLength(before + 1);
      vi.advanceTimersByTime(1);
      expect(fetchStatus.calls).toHaveLength(before + 2);
    }
  });

  describe('an answer that was under way when the session moved is dropped', () => {
    test('asked before Start was pressed, answered while starting or after', async () => {
      const { fetchStatus, poll, session, start, startDetection } = await polling(false);
      start();
      const [, asked] = fetchStatus.calls;
      expect(asked!.signal.aborted).toBe(true);
      await asked!.answer(true);
      expect(poll()).toBe('superseded');
      expect(session()).toBe('starting');
      await startDetection.last.answer();
      expect(session()).toBe('active');
    });

    test('asked while starting, answered after', async () => {
      const { fetchStatus, session, start, startDetection } = await settledAs(false);
      start();
      vi.advanceTimersByTime(10_000);
      await startDetection.last.answer();
      await fetchStatus.last.answer(false);
      expect(session()).toBe('active');
    });

    test('asked and answered while starting', async () => {
      const { fetchStatus, session, start } = await settledAs(false);
      start();
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(false);
      expect(session()).toBe('starting');
    });

    test('asked before Stop was pressed, answered while stopping or after', async () => {
      const { fetchStatus, session, stop, stopDetection } = await polling(true);
      stop();
      expect(fetchStatus.last.signal.aborted).toBe(true);
      await fetchStatus.last.answer(false);
      expect(session()).toBe('stopping');
      await stopDetection.last.answer();
      expect(session()).toBe('inactive');
    });

    test('asked while stopping, answered after', async () => {
      const { fetchStatus, session, stop, stopDetection } = await settledAs(true);
      stop();
      vi.advanceTimersByTime(10_000);
      await stopDetection.last.answer();
      await fetchStatus.last.answer(true);
      expect(session()).toBe('inactive');
    });

    test('asked before a live message said otherwise', async () => {
      const { fetchStatus, live, session } = await polling(false);
      live({ type: 'live.detectionStarted' });
      await fetchStatus.last.answer(false);
      expect(session()).toBe('active');

      vi.advanceTimersByTime(10_000);
      live({ type: 'live.statusUpdated', isActive: false });
      await fetchStatus.last.answer(true);
      expect(session()).toBe('inactive');
    });

    test('and the next poll, at its time, counts again', async () => {
      const { fetchStatus, live, session } = await polling(false);
      live({ type: 'live.detectionStarted' });
      vi.advanceTimersByTime(9_999);
      expect(fetchStatus.calls).toHaveLength(2);
      vi.advanceTimersByTime(1);
      await fetchStatus.last.answer(false);
      expect(session()).toBe('inactive');
    });
  });
});

describe('9 log refresh', () => {
  test('every 30 s while active', async () => {
    const { answerLogs, fetchLogs } = await settledAs(true);
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(29_999);
      expect(fetchLogs.calls).toHaveLength(round);
      vi.advanceTimersByTime(1);
      expect(fetchLogs.calls).toHaveLength(round + 1);
      await answerLogs();
    }
    expect(fetchLogs.calls.every(({ input }) => input.sectionId === '7')).toBe(true);
  });

  test('never while inactive or stopping', async () => {
    const { fetchLogs, live, stop } = await settledAs(false);
    vi.advanceTimersByTime(120_000);
    expect(fetchLogs.calls).toHaveLength(1);
    live({ type: 'live.detectionStarted' });
    vi.advanceTimersByTime(29_999);
    stop();
    vi.advanceTimersByTime(120_000);
    expect(fetchLogs.calls).toHaveLength(1);
  });

  test('30 s from the moment it became active', async () => {
    const { fetchLogs, live } = await settledAs(false);
    vi.advanceTimersByTime(25_000);
    live({ type: 'live.statusUpdated', isActive: true });
    vi.advanceTimersByTime(29_999);
    expect(fetchLogs.calls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('polls that find it active still do not put the refresh off', async () => {
    const { fetchLogs, fetchStatus } = await settledAs(true);
    for (let round = 0; round < 2; round += 1) {
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(true);
    }
    vi.advanceTimersByTime(10_000);
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('at once when the live channel has opened: what was missed is asked for', async () => {
    const { fetchLogs, live } = await settledAs(false);
    live({ type: 'live.opened' });
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('at once when the page is shown again while active, and only then', async () => {
    const { answerLogs, fetchLogs, live } = await settledAs(false);
    live({ type: 'page.shown' });
    expect(fetchLogs.calls).toHaveLength(1);
    live({ type: 'live.detectionStarted' });
    vi.advanceTimersByTime(20_000);
    live({ type: 'page.shown' });
    expect(fetchLogs.calls).toHaveLength(2);
    await answerLogs();
    vi.advanceTimersByTime(29_999);
    expect(fetchLogs.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(3);
  });

  test('nothing goes on once the section has been left', async () => {
    const { actor, fetchLogs, fetchStatus } = await settledAs(true);
    vi.advanceTimersByTime(10_000);
    actor.stop();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(120_000);
    expect(fetchStatus.calls).toHaveLength(2);
    expect(fetchLogs.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
