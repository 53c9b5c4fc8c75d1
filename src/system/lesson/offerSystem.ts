import { type ActorRefFrom, fromCallback, type SnapshotFrom } from 'xstate';
import { type detectionMachine, isActive, isUnknown } from '../../machines/lesson/detectionMachine';
import { offerAfter } from '../../machines/lesson/offer';
import { offerMachine } from '../../machines/lesson/offerMachine';

const isKnownActive = (detection: SnapshotFrom<typeof detectionMachine>) =>
  isUnknown(detection) ? undefined : isActive(detection);

/** Watches the Start/Stop button of the section's detection. */
export const provideOffer = (detection: ActorRefFrom<typeof detectionMachine>) => () =>
  offerMachine.provide({
    actors: {
      watchOffer: fromCallback(({ sendBack }) => {
        let offer = offerAfter(null, isKnownActive(detection.getSnapshot()));
        const { unsubscribe } = detection.subscribe((snapshot) => {
          const before = offer;
          offer = offerAfter(before, isKnownActive(snapshot));
          if (before !== null && offer !== before) sendBack({ type: 'offer.turned' });
        });
        return unsubscribe;
      }),
    },
  });
