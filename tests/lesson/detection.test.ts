import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import type { SendWrite, WriteAnswer } from '../../src/machines/app/writes';
import { detectionMachine, selectAgents } from '../../src/machines/lesson/detectionMachine';
import type { DetectionEvent, DetectionPorts } from '../../src/machines/lesson/detectionSetup';
import { lessonsMachine } from '../../src/machines/records/lessonsMachine';
import { type Fetched, logsMachine } from '../../src/machines/records/logsMachine';
import type { AgentsState, Lesson, LogsAnswer, StatusAnswer } from '../../src/services/app/types';
import type { WriteRequest } from '../../src/writeKinds';
import { heldCallback, heldPromise, startUnderParent } from '../support/actors';
import { idle } from '../support/idle';
import { allOf, notFound, nothingNew, refused, status, unanswered } from '../support/samples';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saidLive = (isActive: boolean, agents?: AgentsState): DetectionEvent => ({
  ...{ type: 'status.said', kind: 'message' },
  status: { ...status(isActive, Date.now()), agents },
});
const startedLive = (): DetectionEvent => ({
  ...{ type: 'status.said', kind: 'change' },
  status: status(true, Date.now()),
});

interface SentWrite {
  request: WriteRequest;
  signal: AbortSignal;
  resolve(answer: WriteAnswer): void;
  reject(error: unknown): void;
}

