import { fromCallback } from 'xstate';
import { clockMachine } from '../../machines/app/clockMachine';
import { clockOffset } from '../../services/serverClock';
import { everySecond } from './deviceClock';

/** Tells the server's time, by which everything that comes from there is as old as it is. */
const tickServerClock = fromCallback(({ sendBack }) =>
  everySecond(() => {
    const offset = clockOffset();
    sendBack({ type: 'clock.ticked', now: Date.now() + offset, offset });
  }),
);

export const provideClock = () => clockMachine.provide({ actors: { tickClock: tickServerClock } });
