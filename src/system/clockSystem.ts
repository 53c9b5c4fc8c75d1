import { fromCallback } from 'xstate';
import { CLOCK_TICK_MS } from '../constants';
import { clockMachine } from '../machines/clockMachine';

/** Tells the time at once, and then once a second. */
export const tickClock = fromCallback(({ sendBack }) => {
  const tick = () => sendBack({ type: 'clock.ticked', now: Date.now() });
  tick();
  const interval = setInterval(tick, CLOCK_TICK_MS);
  return () => clearInterval(interval);
});

export const provideClock = () => clockMachine.provide({ actors: { tickClock } });
