import { fromPromise, type SnapshotFrom, setup } from 'xstate';
import { ROWS_STILL_MS } from '../../constants';

/** What rows that stand still need of the world. */
export interface StillRowsPorts {
  mouseOffRows(signal: AbortSignal): Promise<void>;
}

export type StillRowsEvent =
  /** The pointer, the focus or a finger moved on the rows. */
  | { type: 'rows.touched' }
  /** The teacher asks for the new rows. */
  | { type: 'rows.show' };

/**
 * Whether the rows of a list stand still. The screen holds the rows.
 *
 * Invariants:
 * - No row moves under the pointer: rows stand still for 5 s after the last movement on them, and for as long as a mouse rests there.
 * - No row stands still without one.
 * - The teacher can end it at once.
 */
export const stillRowsMachine = ({ mouseOffRows }: StillRowsPorts) =>
  setup({
    types: { events: {} as StillRowsEvent },
    actors: {
      /** Resolves once no mouse rests on the rows. */
      awaitPointerOff: fromPromise<void, void>(({ signal }) => mouseOffRows(signal)),
    },
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
        description:
          'The rows stay in place, since the teacher may be about to press one. New ones come last, or are counted.',
        on: { 'rows.show': 'live' },
        initial: 'moving',
        states: {
          moving: {
            description: 'The pointer, the focus or a finger has just moved on them.',
            on: { 'rows.touched': { target: 'moving', reenter: true } },
            after: { stillness: 'resting' },
          },
          resting: {
            description: 'A mouse may rest on them.',
            invoke: {
              id: 'awaitPointerOff',
              src: 'awaitPointerOff',
              onDone: '#stillRows.live',
              onError: '#stillRows.live',
            },
            on: { 'rows.touched': 'moving' },
          },
        },
      },
    },
  });

export const areStill = (rows: SnapshotFrom<typeof stillRowsMachine>): boolean => rows.matches('still');
