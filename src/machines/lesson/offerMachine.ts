import { type ActorRefFrom, fromCallback, type SnapshotFrom, setup } from 'xstate';
import { OPPOSITE_REST_MS } from '../../constants';
import { type detectionMachine, isActive, isUnknown } from './detectionMachine';
import { offerAfter } from './offer';

/** What the Start/Stop button needs of the world. */
export interface OfferPorts {
  /** Calls back whenever the button has changed into its opposite, until the returned function is called. */
  watchTurns(onTurned: () => void): () => void;
}

const isKnownActive = (detection: SnapshotFrom<typeof detectionMachine>) =>
  isUnknown(detection) ? undefined : isActive(detection);

/** Watches the Start/Stop button of a section's detection. */
export const turnsOf =
  (detection: ActorRefFrom<typeof detectionMachine>): OfferPorts['watchTurns'] =>
  (onTurned) => {
    let offer = offerAfter(null, isKnownActive(detection.getSnapshot()));
    const { unsubscribe } = detection.subscribe((snapshot) => {
      const before = offer;
      offer = offerAfter(before, isKnownActive(snapshot));
      if (before !== null && offer !== before) onTurned();
    });
    return unsubscribe;
  };

/**
 * Whether the Start/Stop button, which has just changed into its opposite, can be pressed.
 *
 * Invariants: presses in the first two seconds after a change are ignored, so that a double press undoes neither
 * the first press nor a change made elsewhere at that moment.
 */
export const offerMachine = ({ watchTurns }: OfferPorts) =>
  setup({
    types: {
      /** The button has changed into its opposite. */
      events: {} as { type: 'offer.turned' },
    },
    actors: {
      /** Sends `offer.turned`. */
      watchOffer: fromCallback(({ sendBack }) => watchTurns(() => sendBack({ type: 'offer.turned' }))),
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
