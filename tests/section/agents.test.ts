import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { agentsMachine } from '../../src/machines/section/agentsMachine';
import type { AgentsState } from '../../src/services/types';

const patience = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started() {
  const actor = createActor(agentsMachine).start();
  return {
    state: () => actor.getSnapshot().value,
    say: (agents: AgentsState | undefined) => actor.send({ type: 'agents.said', agents }),
  };
}

test('nothing is known of agents before something tells of them', () => {
  const { say, state } = started();
  expect(state()).toBe('untold');
  vi.advanceTimersByTime(patience);
  expect(state()).toBe('untold');
  say('watching');
  expect(state()).toBe('watching');
  vi.advanceTimersByTime(patience);
  expect(state()).toBe('watching');
  say(undefined);
  expect(state()).toBe('untold');
});

test('agents are missed once none has been heard from for a minute, however often that is said', () => {
  const { say, state } = started();
  say('awaited');
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(patience - 1);
  say('awaited');
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('missed');
  say('awaited');
  expect(state()).toBe('missed');
});

test('the next session’s agents are given a minute again', () => {
  const { say, state } = started();
  say('awaited');
  vi.advanceTimersByTime(patience);
  say(undefined);
  say('awaited');
  vi.advanceTimersByTime(patience - 1);
  expect(state()).toBe('awaited');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('missed');
});

test.each(['silent', 'refused', 'misdated'] as const)(
  'agents that watched and are %s watch no more, at once',
  (agents) => {
    const { say, state } = started();
    say('watching');
    say(agents);
    expect(state()).toBe(agents);
    say('watching');
    expect(state()).toBe('watching');
  },
);

test.each(['watching', 'silent', 'refused', 'misdated'] as const)(
  'agents that were missed are %s as soon as that is said',
  (agents) => {
    const { say, state } = started();
    say('awaited');
    vi.advanceTimersByTime(patience);
    say(agents);
    expect(state()).toBe(agents);
  },
);
