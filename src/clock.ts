import { CLOCK_TICK_MS } from './constants';
import { everySecond } from './services/app/pageEvents';
import { clockOffset } from './services/app/serverClock';

/** A moment. In milliseconds since the epoch. */
export interface Time {
  /** By the server's clock, for times from the server. */
  now: number;
  /** By this device's clock, for local times. */
  deviceNow: number;
}

function readClocks(): Time {
  const deviceNow = Date.now();
  return { now: deviceNow + clockOffset(), deviceNow };
}

const listeners = new Set<() => void>();
let time = readClocks();
let stop = () => {};

/** Returns the time of the last tick. While nothing ticks, it is less than a tick old. */
export function currentTime(): Time {
  const isStale = Math.abs(Date.now() - time.deviceNow) >= CLOCK_TICK_MS;
  if (listeners.size === 0 && isStale) time = readClocks();
  return time;
}

/** Calls back once a second, until the returned function is called. */
export function watchTime(onTick: () => void): () => void {
  listeners.add(onTick);
  if (listeners.size === 1) {
    stop = everySecond(() => {
      time = readClocks();
      for (const listener of listeners) listener();
    });
  }
  return () => {
    listeners.delete(onTick);
    if (listeners.size === 0) stop();
  };
}
