import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assign, createActor, fromPromise, setup } from 'xstate';
import { createRecorder } from '../../src/inspect/recorder';
import { replayReport } from '../../src/inspect/replayReport';
import { readReport } from '../../src/inspect/report';
import type { FormSuccess, FormValues } from '../../src/machines/formMachine';
import { loginForm } from '../../src/machines/forms/loginForm';
import { logsMachine } from '../../src/machines/logsMachine';
import { noticeMachine } from '../../src/machines/noticeMachine';
import { sidebarMachine } from '../../src/machines/sidebarMachine';
import type { DetectionLog } from '../../src/services/types';
import { logsOf } from '../support/samples';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const email = 'ada@school.example';
const password = 'chalk & slate 42';

test('keeps of every step its time, actor, event and outcome, and the context where it has changed', () => {
  const recorder = createRecorder();
  const notice = createActor(noticeMachine, { inspect: recorder.inspect }).start();
  vi.advanceTimersByTime(500);
  notice.send({ type: 'notice.show', notice: { kind: 'success', sentence: 'Saved.' } });
  notice.send({ type: 'notice.dismiss' });
  notice.stop();

  const { before, steps, definitions, ...head } = recorder.report();
  const start = Date.parse('2026-11-23T09:00:00Z');
  expect(head).toEqual({ format: 'vigil-report', version: 1, writtenAt: start + 500 });
  expect(before).toEqual({});
  expect(definitions).toMatchObject({
    notice: { initial: 'hidden', states: { shown: { on: { 'notice.dismiss': 'hidden' } } } },
  });
  const shown = { kind: 'success', sentence: 'Saved.' };
  const step = { session: notice.sessionId, machine: 'notice', at: start + 500, status: 'active' };
  expect(steps).toEqual([
    { ...step, at: start, event: { type: 'xstate.init' }, value: 'hidden', context: { notice: null } },
    { ...step, event: { type: 'notice.show', notice: shown }, value: 'shown', context: { notice: shown } },
    { ...step, event: { type: 'notice.dismiss' }, value: 'hidden', context: { notice: null } },
    { ...step, event: { type: 'xstate.stop' }, value: 'hidden', status: 'stopped' },
  ]);
});

test('hears the machines that a machine has started, and never what was typed', async () => {
  const recorder = createRecorder();
  const submit = fromPromise<FormSuccess, { values: FormValues }>(({ input }) =>
    Promise.resolve({ sentence: `${input.values.password} it is.` }),
  );
  const login = createActor(loginForm.provide({ actors: { submit } }), { inspect: recorder.inspect }).start();
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
  const sidebar = createActor(sidebarMachine, { inspect: recorder.inspect }).start();
  for (let count = 0; count < 600; count += 1) sidebar.send({ type: 'sidebar.toggle' });

  const report = recorder.report();
  expect(report.steps).toHaveLength(500);
  expect(report.before).toEqual({
    [notice.sessionId]: {
      machine: 'notice',
      value: 'shown',
      status: 'active',
      context: { notice: { kind: 'error', sentence: 'It failed.' } },
    },
    [sidebar.sessionId]: {
      machine: 'sidebar',
      value: { sidebar: 'expanded', menu: 'closed' },
      status: 'active',
      context: {},
    },
  });
  const { steps, actors } = replayReport(report);
  expect(steps.every(({ agrees }) => agrees)).toBe(true);
  expect(actors).toHaveLength(2);
  notice.stop();
});

test('large lists of logs take no more room than two million characters', async () => {
  const recorder = createRecorder();
  const fetchLogs = fromPromise<{ logs: DetectionLog[]; fetchedAt: number }, { sectionId: string }>(() =>
    Promise.resolve({ logs: logsOf(20_000), fetchedAt: 1 }),
  );
  const logs = createActor(logsMachine.provide({ actors: { fetchLogs } }), {
    input: { sectionId: '7' },
    inspect: recorder.inspect,
  }).start();
  for (let count = 0; count < 8; count += 1) {
    await vi.advanceTimersByTimeAsync(0);
    logs.send({ type: 'logs.refresh' });
  }
  const report = recorder.report();
  expect(JSON.stringify(report.steps).length).toBeLessThan(2_100_000);
  expect(report.steps.length).toBeGreaterThan(3);
  expect(replayReport(report).actors).toMatchObject([{ reported: { value: { list: 'fetching' } }, agrees: true }]);
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
