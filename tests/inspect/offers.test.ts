import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { offersOf } from '../../src/recorder/offers';
import { conditionsOf } from '../../src/screens/inspect/conditions';

type Sent =
  | { type: 'start.submit' }
  | { type: 'stop.submit' }
  | { type: 'fact.known'; fact: { isActive: boolean } }
  | { type: 'idle' };

const machine = setup({
  types: { context: {} as { isActive: boolean }, events: {} as Sent },
  guards: {
    canStart: ({ context }) => !context.isActive,
    saysActive: ({ event }) => event.type === 'fact.known' && event.fact.isActive,
  },
}).createMachine({
  id: 'lesson',
  context: { isActive: true },
  on: { 'fact.known': { guard: 'saysActive', target: '.on' }, 'stop.submit': '.off' },
  initial: 'on',
  states: {
    on: { on: { 'start.submit': { guard: 'canStart', target: 'off' }, idle: {} }, after: { 1000: 'off' } },
    off: {},
  },
});

test('of each event it is told whether it is taken now, and which guard refuses it', () => {
  const actor = createActor(machine).start();
  expect(offersOf(actor.getSnapshot())).toEqual([
    { event: 'fact.known', isTaken: null, guards: ['saysActive'] },
    { event: 'stop.submit', isTaken: true, guards: [] },
    { event: 'start.submit', isTaken: false, guards: ['canStart'] },
    { event: 'idle', isTaken: false, guards: [] },
  ]);
  actor.stop();
  expect(offersOf(actor.getSnapshot())).toEqual([]);
});

test('in development a guard is told in the words of the charts’ pages', () => {
  expect(conditionsOf('detection')).toMatchObject({
    canStart: 'Detection is known to be inactive, or its status cannot be checked',
  });
  expect(conditionsOf('none')).toEqual({});
});
