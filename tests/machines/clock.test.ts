import { expect, test } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { clockMachine } from '../../src/machines/clockMachine';
import { heldCallback } from '../support/actors';

test('the time is unknown until the clock has told it, and from then on what it told last', () => {
  const tickClock = heldCallback<EventFrom<typeof clockMachine>>();
  const actor = createActor(clockMachine.provide({ actors: { tickClock: tickClock.logic } })).start();
  expect(actor.getSnapshot().context.now).toBeNull();
  for (const now of [1_000, 2_000]) {
    tickClock.send({ type: 'clock.ticked', now });
    expect(actor.getSnapshot().context.now).toBe(now);
  }
  actor.stop();
  expect(tickClock.isRunning).toBe(false);
});
