import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type Offer, offerAfter } from '../../src/machines/lesson/offer';
import { offerMachine } from '../../src/machines/lesson/offerMachine';
import { heldCallback } from '../support/actors';
import { idle } from '../support/idle';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('where a button has turned into its opposite, nothing can be pressed for 2 s after the last turn', () => {
  const watchOffer = heldCallback<{ type: 'offer.turned' }>();
  const actor = createActor(idle(offerMachine).provide({ actors: { watchOffer: watchOffer.logic } })).start();
  const state = () => actor.getSnapshot().value;
  expect(state()).toBe('standing');
  watchOffer.send({ type: 'offer.turned' });
  vi.advanceTimersByTime(1_999);
  expect(state()).toBe('resting');
  watchOffer.send({ type: 'offer.turned' });
  vi.advanceTimersByTime(1_999);
  expect(state()).toBe('resting');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('standing');
});

test.each<[Offer, boolean | undefined, Offer]>([
  [null, undefined, null],
  [null, false, 'start'],
  [null, true, 'stop'],
  ['start', undefined, 'start'],
  ['start', true, 'stop'],
  ['stop', false, 'start'],
  ['stop', undefined, 'start'],
])('what was %s is, while detection is known to be active: %s, %s', (before, isActive, after) => {
  expect(offerAfter(before, isActive)).toBe(after);
});