/** Detection of a section with an open page, and with an open live channel unless stated otherwise. */
function started(isChannelOpen = true) {
  const fetchStatus = heldPromise<StatusAnswer, { sectionId: string }>();
  const fetchLogs = heldPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>();
  const fetchLessons = heldPromise<Lesson[], { sectionId: string }>();
  const watchLive = heldCallback<DetectionEvent, EventObject, { sectionId: string | null }>();
  const watchPage = heldCallback<DetectionEvent>();
  const watchLessons = heldCallback<DetectionEvent>();
  const writes: SentWrite[] = [];
  const sendWrite: SendWrite = (request, signal) =>
    new Promise((resolve, reject) => void writes.push({ request, signal, resolve, reject }));
  const { actor, reports, stop } = startUnderParent(
    idle((ports: DetectionPorts) => detectionMachine({ ...ports, sendWrite })).provide({
      actors: {
        fetchStatus: fetchStatus.logic,
        watchLive: watchLive.logic,
        watchPage: watchPage.logic,
        watchLessons: watchLessons.logic,
        lessons: idle(lessonsMachine).provide({ actors: { fetchLessons: fetchLessons.logic } }),
        logs: idle(logsMachine).provide({ actors: { fetchLogs: fetchLogs.logic } }),
      },
    }),
    { sectionId: '7' },
  );
  const value = () => actor.getSnapshot().value;
  const open = () => {
    const { watched } = value();
    if (typeof watched === 'string') throw new Error('No page is open');
    return watched.open;
  };
  if (isChannelOpen) watchLive.send({ type: 'live.opened' });
  actor.send({ type: 'section.opened' });
  /** Settles the last change, or an earlier one. */
  const settle = (how: (write: SentWrite) => void, index = -1) => {
    const write = writes.at(index);
    if (write === undefined) throw new Error('No change has been sent');
    how(write);
    return vi.advanceTimersByTimeAsync(0);
  };
  const send = (event: DetectionEvent) => actor.send(event);
  return {
    actor,
    fetchStatus,
    fetchLogs,
    fetchLessons,
    reports,
    send,
    stopActor: stop,
    known: () => value().known,
    change: () => value().change,
    call: () => open().polling.round.call,
    confidence: () => open().confidence,
    lessonLogs: () => open().lessonLogs,
    agents: () => selectAgents(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
    isElsewhere: () => actor.getSnapshot().context.known?.ended?.isElsewhere,
    start: () => send({ type: 'start.submit' }),
    stop: () => send({ type: 'stop.submit' }),
    extend: () => send({ type: 'extend.submit' }),
    say: (isActive: boolean, agents?: AgentsState) => send(saidLive(isActive, agents)),
    sayStarted: () => send(startedLive()),
    leave: () => send({ type: 'section.left' }),
    loseChannel: () => send({ type: 'live.lost' }),
    /** The changes that were sent. */
    sent: () => writes.map(({ request }) => request),
    /** Nobody waits for the changes: the session reports their outcome. */
    areUnwatched: () => writes.every(({ signal }) => signal.aborted),
    /** The last change, or an earlier one, is answered. */
    make: (answer: Partial<WriteAnswer> = {}, index?: number) =>
      settle(({ resolve }) => resolve({ ...nothingNew, doneAt: Date.now(), ...answer }), index),
    refuse: () => settle(({ reject }) => reject(refused)),
    lose: (index?: number) => settle(({ reject }) => reject(unanswered), index),
    showPage: () => watchPage.send({ type: 'page.shown' }),
    loseLesson: () => watchLessons.send({ type: 'records.changed' }),
    answerLogs: () => fetchLogs.last.answer(allOf([], Date.now())),
  };
}

type Detection = ReturnType<typeof started>;

/** Presses Start or Stop, and has it answered. */
function change(detection: Detection, isActive: boolean) {
  detection[isActive ? 'start' : 'stop']();
  return detection.make();
}

const asksForList = (reports: readonly { type: string }[]) => reports.filter(({ type }) => type === 'sections.refresh');

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

const start = { kind: 'startDetection', sectionId: '7', minutes: undefined };
const stop = { kind: 'stopDetection', sectionId: '7' };
const extension = { kind: 'extendLesson', sectionId: '7' };
const resumption = { kind: 'resumeLesson', sectionId: '7' };

const nameOf = (isActive: boolean) => (isActive ? 'active' : 'inactive');

describe('4 detection', () => {
  test('what it is stands open until the first poll tells', async () => {
    for (const isActive of [true, false]) {
      const { confidence, context, fetchStatus, known } = started();
      expect([known(), confidence(), context().known]).toEqual(['unknown', 'sure', null]);
      await fetchStatus.last.answer(status(isActive));
      expect(known()).toBe(nameOf(isActive));
    }
  });

  test('does not wait for the first poll: a live message counts before', () => {
    for (const isActive of [true, false]) {
      const { known, say } = started();
      say(isActive);
      expect(known()).toBe(nameOf(isActive));
    }
    const { known, sayStarted } = started();
    sayStarted();
    expect(known()).toBe('active');
  });

  test.each([true, false])(
    'what says again that it is active: %j changes no more than when it was said',
    async (isActive) => {
      const { context, fetchStatus, known, say } = await polling(isActive);
      say(isActive);
      await fetchStatus.last.answer(status(isActive, 77));
      expect([known(), context().known?.saidAt]).toEqual([nameOf(isActive), 77]);
    },
  );

  test('goes from inactive to active on Start Detection success, and not before', async () => {
    const { areUnwatched, change: underWay, context, known, make, send, sent } = await settledAs(false);
    send({ type: 'start.submit', minutes: 45 });
    expect([known(), underWay()]).toEqual(['inactive', { starting: 'fresh' }]);
    expect([sent(), areUnwatched()]).toEqual([[{ ...start, minutes: 45 }], true]);
    await make({ doneAt: 9_000, clockOffset: -660_000 });
    expect([known(), underWay()]).toEqual(['active', 'none']);
    expect(context().known?.startedAt).toBe(-651_000);
  });

  test('goes from active to inactive on Stop success, and not before', async () => {
    const { areUnwatched, change: underWay, context, known, make, sent, stop: press } = await settledAs(true);
    press();
    expect([known(), underWay()]).toEqual(['active', { stopping: 'fresh' }]);
    expect([sent(), areUnwatched()]).toEqual([[stop], true]);
    await make({ resumableUntil: 9_000_000 });
    expect([known(), underWay()]).toEqual(['inactive', 'none']);
    expect(context().known?.resumableUntil).toBe(9_000_000);
  });

  test('pressing Start or Stop twice sends once', async () => {
    const { make, sent, start: pressStart, stop: pressStop } = await settledAs(false);
    pressStart();
    pressStart();
    expect(sent()).toHaveLength(1);
    await make();
    pressStart();
    expect(sent()).toHaveLength(1);
    pressStop();
    pressStop();
    expect(sent()).toHaveLength(2);
  });

  test('cannot be started before the first answer, only once the status could not be checked', async () => {
    const { change: underWay, fetchStatus, start } = started();
    start();
    expect(underWay()).toBe('none');
    await fetchStatus.last.fail();
    start();
    expect(underWay()).toEqual({ starting: 'fresh' });
  });

  test('can be stopped by the log-out, which waits for it, also where nobody knows for certain that it is active', async () => {
    const { change: underWay, leave, loseChannel, sent, stop: press } = await settledAs(true);
    loseChannel();
    leave();
    press();
    expect([underWay(), sent()]).toEqual([{ stopping: 'fresh' }, [stop]]);

    const never = started();
    never.stop();
    expect(never.change()).toBe('none');
  });

  test('can be stopped by the log-out during an unanswered start that a message has reported', async () => {
    const {
      change: underWay,
      known,
      lose,
      make,
      say,
      sent,
      start: pressStart,
      stop: pressStop,
    } = await settledAs(false);
    pressStart();
    pressStop();
    expect(underWay()).toEqual({ starting: 'fresh' });
    say(true);
    pressStop();
    expect([underWay(), sent()]).toEqual([{ stopping: 'fresh' }, [start, stop]]);
    // What became of the start is no longer of interest.
    await lose(0);
    expect([known(), underWay()]).toEqual(['active', { stopping: 'fresh' }]);
    await make();
    expect([known(), underWay()]).toEqual(['inactive', 'none']);
  });

  test('goes from inactive to active on detection_start, and on status_update with is_active true', async () => {
    for (const event of [startedLive(), saidLive(true)]) {
      const { known, send } = await settledAs(false);
      send(event);
      expect(known()).toBe('active');
    }
  });

  test('goes from active to inactive on a status_update with is_active false', async () => {
    const { known, say } = await settledAs(true);
    say(false);
    expect(known()).toBe('inactive');
  });

  test('goes both ways by the poll', async () => {
    const { fetchStatus, known } = await polling(false);
    await fetchStatus.last.answer(status(true));
    expect(known()).toBe('active');
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.answer(status(false));
    expect(known()).toBe('inactive');
  });

  test('is what a live message says while a start or stop is under way', async () => {
    for (const isActive of [true, false]) {
      const detection = await settledAs(!isActive);
      detection[isActive ? 'start' : 'stop']();
      detection.say(!isActive);
      const unchanged = isActive ? { starting: 'fresh' } : { stopping: 'fresh' };
      expect([detection.known(), detection.change()]).toEqual([nameOf(!isActive), unchanged]);
      detection.say(isActive);
      const change = isActive ? { starting: 'overtaken' } : { stopping: 'overtaken' };
      expect([detection.known(), detection.change()]).toEqual([nameOf(isActive), change]);
      await detection.refuse();
      expect([detection.known(), detection.change()]).toEqual([nameOf(isActive), 'none']);
    }
  });
});

describe('4 “+5 min”', () => {
  /** A lesson that ends itself is active. */
  async function ending() {
    const detection = started();
    await detection.fetchStatus.last.answer({ ...status(true), endsAt: 2_700_000 });
    return detection;
  }

  test('is sent once, and the new end is polled as soon as it is answered', async () => {
    const { change: inFlight, context, extend, fetchStatus, known, make, sent, start: press } = await ending();
    extend();
    extend();
    press();
    expect([inFlight(), sent()]).toEqual(['extending', [extension]]);
    await make();
    expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', 'active', 2]);
    await fetchStatus.last.answer({ ...status(true), endsAt: 3_000_000 });
    expect(context().known?.endsAt).toBe(3_000_000);
    extend();
    expect(inFlight()).toBe('extending');
  });

  test('may have failed without a doubt that the lesson goes on, and what became of it is polled at once', async () => {
    for (const fail of ['refuse', 'lose'] as const) {
      const detection = await ending();
      detection.extend();
      await detection[fail]();
      expect([detection.change(), detection.known(), detection.fetchStatus.calls.length]).toEqual([
        'none',
        'active',
        2,
      ]);
    }
  });

  test('does not hold up a stop, which is in flight until its own answer', async () => {
    const { change: inFlight, extend, known, make, sent, stop: press } = await ending();
    extend();
    press();
    expect([inFlight(), sent()]).toEqual([{ stopping: 'fresh' }, [extension, stop]]);
    await make({}, 0);
    expect([inFlight(), known()]).toEqual([{ stopping: 'fresh' }, 'active']);
    await make();
    expect([inFlight(), known()]).toEqual(['none', 'inactive']);
  });

  test('is not for a lesson without an end, and leaves nothing to stop once the lesson has ended', async () => {
    const endless = await settledAs(true);
    endless.extend();
    expect([endless.change(), endless.sent()]).toEqual(['none', []]);

    const { change: inFlight, extend, make, say, sent, stop: press } = await ending();
    extend();
    say(false);
    press();
    expect([inFlight(), sent()]).toEqual(['extending', [extension]]);
    await make();
    expect(inFlight()).toBe('none');
  });
});

describe('4 a lesson that is paused or resumed', () => {
  const pause = { reason: 'Fire drill', since: 2_000_000 };
  /** What was said of the lesson last. */
  async function said(answer: StatusAnswer) {
    const detection = started();
    await detection.fetchStatus.last.answer(answer);
    return detection;
  }

  test('is paused once, with the reason, and what the backend says of it is polled at once', async () => {
    const detection = await said({ ...status(true), paused: null });
    const { agents, change: inFlight, fetchStatus, known, make, send, sent } = detection;
    send({ type: 'resume.submit' });
    for (const reason of [pause.reason, 'Break']) send({ type: 'pause.submit', reason });
    expect([inFlight(), sent()]).toEqual(['pausing', [{ kind: 'pauseLesson', sectionId: '7', reason: 'Fire drill' }]]);
    await make();
    await fetchStatus.last.answer({ ...status(true), paused: pause });
    expect([inFlight(), known(), agents()]).toEqual(['none', 'active', 'paused']);
    send({ type: 'pause.submit', reason: '' });
    expect(inFlight()).toBe('none');
  });

  test('may have failed without a doubt that the lesson goes on', async () => {
    const { change: inFlight, fetchStatus, known, lose, send } = await said({ ...status(true), paused: null });
    send({ type: 'pause.submit', reason: '' });
    await lose();
    expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', 'active', 2]);
  });

  test('stays paused after a message that does not say', async () => {
    const {
      agents,
      change: inFlight,
      fetchStatus,
      make,
      say,
      send,
      sent,
    } = await said({ ...status(true), paused: pause });
    say(true, 'silent');
    expect(agents()).toBe('paused');
    send({ type: 'resume.submit' });
    expect([inFlight(), sent()]).toEqual(['pausing', [resumption]]);
    await make();
    await fetchStatus.last.answer({ ...status(true), agents: 'watching', paused: null });
    expect(agents()).toBe('watching');
  });

  test('is stopped during a pause', async () => {
    const { change: inFlight, known, make, sent, stop: press } = await said({ ...status(true), paused: pause });
    press();
    expect([inFlight(), sent()]).toEqual([{ stopping: 'fresh' }, [stop]]);
    await make();
    expect(known()).toBe('inactive');
  });

  test('is stopped while a pause is under way, but not once it has ended', async () => {
    const { change: inFlight, refuse, say, send, sent, stop: press } = await said({ ...status(true), paused: null });
    send({ type: 'pause.submit', reason: '' });
    press();
    expect([inFlight(), sent().at(-1)]).toEqual([{ stopping: 'fresh' }, stop]);
    await refuse();
    send({ type: 'pause.submit', reason: '' });
    say(false);
    press();
    expect([inFlight(), sent().length]).toEqual(['pausing', 3]);
  });

  describe('is resumed after a stop while the backend lets it be', () => {
    async function resuming() {
      const detection = await said({ ...status(false), resumableUntil: 9_000_000 });
      detection.send({ type: 'resume.submit' });
      expect([detection.change(), detection.sent()]).toEqual([{ resuming: 'fresh' }, [resumption]]);
      return detection;
    }

    test('active with the answer, and its end is polled at once', async () => {
      const { change: inFlight, context, fetchStatus, known, make } = await resuming();
      await make();
      expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', 'active', 2]);
      await fetchStatus.last.answer({ ...status(true), endsAt: 3_000_000 });
      expect(context().known?.endsAt).toBe(3_000_000);
    });

    test('unless it was ended elsewhere meanwhile: what it is now is polled at once', async () => {
      const { change: inFlight, fetchStatus, known, make, say } = await resuming();
      say(false);
      expect(inFlight()).toEqual({ resuming: 'fresh' });
      say(true);
      say(false);
      expect(inFlight()).toEqual({ resuming: 'overtaken' });
      await make();
      expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', 'inactive', 2]);
    });

    test('inactive still if it was refused, and unknown if it was lost; both are polled at once', async () => {
      for (const [fail, expected] of [
        ['refuse', 'inactive'],
        ['lose', 'unknown'],
      ] as const) {
        const detection = await resuming();
        await detection[fail]();
        expect([detection.change(), detection.known(), detection.fetchStatus.calls.length]).toEqual([
          'none',
          expected,
          2,
        ]);
      }
    });

    test('active if a message has reported it, though the answer was lost', async () => {
      const { change: inFlight, fetchStatus, known, lose, say } = await resuming();
      say(true);
      await lose();
      expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', 'active', 2]);
    });

    test('and can be stopped once a message has reported it', async () => {
      const { change: inFlight, say, sent, stop: press } = await resuming();
      press();
      expect(inFlight()).toEqual({ resuming: 'fresh' });
      say(true);
      press();
      expect([inFlight(), sent()]).toEqual([{ stopping: 'fresh' }, [resumption, stop]]);
    });
  });

  test.each([
    ['a backend that knows neither', status(true)],
    ['one without a lesson to resume', { ...status(false), resumableUntil: null }],
  ])('is neither with %s', async (_backend, answer) => {
    const { change: inFlight, send } = await said(answer);
    send({ type: 'pause.submit', reason: '' });
    send({ type: 'resume.submit' });
    expect(inFlight()).toBe('none');
  });
});

describe('4 nothing but what would be told, or is polled, is known', () => {
  test('with no page open it stays known while the live channel tells of changes', async () => {
    const { context, known, leave, loseChannel } = await settledAs(true);
    leave();
    expect(known()).toBe('active');
    loseChannel();
    expect(known()).toBe('unknown');
    expect(context().known).toMatchObject({ isActive: true });
  });

  test('with a page open it stays known without the live channel, until the page is left', async () => {
    const { known, leave, loseChannel } = await settledAs(false);
    loseChannel();
    expect(known()).toBe('inactive');
    leave();
    expect(known()).toBe('unknown');
  });

  test('where the live channel has never opened, it is known as long as a page is open', async () => {
    const { fetchStatus, known, leave } = started(false);
    await fetchStatus.last.answer(status(true));
    expect(known()).toBe('active');
    leave();
    expect(known()).toBe('unknown');
  });

  test('an overtaken answer to a start does not change what was last said', async () => {
    const { context, known, leave, loseChannel, make, say, start } = await settledAs(false);
    start();
    say(true);
    say(false);
    leave();
    loseChannel();
    await make();
    expect([known(), context().known?.isActive]).toEqual(['unknown', false]);
  });

  test('a start or stop is not known for longer than its answer with neither', async () => {
    const { context, known, leave, loseChannel, make, start } = await settledAs(false);
    start();
    loseChannel();
    leave();
    await make();
    expect(known()).toBe('unknown');
    expect(context().known).toMatchObject({ isActive: true });
  });

  test('what was known before says neither when the next lesson began nor when the last one ended', async () => {
    for (const isActive of [true, false]) {
      const { context, leave, loseChannel, say, send } = await settledAs(isActive);
      leave();
      loseChannel();
      send({ type: 'live.opened' });
      say(!isActive);
      expect(context().known).toMatchObject({ isActive: !isActive, startedAt: null, ended: null });
    }
  });

  test('nothing is polled with no page open, and at once when one is opened', async () => {
    const { fetchLogs, fetchStatus, leave, send } = await settledAs(true);
    vi.advanceTimersByTime(10_000);
    leave();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    vi.advanceTimersByTime(120_000);
    expect([fetchStatus.calls.length, fetchLogs.calls.length]).toEqual([2, 1]);
    send({ type: 'section.opened' });
    expect([fetchStatus.calls.length, fetchLogs.calls.length]).toEqual([3, 2]);
  });

  test('nothing goes on once the section is gone', async () => {
    const { fetchStatus, stopActor } = await settledAs(true);
    vi.advanceTimersByTime(10_000);
    stopActor();
    expect(fetchStatus.last.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('8 detection', () => {
  test.each([
    ['start', false],
    ['stop', true],
  ] as const)('a refused %s changes nothing', async (press, isActive) => {
    const detection = await settledAs(isActive);
    detection[press]();
    await detection.refuse();
    expect([detection.known(), detection.change()]).toEqual([nameOf(isActive), 'none']);
    expect(detection.fetchStatus.calls).toHaveLength(1);
  });

  test.each([
    ['start', false],
    ['stop', true],
  ] as const)(
    'after a %s with an unknown outcome the status is unknown and polled at once',
    async (press, isActive) => {
      const detection = await polling(isActive);
      const { fetchStatus, known } = detection;
      detection[press]();
      await detection.lose();
      expect([known(), detection.change()]).toEqual(['unknown', 'none']);
      expect(fetchStatus.calls.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
      await fetchStatus.last.answer(status(isActive));
      expect(known()).toBe(nameOf(isActive));
    },
  );

  test.each([true, false])(
    'a start or stop whose answer is lost stays as a live message has reported it, and is not polled: active %j',
    async (isActive) => {
      const { change: inFlight, fetchStatus, known, lose, say, ...detection } = await settledAs(!isActive);
      detection[isActive ? 'start' : 'stop']();
      say(isActive);
      await lose();
      expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', nameOf(isActive), 1]);
    },
  );

  test('a section that the backend does not know makes the list be fetched, once for each poll, and for its logs', async () => {
    const { call, confidence, fetchLogs, fetchStatus, known, reports } = await settledAs(false);
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.fail(notFound);
    expect([call(), confidence(), known()]).toEqual(['unanswered', 'doubtful', 'inactive']);
    expect(asksForList(reports)).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    await fetchStatus.last.fail(refused);
    expect(asksForList(reports)).toHaveLength(1);

    const other = started();
    await other.fetchLogs.last.fail(notFound);
    expect(asksForList(other.reports)).toHaveLength(1);
    expect(fetchLogs.calls).toHaveLength(1);
  });
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
    const { fetchStatus, known } = started();
    vi.advanceTimersByTime(60_000);
    expect(fetchStatus.calls).toHaveLength(1);
    expect(fetchStatus.last.signal.aborted).toBe(false);
    await fetchStatus.last.fail();
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(9_999);
    await fetchStatus.last.answer(status(true));
    expect(known()).toBe('active');
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchStatus.calls).toHaveLength(3);
  });

  test('an answer that takes longer than its round still counts', async () => {
    const { fetchStatus, known } = await polling(false);
    vi.advanceTimersByTime(12_000);
    await fetchStatus.last.answer(status(true));
    expect(known()).toBe('active');
  });

  test('a late answer that says nothing new is followed by the next question at once', async () => {
    const { fetchStatus } = await polling(true);
    vi.advanceTimersByTime(12_000);
    await fetchStatus.last.answer(status(true));
    expect(fetchStatus.calls).toHaveLength(3);
  });

  test('a failed poll never ends the polling, nor changes what was known', async () => {
    const { call, fetchStatus, known } = await polling(true);
    expect(call()).toEqual({ checking: 'fresh' });
    await fetchStatus.last.fail();
    expect(call()).toBe('unanswered');
    expect(known()).toBe('active');
    vi.advanceTimersByTime(9_999);
    expect(fetchStatus.calls).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(fetchStatus.calls).toHaveLength(3);
    await fetchStatus.last.answer(status(false));
    expect(call()).toBe('answered');
    expect(known()).toBe('inactive');
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

    test('is in doubt whatever the live channel says, which is not asked', async () => {
      const { confidence, fetchStatus, say } = await polling(true);
      await fetchStatus.last.fail();
      say(true);
      expect(confidence()).toBe('doubtful');
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
  });

  test('asks at once when the page is shown again or the live channel has opened, and 10 s from then', async () => {
    const { fetchStatus, send, showPage } = await settledAs(false);
    for (const happen of [showPage, () => send({ type: 'live.opened' })]) {
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

  describe('what was asked for before a change was noted is stale', () => {
    test.each([true, false])('a poll, asked before a live message said otherwise: active %j', async (isActive) => {
      const { context, fetchStatus, known, say } = await polling(!isActive);
      say(isActive);
      await fetchStatus.last.answer(status(!isActive, 77));
      expect(known()).toBe(nameOf(isActive));
      // Nor does one that says the same.
      vi.advanceTimersByTime(10_000);
      say(!isActive);
      say(isActive);
      await fetchStatus.last.answer(status(isActive, 77));
      expect(context().known?.saidAt).not.toBe(77);
    });

    test.each([true, false])(
      'a poll, asked before or during a change from here, answered after: active %j',
      async (isActive) => {
        for (const wait of [0, 10_000]) {
          const detection = await polling(!isActive);
          await detection.fetchStatus.last.answer(status(!isActive));
          detection[isActive ? 'start' : 'stop']();
          vi.advanceTimersByTime(10_000 + wait);
          const stale = detection.fetchStatus.last;
          await detection.make();
          await stale.answer(status(!isActive));
          expect(detection.known()).toBe(nameOf(isActive));
        }
      },
    );

    test.each([true, false])(
      'a poll, asked before a live message was the first to say anything: active %j',
      async (isActive) => {
        const { fetchStatus, known, say } = started();
        say(isActive);
        await fetchStatus.last.answer(status(!isActive));
        expect(known()).toBe(nameOf(isActive));
      },
    );

    test('and the next poll, at its time, counts again', async () => {
      const { fetchStatus, known, sayStarted } = await polling(false);
      sayStarted();
      await fetchStatus.last.answer(status(false));
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(false));
      expect(known()).toBe('inactive');
    });

    test('no poll makes another stale, however late it is answered', async () => {
      const { fetchStatus, known } = started();
      vi.advanceTimersByTime(12_000);
      await fetchStatus.last.answer(status(true));
      expect(fetchStatus.calls).toHaveLength(2);
      await fetchStatus.last.answer(status(false));
      expect(known()).toBe('inactive');
    });

    test('but it still shows that the status can be checked', async () => {
      const { confidence, fetchStatus, sayStarted } = await polling(false);
      await fetchStatus.last.fail();
      vi.advanceTimersByTime(10_000);
      sayStarted();
      await fetchStatus.last.answer(status(false));
      expect(confidence()).toBe('sure');
    });

    test.each([true, false])(
      'a start or stop that another window has undone before its answer came: it is polled at once, active %j',
      async (isActive) => {
        const { change: inFlight, fetchStatus, known, make, say, ...detection } = await settledAs(!isActive);
        detection[isActive ? 'start' : 'stop']();
        say(isActive);
        say(!isActive);
        await make();
        expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', nameOf(!isActive), 2]);
        // It was sent only after that, once the current user was checked.
        await fetchStatus.last.answer(status(isActive));
        expect(known()).toBe(nameOf(isActive));
      },
    );

    test.each([true, false])(
      'a start or stop that a live message has reported in more words: active %j',
      async (isActive) => {
        const { change: inFlight, context, fetchStatus, known, make, say, ...detection } = await settledAs(!isActive);
        detection[isActive ? 'start' : 'stop']();
        say(isActive, 'awaited');
        await make();
        expect([inFlight(), known(), fetchStatus.calls.length]).toEqual(['none', nameOf(isActive), 1]);
        expect(context().known?.agents).toBe('awaited');
      },
    );

    test('but not a start whose poll has answered meanwhile', async () => {
      const { fetchStatus, known, make, start } = await settledAs(false);
      start();
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(true));
      vi.advanceTimersByTime(10_000);
      await fetchStatus.last.answer(status(false));
      await make();
      expect(known()).toBe('active');
    });
  });
});

describe('4 a lesson that ended', () => {
  test('without a stop from here has ended elsewhere, until the next one', async () => {
    for (const end of [
      ({ say }: Detection) => say(false),
      ({ fetchStatus }: Detection) => {
        vi.advanceTimersByTime(10_000);
        return fetchStatus.last.answer(status(false));
      },
    ]) {
      const detection = await settledAs(true);
      await end(detection);
      expect(detection.isElsewhere()).toBe(true);
      detection.say(false);
      vi.advanceTimersByTime(60_000);
      expect(detection.isElsewhere()).toBe(true);
      detection.sayStarted();
      expect(detection.isElsewhere()).toBeUndefined();
    }
  });

  test('by a stop from here has not, whether its answer, a live message or a poll tells of it', async () => {
    for (const end of [
      ({ make }: Detection) => make(),
      ({ say }: Detection) => say(false),
      ({ fetchStatus }: Detection) => {
        vi.advanceTimersByTime(10_000);
        return fetchStatus.last.answer(status(false));
      },
    ]) {
      const detection = await settledAs(true);
      detection.stop();
      await end(detection);
      expect([detection.known(), detection.isElsewhere()]).toEqual(['inactive', false]);
    }
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

  test('are asked for by the first answer even when it is stale', async () => {
    for (const move of [({ sayStarted }: Detection) => sayStarted(), ({ say }: Detection) => say(false)]) {
      const detection = started();
      move(detection);
      expect(detection.fetchLessons.calls).toEqual([]);
      await detection.fetchStatus.last.answer(status(false, 0, null));
      expect(detection.fetchLessons.calls).toHaveLength(1);
      expect(detection.call()).toBe('answered');
    }
  });

  test('are fetched once when a live message tells of an end', async () => {
    const { fetchLessons, fetchStatus, say } = started();
    await fetchStatus.last.answer(status(true, 0, 9_000));
    await fetchLessons.last.answer([]);
    say(false);
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are not asked for where the status does not tell since when', async () => {
    const { fetchLessons } = await settledAs(true);
    expect(fetchLessons.calls).toEqual([]);
  });

  test('are fetched again with the first logs of a session, and when it ends', async () => {
    const detection = await keeping();
    const { fetchLessons, say } = detection;
    await change(detection, true);
    vi.advanceTimersByTime(1_999);
    expect(fetchLessons.calls).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(fetchLessons.calls).toHaveLength(2);
    say(false);
    expect(fetchLessons.calls).toHaveLength(3);
  });

  test('are fetched when a session ends before its first logs', async () => {
    const { fetchLessons, say, sayStarted } = await keeping();
    sayStarted();
    say(false);
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are fetched again when the live channel has opened: one may have begun and ended meanwhile', async () => {
    const { fetchLessons, send } = await keeping();
    send({ type: 'live.opened' });
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are fetched again, as the logs are, when the last log of one has gone', async () => {
    const { fetchLessons, loseLesson } = await keeping();
    loseLesson();
    expect(fetchLessons.calls).toHaveLength(2);
  });

  test('are fetched again, as the logs are, when a lesson was deleted', async () => {
    const { fetchLessons, fetchLogs, send } = await keeping();
    send({ type: 'records.changed' });
    expect(fetchLessons.calls).toHaveLength(2);
    // The first fetch was under way.
    expect(fetchLogs.calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });
});

describe('the agents', () => {
  test('are what the backend says of them, as long as detection is active', async () => {
    const { agents, fetchStatus, say } = await polling(true);
    expect(agents()).toBe('untold');
    say(true, 'watching');
    expect(agents()).toBe('watching');
    await fetchStatus.last.answer({ ...status(true), agents: 'silent' });
    expect(agents()).toBe('silent');
    say(false);
    expect(agents()).toBe('untold');
  });

  test('are missed once none has been heard from for a minute, however often that is said', async () => {
    const { agents, say } = await settledAs(false);
    say(true, 'awaited');
    expect(agents()).toBe('awaited');
    vi.advanceTimersByTime(59_999);
    say(true, 'awaited');
    expect(agents()).toBe('awaited');
    vi.advanceTimersByTime(1);
    expect(agents()).toBe('missed');
    say(true, 'awaited');
    expect(agents()).toBe('missed');
    say(true, 'watching');
    expect(agents()).toBe('watching');
  });

  test('that report in time are not missed afterwards', async () => {
    const { agents, say } = await settledAs(false);
    say(true, 'awaited');
    say(true, 'watching');
    vi.advanceTimersByTime(120_000);
    expect(agents()).toBe('watching');
  });

  test('are missed a minute from the start, where that is known, also in a section that is opened later', async () => {
    const { agents, fetchStatus } = started();
    const startedAt = Date.now() - 50_000;
    await fetchStatus.last.answer({ ...status(true, Date.now(), startedAt), agents: 'awaited' });
    vi.advanceTimersByTime(9_999);
    expect(agents()).toBe('awaited');
    vi.advanceTimersByTime(1);
    expect(agents()).toBe('missed');
  });

  test('are not missed while students wait at the door, and a minute after the last of them', async () => {
    const { actor, agents, say } = await settledAs(false);
    const sayWaiting = (waiting: number) =>
      actor.send({
        ...{ type: 'status.said', kind: 'message' },
        status: { ...status(true, Date.now()), agents: 'awaited', waiting },
      });
    say(true, 'awaited');
    vi.advanceTimersByTime(60_000);
    expect(agents()).toBe('missed');
    sayWaiting(28);
    expect(agents()).toBe('knocking');
    vi.advanceTimersByTime(300_000);
    // A message about agents leaves out who waits.
    say(true, 'awaited');
    expect(agents()).toBe('knocking');
    sayWaiting(0);
    expect(agents()).toBe('awaited');
    vi.advanceTimersByTime(59_999);
    expect(agents()).toBe('awaited');
    sayWaiting(1);
    expect(agents()).toBe('knocking');
    sayWaiting(0);
    vi.advanceTimersByTime(60_000);
    expect(agents()).toBe('missed');
    sayWaiting(1);
    say(true, 'watching');
    expect(agents()).toBe('watching');
  });

  test('of the next lesson are given a minute again', async () => {
    const { agents, say } = await settledAs(false);
    say(true, 'awaited');
    vi.advanceTimersByTime(30_000);
    say(false);
    say(true, 'awaited');
    vi.advanceTimersByTime(59_999);
    expect(agents()).toBe('awaited');
    vi.advanceTimersByTime(1);
    expect(agents()).toBe('missed');
  });

  test('are not spoken of by a stale answer', async () => {
    const { agents, fetchStatus, sayStarted } = await polling(false);
    sayStarted();
    await fetchStatus.last.answer({ ...status(true), agents: 'awaited' });
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

  test('never while inactive, nor after a lesson but for its last logs', async () => {
    const { answerLogs, fetchLogs, say } = await settledAs(false);
    vi.advanceTimersByTime(120_000);
    expect(fetchLogs.calls).toHaveLength(1);
    say(true);
    say(false);
    await answerLogs();
    vi.advanceTimersByTime(3_000);
    await answerLogs();
    const before = fetchLogs.calls.length;
    for (let time = 0; time < 12; time += 1) {
      vi.advanceTimersByTime(10_000);
      await answerLogs();
    }
    expect(fetchLogs.calls).toHaveLength(before);
  });

  test('30 s from the moment it became active', async () => {
    const { answerLogs, fetchLogs, say } = await settledAs(false);
    vi.advanceTimersByTime(25_000);
    say(true);
    vi.advanceTimersByTime(10_000);
    await answerLogs();
    const before = fetchLogs.calls.length;
    vi.advanceTimersByTime(19_999);
    expect(fetchLogs.calls).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(fetchLogs.calls).toHaveLength(before + 1);
  });

  describe('2 s and 10 s after a lesson has started while the section was open', () => {
    test.each<[string, (detection: Detection) => unknown]>([
      ['by a start from here', (detection) => change(detection, true)],
      ['by a detection_start', ({ sayStarted }) => sayStarted()],
      ['by a status_update', ({ say }) => say(true)],
      [
        'as the poll finds out',
        ({ fetchStatus }) => {
          vi.advanceTimersByTime(10_000);
          return fetchStatus.last.answer(status(true));
        },
      ],
      [
        'by a live message while starting',
        ({ say, start }) => {
          start();
          say(true);
        },
      ],
      [
        'by a detection_start while starting',
        ({ sayStarted, start }) => {
          start();
          sayStarted();
        },
      ],
    ])('%s', async (_, begin) => {
      const detection = await settledAs(false);
      const { answerLogs, fetchLogs } = detection;
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
      expect(detection.lessonLogs()).toBe('fetched');
    });

    test('and by a detection_start before anything was known', async () => {
      const { answerLogs, fetchLogs, sayStarted } = started();
      await answerLogs();
      sayStarted();
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
        ({ say }: Detection) => say(true),
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
    const { fetchLogs, send } = await settledAs(false);
    send({ type: 'live.opened' });
    expect(fetchLogs.calls).toHaveLength(2);
  });

  test('at once when the live channel announces logs, and nothing shows that they are fetched', async () => {
    const { actor, fetchLogs } = await settledAs(true);
    actor.getSnapshot().children.logs?.send({ type: 'logs.changed' });
    expect(fetchLogs.calls).toHaveLength(2);
    expect(
      actor
        .getSnapshot()
        .children.logs?.getSnapshot()
        .matches({ list: { fetching: 'announced' } }),
    ).toBe(true);
  });

  describe('at once when it has ended, as what was under way may lack the last logs, and 3 s later', () => {
    test.each<[string, (detection: Detection) => unknown]>([
      ['by a live message', ({ say }) => say(false)],
      ['as the poll finds out', ({ fetchStatus }) => fetchStatus.last.answer(status(false))],
      ['by a stop', (detection) => change(detection, false)],
      [
        'by a live message while stopping',
        ({ say, stop }) => {
          stop();
          say(false);
        },
      ],
    ])('%s', async (_, end) => {
      const detection = await settledAs(true);
      const { fetchLogs, send } = detection;
      send({ type: 'live.opened' });
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
      expect(detection.lessonLogs()).toBe('fetched');
    });

    test('but not when it is found to have been inactive', async () => {
      const { fetchLogs, fetchStatus } = started();
      await fetchStatus.last.answer(status(false));
      expect(fetchLogs.calls).toHaveLength(1);
    });
  });

  test('at once when the page is shown again while active, and only then', async () => {
    const { answerLogs, fetchLogs, sayStarted, showPage } = await settledAs(false);
    showPage();
    expect(fetchLogs.calls).toHaveLength(1);
    sayStarted();
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
});
