import { setup } from 'xstate';
import { ROWS_STILL_MS } from '../../constants';

export type StillRowsEvent =
  /** The pointer, the focus or a finger has really moved on the rows. */
  | { type: 'rows.touched' }
  /** The teacher wants to see the new ones. */
  | { type: 'rows.show' };

/**
 * Whether the rows of a section's overview stand still. Which rows these are, the screen knows.
 *
 * Invariants:
 * - Rows stand still for 5 s after the last movement on them, so that none moves away from a hand. Nothing can hold them
 *   longer: no row, dialog or window has to say that the hand has left.
 * - The teacher can end it at once.
 */
export const stillRowsMachine = setup({
  types: { events: {} as StillRowsEvent },
  delays: {
    /** How long rows stand still after the last movement on them. */
    stillness: ROWS_STILL_MS,
  },
}).createMachine({
  id: 'stillRows',
  initial: 'live',
  states: {
    live: {
      description: 'The rows follow what comes.',
      on: { 'rows.touched': 'still' },
    },
    still: {
      description: 'The rows stay where they are; how many are new is shown below them.',
      on: { 'rows.touched': { target: 'still', reenter: true }, 'rows.show': 'live' },
      after: { stillness: 'live' },
    },
  },
});
