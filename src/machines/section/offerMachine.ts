import { setup } from 'xstate';
import { OPPOSITE_REST_MS } from '../../constants';
import { callbackNotProvided } from '../app/notProvided';

/**
 * Whether a button that has just turned into its opposite can be pressed.
 *
 * Invariants: for two seconds after the turn presses do nothing, so that a second press undoes neither the first one nor
 * what happened elsewhere at that moment.
 */
export const offerMachine = setup({
  types: {
    /** The button has turned into its opposite. */
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
