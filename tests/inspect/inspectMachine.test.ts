import { describe, expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { noticeMachine } from '../../src/machines/app/noticeMachine';
import { type InspectMessage, readMessage } from '../../src/recorder/protocol';
import { inspectMachine } from '../../src/screens/inspect/inspectMachine';
import { afterMessage, afterSteps, placed, recordingOf, type Watched } from '../../src/screens/inspect/watched';
import { pathsOf } from '../support/paths';
import { replay } from '../support/replay';

const shown = { kind: 'success', sentence: 'Saved.' };
const notice = { session: 'x:1', machine: 'notice', at: 5 };
const recording = recordingOf('report.json', {
  format: 'vigil-report',
  version: 2,
  writtenAt: 9,
  definitions: { notice: JSON.parse(JSON.stringify(noticeMachine.config)) },
  before: { 'x:0': { machine: 'notice', value: 'shown', status: 'active', context: { notice: shown } } },
  steps: [
    { ...notice, event: { type: 'xstate.init' }, value: 'hidden', status: 'active', changed: { notice: null } },
    { ...notice, event: { type: 'notice.show' }, value: 'shown', status: 'active', changed: { notice: shown } },
    { ...notice, event: { type: 'xstate.stop' }, value: 'shown', status: 'stopped' },
  ],
});

describe('the chart', () => {
  const { paths, missing } = pathsOf(inspectMachine, {
    events: {
      'message.heard': [{ message: { type: 'page.left', page: 'a' } }],
      'actor.select': [{ session: 'x:1' }],
      'actor.follow': [{}],
      'file.open': [{ file: new File(['{}'], 'report.json') }],
      'file.close': [{}],
      'step.select': [{ step: 3 }, { step: 4 }],
    },
    outputs: { readFile: [recording] },
  });

  test('every edge has a path', () => expect(missing).toEqual([]));
  for (const path of paths) test(path.name, () => replay(inspectMachine, path));
});

test('what was only counted is shown in one, with what it has changed', () => {
  const [start] = recording.steps;
  const since = { counted: { 'clock.ticked': 3 }, until: 8, changed: { now: 7 }, gone: ['notice'] };
  const counted = afterSteps({ ...recording, steps: [{ ...start!, since }] }, 1);
  expect(counted.get('x:1')).toMatchObject({ context: { now: 7 }, value: 'hidden' });
  expect(counted.get('x:1')?.context).not.toHaveProperty('notice');
  expect(counted.get('x:1')?.events[0]).toEqual({ number: 2, at: 8, event: { type: 'clock.ticked' }, count: 3 });
});

test('a recording shows at every step what there was', () => {
  const at = (count: number) =>
    [...afterSteps(recording, count).values()].map(({ session, value, status }) => [session, value, status]);
  expect(at(0)).toEqual([['x:0', 'shown', 'active']]);
  expect(at(1)).toEqual([
    ['x:0', 'shown', 'active'],
    ['x:1', 'hidden', 'active'],
  ]);
  expect(at(3)).toEqual([
    ['x:0', 'shown', 'active'],
    ['x:1', 'shown', 'stopped'],
  ]);
  expect(afterSteps(recording, 3).get('x:1')).toMatchObject({
    context: { notice: shown },
    events: [
      { number: 3, at: 5, event: { type: 'xstate.stop' } },
      { number: 2, event: { type: 'notice.show' } },
      { number: 1, event: { type: 'xstate.init' } },
    ],
  });
});

describe('what a watched page sends', () => {
  const definition = JSON.parse(JSON.stringify(noticeMachine.config));
  const init = {
    session: 'x:1',
    machine: 'notice',
    at: 5,
    event: { type: 'xstate.init' },
    value: 'hidden',
    status: 'active',
  };
  const offers = [{ event: 'notice.show', isTaken: true, guards: [] }];
  const started = { type: 'step.taken', page: 'a', definition, offers, step: { ...init, changed: { notice: null } } };
  const step = {
    ...started.step,
    at: 7,
    event: { type: 'notice.show' },
    value: 'shown',
    changed: { notice: shown },
  };
  const stepped = { type: 'step.taken', page: 'a', offers: [], step };
  const heard = (...messages: unknown[]) =>
    messages
      .map(readMessage)
      .filter((message): message is InspectMessage => message !== undefined)
      .reduce<Watched>(afterMessage, new Map());

  test('an actor appears with its chart, follows its events, and is gone when it has ended', () => {
    expect(heard(started).get('a/x:1')).toMatchObject({ machine: { id: 'notice' }, value: 'hidden', offers });
    expect(heard(started, stepped).get('a/x:1')).toMatchObject({
      value: 'shown',
      context: { notice: shown },
      events: [
        { number: 2, at: 7, event: { type: 'notice.show' } },
        { number: 1, at: 5, event: { type: 'xstate.init' } },
      ],
    });
    expect(heard(started, { ...stepped, step: { ...step, status: 'done' } }).size).toBe(0);
    expect(heard(started, { ...stepped, step: { ...step, status: 'error' } }).size).toBe(1);
  });

  test('actors stand below their parents, and a filter keeps those of what it finds', () => {
    const child = (session: string, id: string) => ({ ...started, step: { ...init, session, id, parent: 'x:1' } });
    const told = heard(child('x:2', 'detection 7'), started, child('x:3', 'detection 8'));
    const shown = (wanted?: string) => placed(told, wanted).map(({ session, depth }) => [session, depth]);
    expect(shown()).toEqual([
      ['a/x:1', 0],
      ['a/x:2', 1],
      ['a/x:3', 1],
    ]);
    expect(shown('Detection 8')).toEqual([
      ['a/x:1', 0],
      ['a/x:3', 1],
    ]);
    expect(shown('none of them')).toEqual([]);
  });

  test('a page that leaves takes its actors along, and no others', () => {
    const other = { ...started, page: 'b' };
    expect([...heard(started, other, { type: 'page.left', page: 'a' }).keys()]).toEqual(['b/x:1']);
  });

  test('what a page says it has recorded stands for all that was known of it', () => {
    const gone = { ...started, step: { ...init, session: 'x:9' } };
    const report = { type: 'report.written', page: 'a', report: recording, offers: { 'x:0': offers } };
    const told = heard(gone, { ...started, page: 'b' }, report);
    expect([...told.keys()]).toEqual(['b/x:1', 'a/x:0']);
    expect(told.get('a/x:0')).toMatchObject({ session: 'a/x:0', value: 'shown', context: { notice: shown }, offers });
  });

  test('steps of an actor whose start was not heard and messages of another kind are not shown', () => {
    const odd = [undefined, 7, 'text', {}, { type: '@xstate.event' }, { ...started, step: { ...init, at: 'soon' } }];
    expect(heard(stepped, ...odd).size).toBe(0);
  });

  test('the inspector opens on the actor that has moved last, and stays with it when others end', () => {
    const inspector = createActor(inspectMachine.provide({ actors: { hearPages: fromCallback(() => {}) } })).start();
    const hear = (data: unknown) => inspector.send({ type: 'message.heard', message: readMessage(data)! });
    const moved = () => inspector.getSnapshot().context.moved;
    const second = { ...started, step: { ...init, session: 'x:2' } };
    hear(started);
    hear(second);
    expect(moved()).toBe('a/x:2');
    hear(stepped);
    expect(moved()).toBe('a/x:1');
    hear({ ...second, step: { ...second.step, event: { type: 'xstate.stop' }, status: 'stopped' } });
    expect(moved()).toBe('a/x:1');
    inspector.stop();
  });

  test('what was chosen stays until what moves is followed again', () => {
    const inspector = createActor(inspectMachine.provide({ actors: { hearPages: fromCallback(() => {}) } })).start();
    const selected = () => inspector.getSnapshot().context.selected;
    inspector.send({ type: 'actor.select', session: 'a/x:1' });
    inspector.send({ type: 'message.heard', message: readMessage(stepped)! });
    expect(selected()).toBe('a/x:1');
    inspector.send({ type: 'actor.follow' });
    expect(selected()).toBe(null);
    inspector.stop();
  });
});
