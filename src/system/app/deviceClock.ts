import { fromCallback } from 'xstate';
import { CLOCK_TICK_MS } from '../../constants';

/** Calls back at once, and then once a second, until the returned function is called. */
export function everySecond(tick: () => void): () => void {
  tick();
  const interval = setInterval(tick, CLOCK_TICK_MS);
  return () => clearInterval(interval);
}

/** Tells this device's time, for countdowns, which begin and end here. */
export const tickClock = fromCallback(({ sendBack }) =>
  everySecond(() => sendBack({ type: 'clock.ticked', now: Date.now() })),
);
