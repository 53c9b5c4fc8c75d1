import { setup } from 'xstate';
import { ROWS_STILL_MS } from '../../constants';

export type StillRowsEvent =
  /** The pointer, the focus or a finger moved on the rows. */
  | { type: 'rows.touched' }
  /** The teacher asks for the new rows. */
  | { type: 'rows.show' };

/**
 * Whether the rows of a section's overview stand still. The screen holds the rows.
 *
 * Invariants:
 * - Rows stand still for 5 s after the last movement on them, so that none moves under the pointer. A timeout, because no
 *   browser reliably reports that the pointer has left.
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
      description: 'The rows follow new detections.',
      on: { 'rows.touched': 'still' },
    },
    still: {
      description: 'The rows stay in place. The number of new ones is shown below.',
      on: { 'rows.touched': { target: 'still', reenter: true }, 'rows.show': 'live' },
      after: { stillness: 'live' },
    },
  },
});
