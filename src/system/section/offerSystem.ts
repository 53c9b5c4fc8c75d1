import { type ActorRefFrom, fromCallback } from 'xstate';
import type { detectionMachine } from '../../machines/section/detectionMachine';
import { offerAfter, offerMachine } from '../../machines/section/offerMachine';

/** Watches what the button of the section's session does. */
export const provideOffer = (detection: ActorRefFrom<typeof detectionMachine>) => () =>
  offerMachine.provide({
    actors: {
      watchOffer: fromCallback(({ sendBack }) => {
        let offer = offerAfter(null, detection.getSnapshot());
        const { unsubscribe } = detection.subscribe((snapshot) => {
          const before = offer;
          offer = offerAfter(before, snapshot);
          if (before !== null && offer !== before) sendBack({ type: 'offer.turned' });
        });
        return unsubscribe;
      }),
    },
  });
