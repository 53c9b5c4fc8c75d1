import { fromCallback } from 'xstate';
import { CLOCK_TICK_MS } from '../constants';
import { clockMachine } from '../machines/clockMachine';
import { clockOffset } from '../services/serverClock';

/** Every second, and at once. */
const everySecond = (tick: () => void) => {
  tick();
  const interval = setInterval(tick, CLOCK_TICK_MS);
  return () => clearInterval(interval);
};

/** Tells this device's time, for countdowns, which begin and end here. */
export const tickClock = fromCallback(({ sendBack }) =>
  everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() })),
);

/** Tells the server's time, by which everything that comes from there is as old as it is. */
const tickServerClock = fromCallback(({ sendBack }) =>
  everySecond(() => {
    const offset = clockOffset();
    sendBack({ type: 'clock.ticked', now: Date.now() + offset, offset });
  }),
);

export const provideClock = () => clockMachine.provide({ actors: { tickClock: tickServerClock } });
