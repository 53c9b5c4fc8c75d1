import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { detectionMachine } from '../../src/machines/section/detectionMachine';
import { type Offer, offerAfter, offerMachine } from '../../src/machines/section/offerMachine';
import { heldCallback } from '../support/actors';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('where a button has turned into its opposite, nothing can be pressed for 2 s after the last turn', () => {
  const watchOffer = heldCallback<{ type: 'offer.turned' }>();
  const actor = createActor(offerMachine.provide({ actors: { watchOffer: watchOffer.logic } })).start();
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

const detectionIn = (known: string) =>
  detectionMachine.resolveState({
    value: { known },
    context: { sectionId: '7', known: null, changes: 0, asked: 0 },
  });

test.each<[Offer, string, Offer]>([
  [null, 'unknown', null],
  [null, 'inactive', 'start'],
  [null, 'active', 'stop'],
  ['start', 'unknown', 'start'],
  ['start', 'active', 'stop'],
  ['stop', 'inactive', 'start'],
  ['stop', 'unknown', 'start'],
])('what was %s is, while detection is %s, %s', (before, known, after) => {
  expect(offerAfter(before, detectionIn(known))).toBe(after);
});
