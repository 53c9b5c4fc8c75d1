import { assign, setup } from 'xstate';
import { callbackNotProvided } from './notProvided';

/**
 * What the time is, for a screen that shows how long ago something was.
 *
 * Invariants: it ticks only as long as somebody looks at it.
 */
export const clockMachine = setup({
  types: {
    /** Milliseconds since the epoch, as of the last tick; null before the first, which comes at once. */
    context: {} as { now: number | null },
    events: {} as { type: 'clock.ticked'; now: number },
  },
  actors: {
    tickClock: callbackNotProvided('tickClock'),
  },
  actions: {
    assignNow: assign({ now: ({ event }) => event.now }),
  },
}).createMachine({
  id: 'clock',
  context: { now: null },
  invoke: { id: 'tickClock', src: 'tickClock' },
  initial: 'ticking',
  states: {
    ticking: {
      description: 'The time is told once a second.',
      on: { 'clock.ticked': { actions: 'assignNow' } },
    },
  },
});
