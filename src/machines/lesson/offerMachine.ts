import { setup } from 'xstate';
import { OPPOSITE_REST_MS } from '../../constants';
import { callbackNotProvided } from '../app/notProvided';

/**
 * Whether the Start/Stop button, which has just changed into its opposite, can be pressed.
 *
 * Invariants: presses in the first two seconds after a change are ignored, so that a double press undoes neither
 * the first press nor a change made elsewhere at that moment.
 */
export const offerMachine = setup({
  types: {
    /** The button has changed into its opposite. */
    events: {} as { type: 'offer.turned' },
  },
  actors: {
    /** Sends `offer.turned`. */
    watchOffer: callbackNotProvided('watchOffer'),
  },
  delays: {
    /** From a change to the first press that counts. */
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
      description: 'The button has just changed. It shows what happened and ignores presses.',
      on: { 'offer.turned': { target: 'resting', reenter: true } },
      after: { oppositeRest: 'standing' },
    },
  },
});
