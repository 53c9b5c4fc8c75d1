import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notice } from '../../src/machines/app/noticeMachine';
import { lessonsMachine } from '../../src/machines/lessons/lessonsMachine';
import { type Fetched, logsMachine } from '../../src/machines/logs/logsMachine';
import { type DetectionEvent, detectionMachine } from '../../src/machines/section/detectionMachine';
import { ProblemError } from '../../src/model/app/problem';
import type { Lesson, LogsAnswer, StatusAnswer } from '../../src/services/types';
import { heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { allOf, notFound, refused, sessionExpired, status, unanswered } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param known what was known of the session when the section's pages were opened */
function started(known: boolean | null = null) {
  const startDetection = heldPromise<void, { sectionId: string }>();
  const stopDetection = heldPromise<void, { sectionId: string }>();
  const fetchStatus = heldPromise<StatusAnswer, { sectionId: string }>();
  const fetchLogs = heldPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>();
  const fetchLessons = heldPromise<Lesson[], { sectionId: string }>();
  const watchPage = heldCallback<DetectionEvent>();
  const notices: Notice[] = [];
  const { actor, reports, stop } = startUnderParent(
    detectionMachine.provide({
      actors: {
        startDetection: startDetection.logic,
        stopDetection: stopDetection.logic,
        fetchStatus: fetchStatus.logic,
        watchPage: watchPage.logic,
        watchLessons: heldCallback<DetectionEvent>().logic,
        lessons: lessonsMachine.provide({ actors: { fetchLessons: fetchLessons.logic } }),
        logs: logsMachine.provide({ actors: { fetchLogs: fetchLogs.logic } }),
      },
      actions: { showNotice: (_, notice) => void notices.push(notice) },
    }),
    { sectionId: '7', isActive: known },
  );
  return {
    actor,
    startDetection,
    stopDetection,
    fetchStatus,
    fetchLogs,
    fetchLessons,
    notices,
    reports,
    leave: stop,
    session: () => {
      const { session } = actor.getSnapshot().value;
      return typeof session === 'string' ? session : Object.keys(session)[0];
    },
    call: () => {
      const { call } = actor.getSnapshot().value.statusPolling.round;
      return typeof call === 'string' ? call : call.checking;
    },
    confidence: () => actor.getSnapshot().value.confidence,
    isActive: () => actor.getSnapshot().hasTag('active'),
    lastSaid: () => actor.getSnapshot().context.lastSaid,
    agents: () => actor.getSnapshot().children.agents?.getSnapshot().value,
    start: () => actor.send({ type: 'start.submit' }),
    stop: () => actor.send({ type: 'stop.submit' }),
    live: (event: DetectionEvent) => actor.send(event),
    showPage: () => watchPage.send({ type: 'page.shown' }),
    answerLogs: () => fetchLogs.last.answer(allOf([], Date.now())),
  };
}

type Detection = ReturnType<typeof started>;

const doubted = { type: 'detection.doubted' };
const confirmed = (isActive: boolean) => ({ type: 'detection.confirmed', status: status(isActive) });

/** The first poll and the first logs have been answered. */
async function settledAs(isActive: boolean): Promise<Detection> {
  const detection = started();
  await detection.fetchStatus.last.answer(status(isActive));
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

test.each([
  ['start', false],
  ['stop', true],
] as const)('after a %s that was refused, the status that was asked for since counts', async (press, isActive) => {
  const detection = await settledAs(isActive);
  const { fetchStatus, startDetection, stopDetection } = detection;
  detection[press]();
  detection.showPage();
  expect(fetchStatus.calls).toHaveLength(2);
  await (press === 'start' ? startDetection : stopDetection).last.fail(refused);
  expect(detection.isActive()).toBe(isActive);
  await fetchStatus.last.answer(status(!isActive));
  expect(detection.isActive()).toBe(!isActive);
});

test.each([
  ['start', false],
  ['stop', true],
] as const)('after a %s that was made it does not: it may speak of before', async (press, isActive) => {
  const detection = await settledAs(isActive);
  const { fetchStatus, startDetection, stopDetection } = detection;
  detection[press]();
  detection.showPage();
  await (press === 'start' ? startDetection : stopDetection).last.answer();
  await fetchStatus.last.answer(status(isActive));
  expect(detection.isActive()).toBe(!isActive);
});

describe('4 detection', () => {
  test('what it is stands open until the first poll tells', async () => {
    for (const isActive of [true, false]) {
      const { confidence, fetchStatus, lastSaid, reports, session } = started();
      expect(session()).toBe('unknown');
      expect(confidence()).toBe('sure');
      await fetchStatus.last.answer(status(isActive));
      expect(session()).toBe(isActive ? 'active' : 'inactive');
      expect(lastSaid()).toBe(isActive);
      expect(reports).toEqual([doubted, confirmed(isActive)]);
    }
  });

  test.each([true, false])('what was known when the section was opened counts at once: active %j', (isActive) => {
    const { fetchStatus, session } = started(isActive);
    expect(session()).toBe(isActive ? 'active' : 'inactive');
    expect(fetchStatus.last.signal.aborted).toBe(false);
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
    await fetchStatus.last.answer(status(isActive));
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

  test('goes both ways by the poll, and each time tells the section', async () => {
    const { fetchStatus, reports, session } = await polling(false);
    await fetchStatus.last.answer(status(true));
    expect(session()).toBe('active');
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.answer(status(false));
    expect(session()).toBe('inactive');
    expect(reports.slice(1)).toEqual([confirmed(false), confirmed(true), confirmed(false)]);
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
  const startFailed = 'Failed to start detection. Please try again.';
  const stopFailed = 'Failed to stop detection. Please try again.';

  test('a refused start says so and leaves it inactive', async () => {
    const { fetchStatus, notices, session, start, startDetection } = await settledAs(false);
    start();
    await startDetection.last.fail(new ProblemError({ sentence: startFailed, kind: 'refused' }));
    expect(session()).toBe('inactive');
    expect(notices).toEqual([{ kind: 'error', sentence: startFailed }]);
    expect(fetchStatus.calls).toHaveLength(1);
  });

  test('a refused stop says so and leaves it active', async () => {
    const { fetchStatus, notices, session, stop, stopDetection } = await settledAs(true);
    stop();
    await stopDetection.last.fail(new ProblemError({ sentence: stopFailed, kind: 'refused' }));
    expect(session()).toBe('active');
    expect(notices).toEqual([{ kind: 'error', sentence: stopFailed }]);
    expect(fetchStatus.calls).toHaveLength(1);
  });

  test('a start that was refused while nobody knew what it is leaves it unknown, and the status is asked for', async () => {
    const { fetchStatus, notices, session, start, startDetection } = started();
    start();
    await startDetection.last.fail(refused);
    expect(session()).toBe('unknown');
    expect(notices).toEqual([{ kind: 'error', sentence: 'The server said no.' }]);
    expect(fetchStatus.calls).toHaveLength(2);
    await fetchStatus.last.answer(status(true));
    expect(session()).toBe('active');
  });

  test('a start or stop that was not answered says so, is unknown from then on, and the status is asked for at once', async () => {
    for (const isActive of [true, false]) {
      const detection = await settledAs(isActive);
      const { fetchStatus, lastSaid, notices, reports, session } = detection;
      detection[isActive ? 'stop' : 'start']();
      await detection[isActive ? 'stopDetection' : 'startDetection'].last.fail(unanswered);
      expect(session()).toBe('unknown');
      expect(lastSaid()).toBeNull();
      expect(reports.at(-1)).toEqual(doubted);
      expect(notices).toEqual([{ kind: 'error', sentence: 'Nothing came back.' }]);
      expect(fetchStatus.calls).toHaveLength(2);
      await fetchStatus.last.answer(status(isActive));
      expect(session()).toBe(isActive ? 'active' : 'inactive');
    }
  });

  test('what was said before a start that was not answered does not come back when the next one is refused', async () => {
    const { session, start, startDetection } = await settledAs(false);
    start();
    await startDetection.last.fail(unanswered);
    start();
    await startDetection.last.fail(refused);
    expect(session()).toBe('unknown');
  });

  test('an error of our own says nothing of the session, and is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const error = new Error('boom');
    for (const isActive of [true, false]) {
      const detection = await settledAs(isActive);
      detection[isActive ? 'stop' : 'start']();
      await detection[isActive ? 'stopDetection' : 'startDetection'].last.fail(error);
      expect(detection.session()).toBe('unknown');
      expect(detection.notices.map(({ sentence }) => sentence)).toEqual([
        'Something went wrong in Vigil itself. Please reload the page and try again.',
      ]);
      expect(logged).toHaveBeenLastCalledWith(error);
    }
    logged.mockRestore();
  });

  test('an expired session is told in its own words', async () => {
    const { notices, start, startDetection } = await settledAs(false);
    start();
    await startDetection.last.fail(sessionExpired);
    expect(notices).toEqual([{ kind: 'error', sentence: 'Session expired. Please log in again.' }]);
  });

  test('a section that the backend does not know is reported, once for each poll', async () => {
    const { call, confidence, fetchStatus, reports, session } = await settledAs(false);
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.fail(notFound);
    expect(call()).toBe('unanswered');
    expect(confidence()).toBe('doubtful');
    expect(reports.filter(({ type }) => type === 'detection.missing')).toHaveLength(1);
    expect(session()).toBe('inactive');
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.fail(refused);
    expect(reports.filter(({ type }) => type === 'detection.missing')).toHaveLength(1);
  });
});

test('8.13 logs of a section that the backend does not know are reported likewise', async () => {
  const { fetchLogs, reports } = started();
  await fetchLogs.last.fail(notFound);
  expect(reports.filter(({ type }) => type === 'detection.missing')).toHaveLength(1);
});

describe('9 status polling', () => {
  test('asks at once and then every 10 s, exactly, however fast the answers are', async () => {
    const { fetchStatus } = started();
    expect(fetchStatus.calls.map(({ input }) => input.sectionId)).toEqual(['7']);
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(4_000);
      await fetchStatus.last.answer(status(round % 2 === 0));
      vi.advanceTimersByTime(5_999);
      expect(fetchStatus.calls).toHaveLength(round);
      vi.advanceTimersByTime(1);
      expect(fetchStatus.calls).toHaveLength(round + 1);
    }
  });

  test('one request at a time: one that is not answered is waited for, and the next comes right after it', async () => {
    const { fetchStatus, session } = started();
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
    expect(fetchStatus.last.signal.aborted).toBe(false);
    await fetchStatus.last.fail();
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(9_999);
    await fetchStatus.last.answer(status(true));
    expect(session()).toBe('active');
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchStatus.calls).toHaveLength(3);
  });

  test('an answer that takes longer than its round still counts', async () => {
    const { fetchStatus, session } = await polling(false);
    vi.advanceTimersByTime(12_000);
    await fetchStatus.last.answer(status(true));
    expect(session()).toBe('active');
  });

  test('a late answer that says nothing new is followed by the next question at once', async () => {
    const { fetchStatus } = await polling(true);
    vi.advanceTimersByTime(12_000);
    await fetchStatus.last.answer(status(true));
    expect(fetchStatus.calls).toHaveLength(3);
  });

  test('a failed poll never ends the polling, nor changes what was known', async () => {
    const { call, fetchStatus, notices, session } = await polling(true);
    expect(call()).toBe('current');
    await fetchStatus.last.fail();
    expect(call()).toBe('unanswered');
    expect(session()).toBe('active');
    expect(notices).toEqual([]);
    vi.advanceTimersByTime(9_999);
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchStatus.calls).toHaveLength(3);
    await fetchStatus.last.answer(status(false));
    expect(call()).toBe('answered');
    expect(session()).toBe('inactive');
  });

  test('a first poll that fails leaves it unknown, and it can be started', async () => {
    const { confidence, fetchStatus, session, start } = started();
    await fetchStatus.last.fail();
    expect(session()).toBe('unknown');
    expect(confidence()).toBe('doubtful');
    start();
    expect(session()).toBe('starting');
  });

  describe('whether the status could be checked', () => {
    test('is in doubt from a failed poll until the next success', async () => {
      const { confidence, fetchStatus } = await polling(true);
      expect(confidence()).toBe('sure');
      await fetchStatus.last.fail();
      expect(confidence()).toBe('doubtful');
      vi.advanceTimersByTime(10_000);
      expect(confidence()).toBe('doubtful');
      await fetchStatus.last.answer(status(true));
      expect(confidence()).toBe('sure');
    });

    test('is in doubt when 10 s have passed without an answer, until it comes', async () => {
      const { confidence, fetchStatus } = await polling(true);
      vi.advanceTimersByTime(9_999);
      expect(confidence()).toBe('sure');
      vi.advanceTimersByTime(1);
      expect(confidence()).toBe('doubtful');
      await fetchStatus.last.answer(status(true));
      expect(confidence()).toBe('sure');
    });

    test('is in no doubt after a round that was answered, or that the session’s move made needless', async () => {
      const { confidence, live } = await settledAs(false);
      vi.advanceTimersByTime(10_000);
      expect(confidence()).toBe('sure');
      live({ type: 'live.detectionStarted' });
      vi.advanceTimersByTime(10_000);
      expect(confidence()).toBe('sure');
    });
  });

  test('asks at once when the page is shown again or the live channel has opened, and 10 s from then', async () => {
    const { fetchStatus, live, showPage } = await settledAs(false);
    for (const happen of [showPage, () => live({ type: 'live.opened' })]) {
      const before = fetchStatus.calls.length;
      vi.advanceTimersByTime(7_000);
      happen();
      expect(fetchStatus.calls).toHaveLength(before + 1);
      await fetchStatus.last.answer(status(false));
      vi.advanceTimersByTime(9_999);
      expect(fetchStatus.calls).toHaveLength(before + 1);
      vi.advanceTimersByTime(1);
      expect(fetchStatus.calls).toHaveLength(before + 2);
    }
  });

  test.each([
    ['start', 'starting', true],
    ['stop', 'stopping', false],
  ] as const)(
    'settles a %s that is not answered yet, once the status is asked for and is what it is for',
    async (...row) => {
      const [press, underWay, isActive] = row;
      const detection = await settledAs(!isActive);
      const { fetchLogs, fetchStatus, reports, session } = detection;
      detection[press]();
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(!isActive));
      expect(session()).toBe(underWay);
      vi.advanceTimersByTime(10_000);
      const fetched = fetchLogs.calls.length;
      await fetchStatus.last.answer(status(isActive));
      expect(session()).toBe(isActive ? 'active' : 'inactive');
      expect(detection.isActive()).toBe(isActive);
      expect(reports.at(-1)).toEqual(confirmed(isActive));
      expect(detection.actor.getSnapshot().matches({ session: { inactive: { end: 'elsewhere' } } })).toBe(false);
      // A stop: at once, and once more for what was under way. A start: after 2 s, and after 10 s.
      await detection.answerLogs();
      vi.advanceTimersByTime(isActive ? 2_000 : 3_000);
      await detection.answerLogs();
      expect(fetchLogs.calls).toHaveLength(fetched + (isActive ? 1 : 2));
    },
  );

  test('a start or stop from before, of which nobody knows what became, is asked for at once', async () => {
    for (const isActive of [true, false, null]) {
      const { call, fetchStatus, live, reports, session } = isActive === null ? started() : await settledAs(isActive);
      const { calls } = fetchStatus;
      const before = calls.length;
      live({ type: 'outcome.doubted' });
      expect(session()).toBe('unknown');
      expect(reports.at(-1)).toEqual(doubted);
      expect(calls).toHaveLength(before + 1);
      expect(call()).toBe('current');
      await fetchStatus.last.answer(status(true));
      expect(session()).toBe('active');
    }
  });

  test('a start or stop that is under way itself finds out by its own answer', async () => {
    for (const press of ['start', 'stop'] as const) {
      const detection = await settledAs(press === 'stop');
      detection[press]();
      const before = detection.session();
      detection.live({ type: 'outcome.doubted' });
      expect(detection.session()).toBe(before);
    }
  });

  describe('what answers a poll that was under way when the session moved says nothing of it', () => {
    test('asked before Start was pressed, answered while starting or after', async () => {
      const { call, fetchStatus, session, start, startDetection } = await polling(false);
      start();
      const [, asked] = fetchStatus.calls;
      expect(call()).toBe('superseded');
      await asked!.answer(status(true));
      expect(session()).toBe('starting');
      await startDetection.last.answer();
      expect(session()).toBe('active');
    });

    test('asked while starting, answered after', async () => {
      const { fetchStatus, session, start, startDetection } = await settledAs(false);
      start();
      vi.advanceTimersByTime(10_000);
      await startDetection.last.answer();
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('active');
    });

    test('asked and answered while starting', async () => {
      const { fetchStatus, session, start } = await settledAs(false);
      start();
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('starting');
    });

    test('asked before Stop was pressed, answered while stopping or after', async () => {
      const { fetchStatus, session, stop, stopDetection } = await polling(true);
      stop();
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('stopping');
      await stopDetection.last.answer();
      expect(session()).toBe('inactive');
    });

    test('asked while stopping, answered after', async () => {
      const { fetchStatus, session, stop, stopDetection } = await settledAs(true);
      stop();
      vi.advanceTimersByTime(10_000);
      await stopDetection.last.answer();
      await fetchStatus.last.answer(status(true));
      expect(session()).toBe('inactive');
    });

    test.each([
      ['start', { type: 'live.detectionStarted' }],
      ['start', { type: 'live.statusUpdated', isActive: true }],
      ['stop', { type: 'live.statusUpdated', isActive: false }],
    ] as const)('asked during a %s, answered after %o, which outran its answer', async (press, message) => {
      const detection = await settledAs(press === 'stop');
      detection[press]();
      vi.advanceTimersByTime(10_000);
      detection.live(message);
      await detection.fetchStatus.last.answer(status(press === 'stop'));
      expect(detection.session()).toBe(press === 'start' ? 'active' : 'inactive');
    });

    test('asked before anything was known, answered after a live message', async () => {
      const { fetchStatus, live, session } = started();
      live({ type: 'live.detectionStarted' });
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('active');
    });

    test('asked before a live message said otherwise', async () => {
      const { fetchStatus, live, session } = await polling(false);
      live({ type: 'live.detectionStarted' });
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('active');

      vi.advanceTimersByTime(10_000);
      live({ type: 'live.statusUpdated', isActive: false });
      await fetchStatus.last.answer(status(true));
      expect(session()).toBe('inactive');
    });

    test('and the next poll, at its time, counts again', async () => {
      const { fetchStatus, live, session } = await polling(false);
      live({ type: 'live.detectionStarted' });
      vi.advanceTimersByTime(9_999);
      expect(fetchStatus.calls).toHaveLength(2);
      const [, superseded] = fetchStatus.calls;
      vi.advanceTimersByTime(1);
      expect(superseded!.signal.aborted).toBe(true);
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('inactive');
    });

    test('an answer so late that the next question follows it at once does not make that needless', async () => {
      const { call, fetchStatus, session } = started();
      vi.advanceTimersByTime(12_000);
      await fetchStatus.last.answer(status(true));
      expect(fetchStatus.calls).toHaveLength(2);
      expect(call()).toBe('current');
      await fetchStatus.last.answer(status(false));
      expect(session()).toBe('inactive');
    });

    test('nor does its failure', async () => {
      for (const error of [unanswered, notFound]) {
        const { call, confidence, fetchStatus, live, reports, session } = await polling(false);
        live({ type: 'live.detectionStarted' });
        const before = reports.length;
        await fetchStatus.last.fail(error);
        expect([call(), confidence(), session()]).toEqual(['unanswered', 'sure', 'active']);
        expect(reports).toHaveLength(before);
      }
    });
  });
});

describe('4 a session that ended', () => {
  const endedElsewhere = ({ actor }: Detection) =>
    actor.getSnapshot().matches({ session: { inactive: { end: 'elsewhere' } } });

  test('without a stop from here has ended elsewhere, until the next one', async () => {
    for (const end of [
      ({ live }: Detection) => live({ type: 'live.statusUpdated', isActive: false }),
      ({ fetchStatus }: Detection) => {
        vi.advanceTimersByTime(10_000);
        return fetchStatus.last.answer(status(false));
      },
    ]) {
      const detection = await settledAs(true);
      await end(detection);
      expect(endedElsewhere(detection)).toBe(true);
      vi.advanceTimersByTime(60_000);
      expect(endedElsewhere(detection)).toBe(true);
      detection.live({ type: 'live.detectionStarted' });
      detection.stop();
      detection.live({ type: 'live.statusUpdated', isActive: false });
      expect(endedElsewhere(detection)).toBe(false);
    }
  });

  const stoppedHere: DetectionEvent = { type: 'live.statusUpdated', isActive: false, isFromHere: true };

  test('by a stop from here for which nobody waits any more has not, also when that is heard of late', async () => {
    for (const before of [[], [{ type: 'live.statusUpdated', isActive: false }]] satisfies DetectionEvent[][]) {
      const detection = await settledAs(true);
      for (const event of before) detection.live(event);
      expect(endedElsewhere(detection)).toBe(before.length > 0);
      detection.live(stoppedHere);
      expect(detection.session()).toBe('inactive');
      expect(endedElsewhere(detection)).toBe(false);
      expect(detection.fetchLogs.calls).toHaveLength(2);
      vi.advanceTimersByTime(3_000);
      expect(detection.fetchLogs.calls).toHaveLength(3);
    }
  });

  test('elsewhere stays so when it is said again, and what goes on is no end', async () => {
    const detection = await settledAs(true);
    detection.live({ type: 'live.statusUpdated', isActive: true, isFromHere: true });
    expect(detection.session()).toBe('active');
    detection.live({ type: 'live.statusUpdated', isActive: false });
    detection.live({ type: 'live.statusUpdated', isActive: false });
    expect(endedElsewhere(detection)).toBe(true);
  });

  test('before the section was opened, or by a stop from here, has not', async () => {
    expect(endedElsewhere(await settledAs(false))).toBe(false);
    const detection = await settledAs(true);
    detection.stop();
    await detection.stopDetection.last.answer();
    expect(endedElsewhere(detection)).toBe(false);
  });
});

describe('the lessons', () => {
  /** The backend keeps lessons, and has answered that there are none yet. */
  async function keeping() {
    const detection = started();
    await detection.fetchStatus.last.answer(status(false, 0, null));
    await detection.fetchLessons.last.answer([]);
    return detection;
  }

  test('are those of the section, and are asked for once the status was answered', async () => {
    const { fetchLessons, fetchStatus } = started();
    expect(fetchLessons.calls).toEqual([]);
    await fetchStatus.last.answer(status(false, 0, null));
    expect(fetchLessons.calls.map(({ input }) => input)).toEqual([{ sectionId: '7' }]);
  });

  test('are asked for by the first answer also when the session has moved meanwhile', async () => {
    for (const move of [
      ({ live }: Detection) => live({ type: 'live.detectionStarted' }),
      ({ live }: Detection) => live({ type: 'live.statusUpdated', isActive: false }),
      ({ start }: Detection) => start(),
    ]) {
      const detection = started();
      move(detection);
      expect(detection.call()).toBe('superseded');
      expect(detection.fetchLessons.calls).toEqual([]);
      await detection.fetchStatus.last.answer(status(false, 0, null));
      expect(detection.fetchLessons.calls).toHaveLength(1);
      expect(detection.call()).toBe('answered');
    }
  });

  test('are fetched once when a live message tells of an end', async () => {
    const { fetchLessons, fetchStatus, live } = started();
    await fetchStatus.last.answer(status(true, 0, 9_000));
    await fetchLessons.last.answer([]);
    live({ type: 'live.statusUpdated', isActive: false });
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are not asked for where the status does not tell since when', async () => {
    const { fetchLessons } = await settledAs(true);
    expect(fetchLessons.calls).toEqual([]);
  });

  test('are fetched again with the first logs of a session, and when it ends', async () => {
    const { fetchLessons, live, start, startDetection } = await keeping();
    start();
    await startDetection.last.answer();
    vi.advanceTimersByTime(1_999);
    expect(fetchLessons.calls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(fetchLessons.calls).toHaveLength(2);
    live({ type: 'live.statusUpdated', isActive: false });
    expect(fetchLessons.calls).toHaveLength(3);
  });

  test('are fetched when a session ends before its first logs', async () => {
    const { fetchLessons, live } = await keeping();
    live({ type: 'live.detectionStarted' });
    live({ type: 'live.statusUpdated', isActive: false });
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are fetched again when the live channel has opened: one may have begun and ended meanwhile', async () => {
    const { fetchLessons, live } = await keeping();
    live({ type: 'live.opened' });
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are fetched again, as the logs are, when a lesson was deleted', async () => {
    const { fetchLessons, fetchLogs, live } = await keeping();
    live({ type: 'records.changed' });
    expect(fetchLessons.calls).toHaveLength(2);
    // The first fetch was under way.
    expect(fetchLogs.calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });
});

describe('the agents of a session', () => {
  const silent: StatusAnswer = { ...status(true), agents: 'awaited' };

  /** No agent of the session that is active has been heard from for a minute. */
  async function missing() {
    const detection = await settledAs(true);
    detection.live({ type: 'live.statusUpdated', isActive: true, agents: 'awaited' });
    vi.advanceTimersByTime(60_000);
    expect(detection.agents()).toBe('missed');
    return detection;
  }

  test.each<[string, (detection: Detection) => unknown]>([
    ['an answer of the poll', ({ fetchStatus }) => fetchStatus.last.answer(silent)],
    ['a live message', ({ live }) => live({ type: 'live.statusUpdated', isActive: true, agents: 'awaited' })],
  ])('are awaited once %s says that none was heard from', async (_, say) => {
    const detection = await polling(true);
    expect(detection.agents()).toBe('untold');
    await say(detection);
    expect(detection.agents()).toBe('awaited');
  });

  const watching: StatusAnswer = { ...status(true), agents: 'watching' };
  test.each<[string, string, (detection: Detection) => unknown]>([
    ['an answer of the poll', 'watching', ({ fetchStatus }) => fetchStatus.last.answer(watching)],
    [
      'a live message',
      'watching',
      ({ live }) => live({ type: 'live.statusUpdated', isActive: true, agents: 'watching' }),
    ],
    ['the end of the session', 'untold', ({ live }) => live({ type: 'live.statusUpdated', isActive: false })],
    ['Stop', 'untold', ({ stop }) => stop()],
  ])('are no longer missed after %s', async (_, state, end) => {
    const detection = await missing();
    await end(detection);
    expect(detection.agents()).toBe(state);
  });

  test('are not spoken of by an answer that was asked for before the session moved', async () => {
    const { agents, fetchStatus, live } = await polling(false);
    live({ type: 'live.detectionStarted' });
    await fetchStatus.last.answer(silent);
    expect(agents()).toBe('untold');
  });
});

describe('9 log refresh', () => {
  test('goes to the logs that others find by their name', () => {
    const { actor } = started();
    expect(actor.system.get('logs')).toBe(actor.getSnapshot().children.logs);
  });

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
    const { fetchLogs } = await settledAs(false);
    vi.advanceTimersByTime(120_000);
    expect(fetchLogs.calls).toHaveLength(1);
    const watched = await settledAs(true);
    vi.advanceTimersByTime(29_999);
    watched.stop();
    vi.advanceTimersByTime(120_000);
    expect(watched.fetchLogs.calls).toHaveLength(1);
  });

  test('30 s from the moment it became active', async () => {
    const { answerLogs, fetchLogs, live } = await settledAs(false);
    vi.advanceTimersByTime(25_000);
    live({ type: 'live.statusUpdated', isActive: true });
    vi.advanceTimersByTime(10_000);
    await answerLogs();
    const before = fetchLogs.calls.length;
    vi.advanceTimersByTime(19_999);
    expect(fetchLogs.calls).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(before + 1);
  });

  describe('2 s and 10 s after a session has started while the section was open', () => {
    test.each<[string, (detection: Detection) => unknown]>([
      [
        'by a start from here',
        ({ start, startDetection }) => {
          start();
          return startDetection.last.answer();
        },
      ],
      ['by a detection_start', ({ live }) => live({ type: 'live.detectionStarted' })],
      ['by a status_update', ({ live }) => live({ type: 'live.statusUpdated', isActive: true })],
      [
        'as the poll finds out',
        ({ fetchStatus }) => {
          vi.advanceTimersByTime(10_000);
          return fetchStatus.last.answer(status(true));
        },
      ],
      [
        'by a live message while starting',
        ({ live, start }) => {
          start();
          live({ type: 'live.statusUpdated', isActive: true });
        },
      ],
      [
        'by a detection_start while starting',
        ({ live, start }) => {
          start();
          live({ type: 'live.detectionStarted' });
        },
      ],
    ])('%s', async (_, begin) => {
      const detection = await settledAs(false);
      const { actor, answerLogs, fetchLogs } = detection;
      await begin(detection);
      expect(fetchLogs.calls).toHaveLength(1);
      vi.advanceTimersByTime(1_999);
      expect(fetchLogs.calls).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(fetchLogs.calls).toHaveLength(2);
      await answerLogs();
      vi.advanceTimersByTime(7_999);
      expect(fetchLogs.calls).toHaveLength(2);
      vi.advanceTimersByTime(1);
      expect(fetchLogs.calls).toHaveLength(3);
      await answerLogs();
      vi.advanceTimersByTime(19_999);
      expect(fetchLogs.calls).toHaveLength(3);
      expect(actor.getSnapshot().matches({ session: { active: { firstLogs: 'fetched' } } })).toBe(true);
    });

    test('and by a detection_start before anything was known', async () => {
      const { fetchLogs, live, answerLogs } = started();
      await answerLogs();
      live({ type: 'live.detectionStarted' });
      expect(fetchLogs.calls).toHaveLength(1);
      vi.advanceTimersByTime(2_000);
      expect(fetchLogs.calls).toHaveLength(2);
      await answerLogs();
      vi.advanceTimersByTime(8_000);
      expect(fetchLogs.calls).toHaveLength(3);
    });

    test('but not of one that was running already when the section was opened: every 30 s is enough', async () => {
      for (const find of [
        ({ fetchStatus }: Detection) => fetchStatus.last.answer(status(true)),
        ({ live }: Detection) => live({ type: 'live.statusUpdated', isActive: true }),
      ]) {
        const detection = started();
        await detection.answerLogs();
        await find(detection);
        vi.advanceTimersByTime(29_999);
        expect(detection.fetchLogs.calls).toHaveLength(1);
      }
    });
  });

  test('polls that find it active still do not put the refresh off', async () => {
    const { fetchLogs, fetchStatus } = await settledAs(true);
    for (let round = 0; round < 2; round += 1) {
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(true));
    }
    vi.advanceTimersByTime(10_000);
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('at once when the live channel has opened: what was missed is asked for', async () => {
    const { fetchLogs, live } = await settledAs(false);
    live({ type: 'live.opened' });
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('at once when the live channel announces logs, and nothing shows that they are fetched', async () => {
    const { actor, fetchLogs, live } = await settledAs(true);
    live({ type: 'live.logsAnnounced' });
    expect(fetchLogs.calls).toHaveLength(2);
    expect(
      actor
        .getSnapshot()
        .children.logs?.getSnapshot()
        .matches({ list: { fetching: 'announced' } }),
    ).toBe(true);
  });

  describe('at once when it has ended, as what was under way may lack the last logs, and 3 s later', () => {
    const saysInactive: DetectionEvent = { type: 'live.statusUpdated', isActive: false };

    test.each<[string, (detection: Detection) => unknown]>([
      ['by a live message', ({ live }) => live(saysInactive)],
      ['as the poll finds out', ({ fetchStatus }) => fetchStatus.last.answer(status(false))],
      [
        'by a stop',
        ({ stop, stopDetection }) => {
          stop();
          return stopDetection.last.answer();
        },
      ],
      [
        'by a live message while stopping',
        ({ live, stop }) => {
          stop();
          live(saysInactive);
        },
      ],
    ])('%s', async (_, end) => {
      const detection = await settledAs(true);
      const { actor, fetchLogs, live } = detection;
      live({ type: 'live.opened' });
      expect(fetchLogs.calls).toHaveLength(2);
      const [, underWay] = fetchLogs.calls;
      await end(detection);
      expect(fetchLogs.calls).toHaveLength(3);
      expect(underWay!.signal.aborted).toBe(true);
      vi.advanceTimersByTime(2_999);
      expect(fetchLogs.calls).toHaveLength(3);
      vi.advanceTimersByTime(1);
      expect(fetchLogs.calls).toHaveLength(4);
      vi.advanceTimersByTime(120_000);
      expect(fetchLogs.calls).toHaveLength(4);
      expect(actor.getSnapshot().matches({ session: { inactive: { lastLogs: 'fetched' } } })).toBe(true);
    });

    test('but not when it is found to have been inactive', async () => {
      const { fetchLogs, fetchStatus } = started();
      await fetchStatus.last.answer(status(false));
      expect(fetchLogs.calls).toHaveLength(1);
    });
  });

  test('at once when the page is shown again while active, and only then', async () => {
    const { answerLogs, fetchLogs, live, showPage } = await settledAs(false);
    showPage();
    expect(fetchLogs.calls).toHaveLength(1);
    live({ type: 'live.detectionStarted' });
    vi.advanceTimersByTime(20_000);
    await answerLogs();
    const before = fetchLogs.calls.length;
    showPage();
    expect(fetchLogs.calls).toHaveLength(before + 1);
    await answerLogs();
    vi.advanceTimersByTime(29_999);
    expect(fetchLogs.calls).toHaveLength(before + 1);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(before + 2);
  });

  test('nothing goes on once the section has been left', async () => {
    const { fetchLogs, fetchStatus, leave } = await settledAs(true);
    vi.advanceTimersByTime(10_000);
    leave();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(120_000);
    expect(fetchStatus.calls).toHaveLength(2);
    expect(fetchLogs.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
