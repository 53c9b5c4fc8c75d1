import { clockMachine } from '../../../../src/machines/app/clockMachine';
import { plainWords } from '../plainWords';

export const clock = plainWords(clockMachine, {
  page: 'The bar on top of a section’s pages.',
  before: 'Open a section whose detection is active.',
  events: { 'clock.ticked': 'Let a second pass' },
  actors: { tickClock: { does: 'Tells the time at once, and then every second.' } },
  states: { ticking: 'the bar tells how long detection has been active, and how long ago that was confirmed' },
});
