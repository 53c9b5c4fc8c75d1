import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback, setup } from 'xstate';
import { mutationsOf } from '../support/chartMutations';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A chart with one of everything that can go wrong, and what it has done. */
function lamp() {
  const done: string[] = [];
  const machine = setup({
    types: { events: {} as { type: 'switch.press' } },
    actors: { hum: fromCallback(() => void done.push('hum')) },
    actions: {
      click: () => void done.push('click'),
      warm: () => void done.push('warm'),
      cool: () => void done.push('cool'),
    },
    guards: { hasPower: () => false },
    delays: { burnTime: 1_000 },
  }).createMachine({
    id: 'lamp',
    initial: 'dark',
    states: {
      dark: {
        on: {
          'switch.press': [
            { guard: 'hasPower', target: 'lit' },
            { target: 'lit', actions: 'click' },
          ],
        },
      },
      lit: { entry: 'warm', exit: 'cool', invoke: { id: 'hum', src: 'hum' }, after: { burnTime: 'dark' } },
    },
  });
  return { done, machine };
}

/** Presses the switch of a lamp, which has one mutation or none, and waits for two seconds. */
function pressed(mutation?: string) {
  const { done, machine } = lamp();
  mutationsOf(machine)
    .find(({ name }) => name === mutation)
    ?.apply();
  const actor = createActor(machine);
  actor.subscribe(({ value }) => void done.push(`${value} at ${Date.now()}`));
  vi.setSystemTime(0);
  actor.start();
  actor.send({ type: 'switch.press' });
  vi.advanceTimersByTime(2_000);
  return done;
}

const right = ['dark at 0', 'click', 'warm', 'hum', 'lit at 0', 'cool', 'dark at 1000'];

test('a chart without a mutation is right', () => {
  expect(pressed()).toEqual(right);
});

test.each<[mutation: string, done: string[]]>([
  ['dark —switch.press [hasPower]→ lit is missing', right],
  ['dark —switch.press [hasPower]→ lit leads to dark', right],
  ['dark —switch.press [hasPower]→ lit has no guard', right.filter((word) => word !== 'click')],
  ['dark —switch.press→ lit is missing', ['dark at 0', 'dark at 0']],
  ['dark —switch.press→ lit leads to dark', ['dark at 0', 'click', 'dark at 0']],
  ['dark —switch.press→ lit does not click', right.filter((word) => word !== 'click')],
  ['lit —after burnTime→ dark is missing', [...right.slice(0, 5), 'lit at 1000']],
  ['lit —after burnTime→ dark leads to lit', [...right.slice(0, 5), 'lit at 1000']],
  ['(root) starts in lit', ['hum', 'warm', 'lit at 0', 'lit at 0', 'cool', 'dark at 1000']],
  ['lit does not invoke hum', right.filter((word) => word !== 'hum')],
  ['lit on entry does not warm', right.filter((word) => word !== 'warm')],
  ['lit on exit does not cool', right.filter((word) => word !== 'cool')],
  ['lit waits twice as long for burnTime', [...right.slice(0, 6), 'dark at 2000']],
  ['lit waits half as long for burnTime', [...right.slice(0, 6), 'dark at 500']],
])('%s', (mutation, done) => {
  expect(mutationsOf(lamp().machine).map(({ name }) => name)).toContain(mutation);
  expect(pressed(mutation)).toEqual(done);
});

test('there are no others', () => {
  expect(mutationsOf(lamp().machine)).toHaveLength(14);
});
