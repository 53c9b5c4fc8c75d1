import { describe, expect, test } from 'vitest';
import { inspectMachine } from '../../src/inspect/inspectMachine';
import { type InspectMessage, readMessage } from '../../src/inspect/protocol';
import { afterMessage, afterSteps, recordingOf, type Watched } from '../../src/inspect/watched';
import { noticeMachine } from '../../src/machines/noticeMachine';
import { pathsOf } from '../support/paths';
import { replay } from '../support/replay';

const shown = { kind: 'success', sentence: 'Saved.' };
const notice = { session: 'x:1', machine: 'notice', at: 5 };
const recording = recordingOf('report.json', {
  format: 'vigil-report',
  version: 1,
  writtenAt: 9,
  definitions: { notice: JSON.parse(JSON.stringify(noticeMachine.config)) },
  before: { 'x:0': { machine: 'notice', value: 'shown', status: 'active', context: { notice: shown } } },
  steps: [
    { ...notice, event: { type: 'xstate.init' }, value: 'hidden', status: 'active', context: { notice: null } },
    { ...notice, event: { type: 'notice.show' }, value: 'shown', status: 'active', context: { notice: shown } },
    { ...notice, event: { type: 'xstate.stop' }, value: 'shown', status: 'stopped' },
  ],
});

describe('the chart', () => {
  const { paths, missing } = pathsOf(inspectMachine, {
    events: {
      'message.heard': [{ type: 'message.heard', message: { type: 'page.left', page: 'a' } }],
      'actor.select': [{ type: 'actor.select', session: 'x:1' }],
      'file.open': [{ type: 'file.open', file: new File(['{}'], 'report.json') }],
      'file.close': [{ type: 'file.close' }],
      'step.select': [
        { type: 'step.select', step: 3 },
        { type: 'step.select', step: 4 },
      ],
    },
    outputs: { readFile: [recording] },
  });

  test('every edge has a path', () => expect(missing).toEqual([]));
  for (const path of paths) test(path.name, () => replay(inspectMachine, path));
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
  const definition = JSON.stringify(noticeMachine.config);
  const started = {
    type: '@xstate.actor',
    sessionId: 'a/x:1',
    definition,
    snapshot: { status: 'active', value: 'hidden', context: {} },
  };
  const step = {
    type: '@xstate.snapshot',
    sessionId: 'a/x:1',
    event: { type: 'notice.show' },
    createdAt: '7',
    snapshot: { status: 'active', value: 'shown', context: { notice: shown } },
  };
  const heard = (...messages: unknown[]) =>
    messages
      .map(readMessage)
      .filter((message): message is InspectMessage => message !== undefined)
      .reduce<Watched>(afterMessage, new Map());

  test('an actor appears with its chart, follows its events, and is gone when it has ended', () => {
    expect(heard(started).get('a/x:1')).toMatchObject({ machine: { id: 'notice' }, value: 'hidden', events: [] });
    expect(heard(started, step).get('a/x:1')).toMatchObject({
      value: 'shown',
      context: { notice: shown },
      events: [{ number: 1, at: 7, event: { type: 'notice.show' } }],
    });
    expect(heard(started, { ...step, snapshot: { ...step.snapshot, status: 'done' } }).size).toBe(0);
  });

  test('a page that leaves takes its actors along, and no others', () => {
    const other = { ...started, sessionId: 'b/x:1' };
    expect([...heard(started, other, { type: 'page.left', page: 'a' }).keys()]).toEqual(['b/x:1']);
  });

  test('actors without a chart and messages of another kind are not shown', () => {
    const promise = { ...started, definition: '{"id":"submit"}', snapshot: { status: 'active' } };
    const odd = [
      undefined,
      7,
      'text',
      {},
      { type: '@xstate.event' },
      { ...started, definition: '{' },
      { ...step, createdAt: 'soon' },
    ];
    expect(heard(promise, ...odd).size).toBe(0);
  });
});
