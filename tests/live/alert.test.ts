import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type AlertEvent, alertMachine } from '../../src/machines/live/alertMachine';
import { heldCallback, heldPromise } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const recall = heldPromise<{ isPossible: boolean; wasOn: boolean }>();
  const prepare = heldCallback<AlertEvent>();
  const done: string[] = [];
  const actor = createActor(
    idle(alertMachine).provide({
      actors: { recall: recall.logic, prepare: prepare.logic },
      actions: {
        keep: (_, { isOn }) => void done.push(isOn ? 'keep on' : 'keep off'),
        sample: () => void done.push('sample'),
        play: () => void done.push('play'),
      },
    }),
  ).start();
  return {
    recall,
    prepare,
    done,
    toggle: () => actor.send({ type: 'alert.toggle' }),
    begin: () => actor.send({ type: 'episode.began' }),
    state: () => actor.getSnapshot().value,
  };
}

async function switchedOn() {
  const parts = started();
  await parts.recall.last.answer({ isPossible: true, wasOn: true });
  return parts;
}

test.each<[boolean, boolean, unknown]>([
  [true, false, 'off'],
  [true, true, { on: 'quiet' }],
  [false, false, 'impossible'],
  [false, true, 'impossible'],
])('possible: %j, was on: %j', async (isPossible, wasOn, state) => {
  const { done, prepare, recall, state: value } = started();
  await recall.last.answer({ isPossible, wasOn });
  expect(value()).toEqual(state);
  expect(prepare.isRunning).toBe(typeof state === 'object');
  expect(done).toEqual([]);
});

test('a choice that cannot be read is not offered', async () => {
  const { begin, done, recall, state, toggle } = started();
  await recall.last.fail();
  toggle();
  begin();
  expect([state(), done]).toEqual(['impossible', []]);
});

test('switched off it plays nothing; the press that switches it on plays it once, and both are kept', async () => {
  const { begin, done, prepare, recall, state, toggle } = started();
  await recall.last.answer({ isPossible: true, wasOn: false });
  begin();
  expect(done).toEqual([]);
  toggle();
  expect([state(), prepare.isRunning, done]).toEqual([{ on: 'quiet' }, true, ['keep on', 'sample']]);
  toggle();
  begin();
  expect([state(), prepare.isRunning, done]).toEqual(['off', false, ['keep on', 'sample', 'keep off']]);
});

test('it plays at most once in ten seconds, however many episodes begin', async () => {
  const { begin, done, state } = await switchedOn();
  begin();
  begin();
  vi.advanceTimersByTime(9_999);
  begin();
  expect([state(), done]).toEqual([{ on: 'resting' }, ['play']]);
  vi.advanceTimersByTime(1);
  expect([state(), done]).toEqual([{ on: 'quiet' }, ['play']]);
  begin();
  expect(done).toEqual(['play', 'play']);
});

test('it can be switched off while it rests', async () => {
  const { begin, done, state, toggle } = await switchedOn();
  begin();
  toggle();
  vi.advanceTimersByTime(10_000);
  expect([state(), done]).toEqual(['off', ['play', 'keep off']]);
});
