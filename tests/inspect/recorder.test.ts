import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ActorRefFrom,
  assign,
  createActor,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  sendTo,
  setup,
} from 'xstate';
import { replayReport } from '../../scripts/replay/replayReport';
import { loginForm } from '../../src/machines/account/loginForm';
import { resendMachine } from '../../src/machines/account/resendMachine';
import type { FormSuccess, FormValues } from '../../src/machines/app/formMachine';
import { noticeMachine } from '../../src/machines/app/noticeMachine';
import { pageCodeMachine } from '../../src/machines/app/pageCodeMachine';
import { stillRowsMachine } from '../../src/machines/app/stillRowsMachine';
import { writeMachine } from '../../src/machines/app/writeMachine';
import { detectionMachine } from '../../src/machines/lesson/detectionMachine';
import { liveChannelMachine } from '../../src/machines/live/liveChannelMachine';
import { logsViewMachine } from '../../src/machines/logs/logsViewMachine';
import { type Fetched, logsMachine } from '../../src/machines/records/logsMachine';
import { rosterMachine } from '../../src/machines/roster/rosterMachine';
import { sessionMachine } from '../../src/machines/session/sessionMachine';
import { selectDetection } from '../../src/machines/session/sessionSetup';
import { createRecorder } from '../../src/recorder/recorder';
import { type Report, readReport } from '../../src/recorder/report';
import type { FoundStudents, LogsAnswer } from '../../src/services/app/types';
import { lonelySection } from '../support/actors';
import { idle } from '../support/idle';
import { allOf, bob, failure, logsOf, nothingNew, section, status, updateOf } from '../support/samples';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const email = 'ada@school.example';
const password = 'chalk & slate 42';

/** Two steps each time. */
function showAndDismiss(notice: ActorRefFrom<typeof noticeMachine>, times: number) {
  for (let count = 0; count < times; count += 1) {
    notice.send({ type: 'notice.show', notice: { kind: 'success', sentence: `Saved ${count}.` } });
    notice.send({ type: 'notice.dismiss' });
  }
}

test('keeps of every step its time, actor, event and outcome, and what has changed in the context', () => {
  const recorder = createRecorder();
  const notice = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  vi.advanceTimersByTime(500);
  notice.send({ type: 'notice.show', notice: { kind: 'success', sentence: 'Saved.' } });
  notice.send({ type: 'notice.dismiss' });
  notice.stop();

  const { before, steps, definitions, ...head } = recorder.report();
  const start = Date.parse('2026-11-23T09:00:00Z');
  expect(head).toEqual({ format: 'vigil-report', version: 2, writtenAt: start + 500 });
  expect(before).toEqual({});
  expect(definitions).toMatchObject({
    notice: { initial: 'hidden', states: { shown: { on: { 'notice.dismiss': 'hidden' } } } },
  });
  const shown = { kind: 'success', sentence: 'Saved.' };
  const step = { session: notice.sessionId, machine: 'notice', at: start + 500, status: 'active' };
  expect(steps).toEqual([
    { ...step, at: start, event: { type: 'xstate.init' }, value: 'hidden', changed: { notice: null } },
    { ...step, event: { type: 'notice.show', notice: shown }, value: 'shown', changed: { notice: shown } },
    { ...step, event: { type: 'notice.dismiss' }, value: 'hidden', changed: { notice: null } },
    { ...step, event: { type: 'xstate.stop' }, value: 'hidden', status: 'stopped' },
  ]);
});

test('hears the machines that a machine has started, and never what was typed', async () => {
  const recorder = createRecorder();
  const submit = fromPromise<FormSuccess, { values: FormValues }>(({ input }) =>
    Promise.resolve({ sentence: `${input.values.password} it is.` }),
  );
  const login = createActor(idle(loginForm).provide({ actors: { submit }, actions: { navigate: () => {} } }), {
    inspect: recorder.inspect,
  }).start();
  login.send({ type: 'form.submit', values: { email, password } });
  await vi.advanceTimersByTimeAsync(0);

  const report = recorder.report();
  expect(report.steps.map(({ event }) => event.type)).toEqual([
    'xstate.init',
    'form.submit',
    'xstate.done.actor.submit',
    'xstate.after.redirectDelay.login.redirectDelay',
  ]);
  expect(JSON.stringify(report)).not.toMatch(/ada|school|chalk|slate/);
  const { actors } = replayReport(readReport(JSON.stringify(report)));
  expect(actors).toMatchObject([{ machine: 'login', reported: { value: 'done', status: 'done' }, agrees: true }]);
});

