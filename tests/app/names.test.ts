import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { namesMachine } from '../../src/machines/app/namesMachine';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = () => {
  const actor = createActor(idle(namesMachine)).start();
  return {
    send: (type: 'names.ask' | 'names.show' | 'names.hide') => actor.send({ type }),
    now: () => actor.getSnapshot().value,
  };
};

test('names at the door are shown after a question only, and for 30 s', () => {
  const { now, send } = started();
  send('names.show');
  expect(now()).toBe('hidden');
  send('names.ask');
  expect(now()).toBe('asking');
  send('names.show');
  vi.advanceTimersByTime(29_999);
  expect(now()).toBe('shown');
  vi.advanceTimersByTime(1);
  expect(now()).toBe('hidden');
});

test('names at the door are hidden again at a press, and a question waits for its answer', () => {
  const { now, send } = started();
  send('names.ask');
  vi.advanceTimersByTime(60_000);
  expect(now()).toBe('asking');
  send('names.hide');
  expect(now()).toBe('hidden');
  send('names.ask');
  send('names.show');
  send('names.hide');
  expect(now()).toBe('hidden');
});
