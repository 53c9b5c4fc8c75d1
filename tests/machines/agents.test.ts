import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { agentsMachine } from '../../src/machines/agentsMachine';

const patience = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const actor = createActor(agentsMachine).start();
  return {
    state: () => actor.getSnapshot().value,
    say: (areSilent: boolean) => actor.send({ type: 'agents.said', areSilent }),
  };
}

test('nothing is said of agents before something tells of them, nor of those that were heard from', () => {
  const { say, state } = started();
  expect(state()).toBe('unremarkable');
  vi.advanceTimersByTime(patience);
  expect(state()).toBe('unremarkable');
  say(false);
  vi.advanceTimersByTime(patience);
  expect(state()).toBe('unremarkable');
});

test('agents are missed once they have been silent for a minute, however often that is said', () => {
  const { say, state } = started();
  say(true);
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(patience - 1);
  say(true);
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('missed');
  say(true);
  expect(state()).toBe('missed');
});

test('agents that are heard from in time are awaited anew when they fall silent', () => {
  const { say, state } = started();
  say(true);
  vi.advanceTimersByTime(patience - 1);
  say(false);
  expect(state()).toBe('unremarkable');
  vi.advanceTimersByTime(patience);
  expect(state()).toBe('unremarkable');
  say(true);
  vi.advanceTimersByTime(patience - 1);
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('missed');
});

test('agents that were missed are missed no more once they are heard from', () => {
  const { say, state } = started();
  say(true);
  vi.advanceTimersByTime(patience);
  say(false);
  expect(state()).toBe('unremarkable');
});