test('keeps the last 500 steps, and what the actors were like before them', () => {
  const recorder = createRecorder();
  const notice = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  const gone = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  gone.stop();
  notice.send({ type: 'notice.show', notice: { kind: 'error', sentence: 'It failed.' } });
  const busy = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  showAndDismiss(busy, 300);

  const report = recorder.report();
  expect(report.steps).toHaveLength(500);
  expect(report.before).toEqual({
    [notice.sessionId]: {
      machine: 'notice',
      value: 'shown',
      status: 'active',
      context: { notice: { kind: 'error', sentence: 'It failed.' } },
    },
    [busy.sessionId]: { machine: 'notice', value: 'hidden', status: 'active', context: { notice: null } },
  });
  const { steps, actors } = replayReport(report);
  expect(steps.every(({ agrees }) => agrees)).toBe(true);
  expect(actors).toHaveLength(2);
  notice.stop();
});

test('a list of logs costs a step what twenty of them cost, however many there are', async () => {
  const recorder = createRecorder();
  let isRecording = false;
  let read = 0;
  const counted = logsOf(20_000).map((log) => {
    const { id } = log;
    return Object.defineProperty(log, 'id', {
      enumerable: true,
      get() {
        if (isRecording) read += 1;
        return id;
      },
    });
  });
  const fetchLogs = fromPromise<LogsAnswer & Fetched, { sectionId: string; newer: string | null }>(() =>
    Promise.resolve(allOf([...counted], 1)),
  );
  const logs = createActor(idle(logsMachine).provide({ actors: { fetchLogs } }), {
    input: { sectionId: '7' },
    inspect: (inspected) => {
      isRecording = true;
      recorder.inspect(inspected);
      isRecording = false;
    },
  }).start();
  for (let count = 0; count < 8; count += 1) {
    await vi.advanceTimersByTimeAsync(0);
    logs.send({ type: 'logs.refresh' });
  }
  const report = recorder.report();
  // In each answer, and in the context that it has made.
  expect(read).toBeLessThanOrEqual(8 * 2 * 20);
  expect(read).toBeGreaterThan(0);
  expect(JSON.stringify(report.steps).length).toBeLessThan(20_000);
  expect(replayReport(report).actors).toMatchObject([
    { reported: { value: { list: { fetching: 'requested' } } }, agrees: true },
  ]);
});

const brittle = setup({ types: { events: {} as { type: 'work' | 'break' } } }).createMachine({
  id: 'brittle',
  context: { count: 0 },
  on: {
    work: { actions: assign({ count: ({ context }) => context.count + 1 }) },
    break: {
      guard: () => {
        throw new Error('The guard failed');
      },
      target: '.never',
    },
  },
  initial: 'whole',
  states: { whole: {}, never: {} },
});

test('the event by which a machine failed is the last one it has', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const recorder = createRecorder();
  const actor = createActor(brittle, { inspect: recorder.inspect });
  actor.subscribe({ error: () => {} });
  actor.start();
  actor.send({ type: 'work' });
  actor.send({ type: 'break' });
  actor.send({ type: 'work' });
  expect(recorder.report().steps.map(({ event, status }) => [event.type, status])).toEqual([
    ['xstate.init', 'active'],
    ['work', 'active'],
    ['break', 'error'],
  ]);
  warned.mockRestore();
});

test('what cannot be written down is said on the console and stops nobody', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const recorder = createRecorder();
  const notice = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  const circular: { kind: 'error'; sentence: string; self?: unknown } = { kind: 'error', sentence: 'Round and round.' };
  circular.self = circular;
  notice.send({ type: 'notice.show', notice: circular });
  expect(notice.getSnapshot().value).toBe('shown');
  expect(said).toHaveBeenCalledOnce();
  notice.stop();
  said.mockRestore();
});

