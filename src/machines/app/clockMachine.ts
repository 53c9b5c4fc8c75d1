import { assign, setup } from 'xstate';
import { CLOCK_OFF_MS } from '../../constants';
import { callbackNotProvided } from './notProvided';

/** The time, by the server's clock. Milliseconds since the epoch, as of the last tick; null before the first, which comes at once. */
export interface ClockContext {
  now: number | null;
  /** What this device's clock lacks of it, in milliseconds: negative when it is fast. */
  offset: number;
}

/**
 * The one owner of "now" for what comes from the server: ages, lengths and what is happening count by the server's time,
 * whatever this device's clock says.
 *
 * Invariants: it ticks only while a screen that shows ages is open.
 */
export const clockMachine = setup({
  types: {
    context: {} as ClockContext,
    events: {} as { type: 'clock.ticked'; now: number; offset: number },
  },
  actors: {
    tickClock: callbackNotProvided('tickClock'),
  },
  actions: {
    assignNow: assign({ now: ({ event }) => event.now, offset: ({ event }) => event.offset }),
  },
}).createMachine({
  id: 'clock',
  context: { now: null, offset: 0 },
  invoke: { id: 'tickClock', src: 'tickClock' },
  initial: 'ticking',
  states: {
    ticking: {
      description: 'The time is told once a second.',
      on: { 'clock.ticked': { actions: 'assignNow' } },
    },
  },
});

/** How far this device's clock is fast, in milliseconds (negative: slow); null when it is not worth mentioning. */
export const clockError = ({ offset }: ClockContext): number | null =>
  Math.abs(offset) > CLOCK_OFF_MS ? -offset : null;

/** Now, by this device's clock, for what was timed by it. */
export const deviceNow = ({ now, offset }: ClockContext): number | null => (now === null ? null : now - offset);
