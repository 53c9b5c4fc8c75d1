import { assign, setup } from 'xstate';
import { PICTURE_PATIENCE_MS } from '../../constants';
import { promiseNotProvided } from '../app/notProvided';

export interface PrintContext {
  /** What became of each picture so far, by its address: whether it is there. */
  settled: Readonly<Record<string, boolean>>;
  /** The addresses of the pictures that are to be on paper. */
  wanted: readonly string[];
}

export type PrintEvent =
  | { type: 'print.submit'; wanted: readonly string[] }
  | { type: 'picture.settled'; address: string; isLoaded: boolean };

/** How many of these pictures would be missing on paper. */
export const missingAmong = ({ settled }: PrintContext, addresses: readonly string[]): number =>
  addresses.filter((address) => settled[address] !== true).length;

/**
 * Prints a page once its pictures are there: a browser prints at once, and leaves out what has not loaded.
 *
 * Invariants:
 * - Printing waits for each picture until it has loaded or failed, and not for ever.
 * - What is missing is known at any time, so that the paper can say so, whoever asked for it.
 */
export const printMachine = setup({
  types: {
    context: {} as PrintContext,
    events: {} as PrintEvent,
  },
  actors: {
    openPrint: promiseNotProvided<void>('openPrint'),
  },
  guards: {
    /** Every picture that is to be on paper has loaded or failed. */
    areSettled: ({ context: { settled, wanted } }) => wanted.every((address) => Object.hasOwn(settled, address)),
  },
  delays: {
    /** From the wish to print to printing without the pictures that are still missing. */
    picturePatience: PICTURE_PATIENCE_MS,
  },
}).createMachine({
  id: 'print',
  context: { settled: {}, wanted: [] },
  on: {
    'picture.settled': {
      actions: assign({
        settled: ({ context, event }) => ({ ...context.settled, [event.address]: event.isLoaded }),
      }),
    },
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being printed. Pictures load when they are scrolled to.',
      on: {
        'print.submit': { target: 'loading', actions: assign({ wanted: ({ event }) => event.wanted }) },
      },
    },
    loading: {
      description: 'All pictures are being loaded.',
      always: { guard: 'areSettled', target: 'printing' },
      after: { picturePatience: 'printing' },
    },
    printing: {
      description: 'The browser shows how the page will be printed.',
      invoke: { id: 'openPrint', src: 'openPrint', onDone: 'idle', onError: 'idle' },
    },
  },
});
