import { expect, test } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { clockError, clockMachine, deviceNow } from '../../src/machines/app/clockMachine';
import { heldCallback } from '../support/actors';

test('the time is unknown until the clock has told it, and from then on what it told last', () => {
  const tickClock = heldCallback<EventFrom<typeof clockMachine>>();
  const actor = createActor(clockMachine.provide({ actors: { tickClock: tickClock.logic } })).start();
  expect(actor.getSnapshot().context.now).toBeNull();
  for (const now of [1_000, 2_000]) {
    tickClock.send({ type: 'clock.ticked', now, offset: 0 });
    expect(actor.getSnapshot().context.now).toBe(now);
  }
  actor.stop();
  expect(tickClock.isRunning).toBe(false);
});

test.each([
  [0, null],
  [60_000, null],
  [-60_000, null],
  // Slow, then fast.
  [60_001, -60_001],
  [-660_000, 660_000],
])('a clock that lacks %i ms is mentioned only when it is more than a minute off', (offset, error) => {
  expect(clockError({ now: 1_000_000, offset })).toBe(error);
  expect(deviceNow({ now: 1_000_000, offset })).toBe(1_000_000 - offset);
});
