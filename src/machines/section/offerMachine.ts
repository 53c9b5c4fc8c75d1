import { type SnapshotFrom, setup } from 'xstate';
import { OPPOSITE_REST_MS } from '../../constants';
import { callbackNotProvided } from '../app/notProvided';
import { type detectionMachine, isActive, isUnknown } from './detectionMachine';

/** What the button of a section's session does; null until something has said whether detection is active. */
export type Offer = 'start' | 'stop' | null;

/** @param before what it did so far */
export function offerAfter(before: Offer, detection: SnapshotFrom<typeof detectionMachine>): Offer {
  if (isActive(detection)) return 'stop';
  return before === null && isUnknown(detection) ? null : 'start';
}

/**
 * Whether a button that has just turned into its opposite can be pressed.
 *
 * Invariants: for two seconds after it has turned nothing can be pressed in its place, so that a second press never undoes
 * the first one, nor what happened elsewhere as the teacher pressed.
 */
export const offerMachine = setup({
  types: {
    /** The button does the opposite now. */
    events: {} as { type: 'offer.turned' },
  },
  actors: {
    /** Sends `offer.turned`. */
    watchOffer: callbackNotProvided('watchOffer'),
  },
  delays: {
    /** From a turn to the first press that counts. */
    oppositeRest: OPPOSITE_REST_MS,
  },
}).createMachine({
  id: 'offer',
  invoke: { id: 'watchOffer', src: 'watchOffer' },
  initial: 'standing',
  states: {
    standing: {
      description: 'The button can be pressed.',
      on: { 'offer.turned': 'resting' },
    },
    resting: {
      description: 'The button has just turned: it says what has happened, and pressing it does nothing.',
      on: { 'offer.turned': { target: 'resting', reenter: true } },
      after: { oppositeRest: 'standing' },
    },
  },
});