/** How many events of a type a report counts without keeping them. */
const countedIn = ({ before, steps }: Report, type: string) =>
  [...Object.values(before).map(({ counted }) => counted), ...steps.map(({ since }) => since?.counted)].reduce(
    (sum, counted) => sum + (counted?.[type] ?? 0),
    0,
  );

const typesOf = ({ steps }: Report) => steps.map(({ event }) => event.type);

describe('500 steps hold a lesson:', () => {
  /** A teacher's session, one section open. Every call takes 0.2 s; something is detected and announced every 30 s. */
  const startSession = (inspect: (inspected: InspectionEvent) => void, isFailing: () => boolean) => {
    let isActive = false;
    const start = Date.now();
    const answer = <T>(value: () => T) =>
      new Promise<T>((resolve, reject) => {
        setTimeout(() => (isFailing() ? reject(failure('No answer', 'unanswered')) : resolve(value())), 200);
      });
    const logs = idle(logsMachine).provide({
      actors: {
        fetchLogs: fromPromise(() =>
          answer(() => allOf(logsOf(1 + Math.floor((Date.now() - start) / 30_000)), Date.now())),
        ),
      },
    });
    const detection = idle(detectionMachine).provide({
      actors: {
        logs,
        watchPage: fromCallback(() => {}),
        watchLessons: fromCallback(() => {}),
        fetchStatus: fromPromise(() => answer(() => status(isActive, Date.now()))),
      },
    });
    const write = idle(writeMachine).provide({
      actors: {
        sendWrite: fromPromise(() =>
          answer(() => {
            isActive = true;
            return { ...nothingNew, doneAt: Date.now() };
          }),
        ),
      },
    });
    const liveChannel = idle(liveChannelMachine).provide({
      actors: {
        watchNetwork: fromCallback(() => {}),
        liveSocket: fromCallback<{ type: 'status.request' }>(({ sendBack, receive }) => {
          receive(() => {
            sendBack(updateOf(section.id, isActive, Date.now()));
          });
          sendBack({ type: 'socket.opened' });
          const announce = () => sendBack({ type: 'logs.changed', sectionId: section.id });
          const interval = setInterval(announce, 30_000);
          return () => clearInterval(interval);
        }),
      },
    });
    const session = idle(sessionMachine).provide({
      actors: {
        liveChannel,
        watchPage: fromCallback(() => {}),
        holdPage: fromCallback(() => {}),
        section: lonelySection(),
        detection,
        write,
        fetchSections: fromPromise(() => answer(() => [section])),
      },
    });
    const actor = createActor(session, { input: { teacher: 'ada' }, inspect }).start();
    actor.send({ type: 'section.open', sectionId: section.id });
    return actor;
  };

  /** The overview of that section, and a teacher before it. */
  const startOverview = (inspect: (inspected: InspectionEvent) => void) => {
    const awaitPointerOff = fromPromise<void, void>(() => Promise.resolve());
    const rows = createActor(idle(stillRowsMachine).provide({ actors: { awaitPointerOff } }), { inspect }).start();
    const view = createActor(idle(logsViewMachine), { input: { sectionId: section.id, notes: {} }, inspect }).start();
    const code = createActor(
      idle(pageCodeMachine).provide({
        actors: { fetchAhead: fromCallback(() => {}), watchNetwork: fromCallback(() => {}) },
      }),
      { input: { isLoaded: true, hasMoved: true }, inspect },
    ).start();
    return {
      /** Their pointer passes over the rows. */
      passOver() {
        for (let movement = 0; movement < 3; movement += 1) rows.send({ type: 'rows.touched' });
      },
      /** They go to another address of the page, at which nothing is open that would be closed. */
      move() {
        code.send({ type: 'page.moved' });
        view.send({ type: 'screenshot.close' });
      },
      stop: () => [rows, view, code].map((actor) => actor.stop()),
    };
  };

  test('45 minutes of it, polled every 10 s, with a failure in between, and a teacher who moves their pointer', async () => {
    const recorder = createRecorder();
    let isFailing = false;
    const session = startSession(recorder.inspect, () => isFailing);
    const { move, passOver, stop } = startOverview(recorder.inspect);
    const minutes = async (count: number) => {
      for (let time = 0; time < 10 * count; time += 1) {
        passOver();
        if (time % 10 === 0) move();
        await vi.advanceTimersByTimeAsync(6_000);
      }
    };
    await minutes(1);
    selectDetection(session.getSnapshot(), section.id)?.send({ type: 'start.submit' });
    await minutes(19);
    isFailing = true;
    await minutes(1);
    isFailing = false;
    await minutes(24);

    const report = recorder.report();
    expect(report.before).toEqual({});
    expect(report.steps.length).toBeLessThan(420);
    const polls = typesOf(report).filter((type) => type === 'xstate.done.actor.fetchStatus').length;
    expect(polls).toBeLessThan(100);
    // One every 10 s. Six failed.
    expect(polls + countedIn(report, 'xstate.done.actor.fetchStatus')).toBe(264);
    // The first failure is kept, and those that are like it are counted.
    const failures = typesOf(report).filter((type) => type === 'xstate.error.actor.fetchStatus').length;
    expect(failures).toBeGreaterThan(0);
    expect(failures + countedIn(report, 'xstate.error.actor.fetchStatus')).toBe(6);
    expect(typesOf(report)).toContain('start.submit');
    // Nothing came of the pointer's movements: they are only counted, as is what changed nothing.
    const ofRows = report.steps.filter(({ machine }) => machine === 'stillRows');
    expect(ofRows.map(({ event }) => event.type)).toEqual(['xstate.init']);
    expect(countedIn(report, 'rows.touched')).toBe(450 * 3);
    expect(countedIn(report, 'xstate.after.stillness.stillRows.still.moving')).toBe(450);
    expect([countedIn(report, 'page.moved'), countedIn(report, 'screenshot.close')]).toEqual([45, 45]);
    expect(typesOf(report).filter((type) => type === 'page.moved' || type === 'screenshot.close')).toEqual([]);

    const { steps, actors } = replayReport(readReport(JSON.stringify(report)));
    expect([...steps, ...actors].filter(({ agrees }) => !agrees)).toEqual([]);
    stop();
    session.stop();
  });

  test('rows that stand still, and those that have moved again', async () => {
    const recorder = createRecorder();
    const { passOver, stop } = startOverview(recorder.inspect);
    const types = () => typesOf(recorder.report()).slice(3);
    passOver();
    passOver();
    expect(types()).toEqual(['rows.touched']);
    expect(recorder.report().steps.at(-1)?.since?.counted).toEqual({ 'rows.touched': 5 });
    const { steps, actors } = replayReport(readReport(JSON.stringify(recorder.report())));
    expect([...steps, ...actors].filter(({ agrees }) => !agrees)).toEqual([]);
    expect(actors[0]).toMatchObject({ machine: 'stillRows', replayed: { value: { still: 'moving' } } });

    await vi.advanceTimersByTimeAsync(5_000);
    expect(types()).toEqual([]);
    expect(countedIn(recorder.report(), 'rows.touched')).toBe(6);
    expect(replayReport(recorder.report()).actors).toMatchObject([
      { replayed: { value: 'live' }, agrees: true },
      { agrees: true },
      { agrees: true },
    ]);
    stop();
  });

  test('what is typed', async () => {
    const recorder = createRecorder();
    const searchStudents = fromPromise<FoundStudents, { query: string }>(() =>
      Promise.resolve({ students: [bob], total: null, mayAdd: false }),
    );
    const roster = createActor(
      idle(rosterMachine).provide({ actors: { searchStudents, watchStudents: fromCallback(() => {}) } }),
      {
        input: { section, selected: [] },
        inspect: recorder.inspect,
      },
    ).start();
    for (const query of ['b', 'bo', 'bob', 'bobb', 'bob']) {
      roster.send({ type: 'query.change', query });
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(1000);
    roster.send({ type: 'student.select', student: bob });

    const report = recorder.report();
    // The second letter begins to wait; the others only begin it again.
    expect(typesOf(report).filter((type) => type === 'query.change')).toHaveLength(1);
    expect(countedIn(report, 'query.change')).toBe(4);
    const { steps, actors } = replayReport(readReport(JSON.stringify(report)));
    expect([...steps, ...actors].filter(({ agrees }) => !agrees)).toEqual([]);
    // The reader and the replay know what was typed in the end, covered.
    expect(report.steps.find(({ event }) => event.type === 'query.change')?.since).toMatchObject({
      counted: { 'query.change': 3 },
      changed: { query: '***' },
    });
    roster.stop();
  });

  test('a countdown', async () => {
    const recorder = createRecorder();
    const resend = createActor(
      idle(resendMachine).provide({
        actors: {
          resendCode: fromPromise(() => Promise.resolve({ sentAt: Date.now() })),
          tickClock: fromCallback(({ sendBack }) => {
            const interval = setInterval(() => sendBack({ type: 'clock.ticked', now: Date.now() }), 1000);
            return () => clearInterval(interval);
          }),
        },
        actions: { showNotice: () => {} },
      }),
      { inspect: recorder.inspect },
    ).start();
    resend.send({ type: 'resend.submit', email });
    await vi.advanceTimersByTimeAsync(119_000);

    const report = recorder.report();
    expect(typesOf(report)).toEqual(['xstate.init', 'resend.submit', 'xstate.done.actor.resendCode']);
    expect(report.steps.at(-1)?.since).toEqual({
      counted: { 'clock.ticked': 119 },
      until: Date.now(),
      changed: { now: Date.now() },
    });
    await vi.advanceTimersByTimeAsync(1000);
    const { steps, actors } = replayReport(recorder.report());
    expect([...steps, ...actors].filter(({ agrees }) => !agrees)).toEqual([]);
    expect(actors).toMatchObject([{ replayed: { value: 'ready' } }]);
    resend.stop();
  });

  test('counts of what was forgotten are kept with the actor, and so is what it changed', () => {
    const recorder = createRecorder();
    const login = createActor(idle(loginForm), { inspect: recorder.inspect }).start();
    login.send({ type: 'form.submit', values: {} });
    login.send({ type: 'form.change' });
    const busy = createActor(noticeMachine, { inspect: recorder.inspect }).start();
    showAndDismiss(busy, 300);
    login.send({ type: 'form.change' });
    expect(recorder.report().before[login.sessionId]).toMatchObject({
      value: 'editing',
      context: { problems: [] },
      counted: { 'form.change': 2 },
    });
    login.stop();
    busy.stop();
  });
});

const polled = setup({
  types: {
    context: {} as { answer: string; checkedAt: number; problem?: string | undefined },
    events: {} as { type: 'answer.heard'; answer: string; checkedAt: number; kind: string },
  },
}).createMachine({
  id: 'polled',
  context: { answer: '', checkedAt: 0, problem: 'Nothing heard' },
  on: {
    'answer.heard': {
      actions: assign(({ event }) => ({ answer: event.answer, checkedAt: event.checkedAt, problem: undefined })),
    },
  },
});

const parentOf = (sent: { current: (event: EventFromLogic<typeof polled>) => void }) =>
  setup({
    actors: {
      polled,
      source: fromCallback(({ sendBack }) => {
        sent.current = sendBack;
      }),
    },
    actions: { tell: sendTo('polled', ({ event }) => event as EventFromLogic<typeof polled>) },
  }).createMachine({
    id: 'asking',
    invoke: [
      { id: 'polled', src: 'polled' },
      { id: 'source', src: 'source' },
    ],
    on: { 'answer.heard': { actions: 'tell' } },
  });

describe('what is told again and changes nothing', () => {
  const begin = () => {
    const recorder = createRecorder();
    const sent = { current: (_: EventFromLogic<typeof polled>): void => {} };
    const asking = createActor(parentOf(sent), { inspect: recorder.inspect }).start();
    const hear = (answer: string, checkedAt: number, kind = 'any') =>
      sent.current({ type: 'answer.heard', answer, checkedAt, kind });
    const child = asking.getSnapshot().children.polled!;
    const stepsOf = () => recorder.report().steps.filter(({ machine }) => machine === 'polled');
    return { hear, child, stepsOf };
  };

  test('is counted; the time at which it was told is the last one', () => {
    const { hear, stepsOf } = begin();
    for (const at of [1, 2, 3]) hear('yes', at);
    expect(stepsOf().map(({ event, since }) => [event.type, since?.counted])).toEqual([
      ['xstate.init', undefined],
      ['answer.heard', { 'answer.heard': 2 }],
    ]);
    expect(stepsOf()[1]?.since?.changed).toEqual({ checkedAt: 3 });
  });

  test('another answer is kept, and so is the first one when it comes again', () => {
    const { hear, stepsOf } = begin();
    for (const [at, answer] of ['yes', 'yes', 'other', 'other', 'yes'].entries()) hear(answer, at);
    expect(stepsOf().map(({ event, changed }) => [event.type, changed?.answer])).toEqual([
      ['xstate.init', ''],
      ['answer.heard', '***'],
      ['answer.heard', '*****'],
      ['answer.heard', '***'],
    ]);
  });

  test('what is said otherwise is kept, whatever it changes', () => {
    const { hear, stepsOf } = begin();
    hear('yes', 1, 'first');
    hear('yes', 2, 'second');
    hear('yes', 3, 'second');
    expect(stepsOf().map(({ event, since }) => [event.kind, since?.counted])).toEqual([
      [undefined, undefined],
      ['first', undefined],
      ['second', { 'answer.heard': 1 }],
    ]);
  });

  test('is kept when it was asked for by hand and has changed a time, and counted when it has changed nothing', () => {
    const { child, stepsOf } = begin();
    const tell = (checkedAt: number) => child.send({ type: 'answer.heard', answer: 'yes', checkedAt, kind: 'any' });
    for (const checkedAt of [1, 2, 3]) tell(checkedAt);
    expect(stepsOf()).toHaveLength(4);
    tell(3);
    tell(3);
    expect(stepsOf()).toHaveLength(4);
    expect(stepsOf().at(-1)?.since).toEqual({ counted: { 'answer.heard': 2 }, until: Date.now() });
  });

  test('is kept when it has changed what the mask covers', () => {
    const { hear, stepsOf } = begin();
    hear('yes', 1, 'first');
    hear('his', 1, 'other');
    expect(stepsOf().map(({ event, changed }) => [event.kind, changed?.answer])).toEqual([
      [undefined, ''],
      ['first', '***'],
      ['other', undefined],
    ]);
  });

  test('a value that has become undefined is gone, in the report and where it is read', () => {
    const { hear, stepsOf } = begin();
    hear('yes', 1);
    expect(stepsOf()[1]).toMatchObject({ changed: { answer: '***', checkedAt: 1 }, gone: ['problem'] });
  });
});

describe('costs what has changed, not what is there', () => {
  const long = setup({
    types: {
      context: {} as { list: string[]; page: number },
      input: {} as { list: string[] },
      events: {} as { type: 'page.select'; page: number },
    },
  }).createMachine({
    id: 'long',
    context: ({ input: { list } }) => ({ list, page: 1 }),
    on: { 'page.select': { actions: assign({ page: ({ event }) => event.page }) } },
  });

  test.each([1, 100_000])('a page of %i lines is turned without a look at them', (length) => {
    let reads = 0;
    const list = new Proxy(Array<string>(length).fill('x'), {
      get: (target, key, receiver): unknown => {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const recorder = createRecorder();
    const actor = createActor(long, { input: { list }, inspect: recorder.inspect });
    actor.start();
    reads = 0;
    for (let page = 0; page < 20; page += 1) actor.send({ type: 'page.select', page });
    expect(reads).toBe(0);
    expect(recorder.report().steps.at(-1)).toMatchObject({ changed: { page: 19 } });
    expect(recorder.report().steps.at(-1)?.changed).not.toHaveProperty('list');
  });
});

test('a subscriber receives every step, including those that are only counted', () => {
  const told: [string, object][] = [];
  const recorder = createRecorder(({ event }, { machine }) => told.push([event.type, machine.config]));
  const login = createActor(idle(loginForm), { inspect: recorder.inspect }).start();
  login.send({ type: 'form.change' });
  login.send({ type: 'form.change' });
  expect(told).toEqual(['xstate.init', 'form.change', 'form.change'].map((type) => [type, idle(loginForm).config]));
  login.stop();
});
