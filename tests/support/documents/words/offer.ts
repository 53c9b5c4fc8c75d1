import { offerMachine } from '../../../../src/machines/section/offerMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

const { detection } = messages;

export const offer = plainWords(offerMachine, {
  page: 'A section’s pages.',
  before: 'Open a section while detection is not active.',
  events: {
    'offer.turned': `Press ${button(detection.start)} or ${button(detection.stop)}, here or in a second window, and let the server answer`,
  },
  actors: { watchOffer: { does: 'Watches what the button does.' } },
  states: {
    standing: `the button says ${button(detection.start)} or ${button(detection.stop)}`,
    resting: `the button says ${button(detection.started)} or ${button(detection.stopped)}, and pressing it does nothing`,
  },
});
