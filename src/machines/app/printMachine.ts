import { assign, fromPromise, setup } from 'xstate';
import { PICTURE_PATIENCE_MS } from '../../constants';

/** What printing needs of the world. */
export interface PrintPorts {
  printPage(): Promise<void>;
}

export interface PrintContext {
  /** Whether each picture has loaded, by address. Pending ones are absent. */
  settled: Readonly<Record<string, boolean>>;
  /** The addresses of the pictures to print. */
  wanted: readonly string[];
}

export type PrintEvent =
  | { type: 'print.submit'; wanted: readonly string[] }
  | { type: 'picture.settled'; address: string; isLoaded: boolean };

/** Returns how many of these pictures would be missing on paper. */
export const missingAmong = ({ settled }: PrintContext, addresses: readonly string[]): number =>
  addresses.filter((address) => settled[address] !== true).length;

/**
 * Prints a page once its pictures have loaded: browsers print at once and omit pending pictures.
 *
 * Invariants:
 * - Printing waits until each picture has loaded or failed, up to a timeout.
 * - The number of missing pictures is always known, so that every printout shows it, however it was started.
 */
export const printMachine = ({ printPage }: PrintPorts) =>
  setup({
    types: {
      context: {} as PrintContext,
      events: {} as PrintEvent,
    },
    actors: {
      openPrint: fromPromise<void, void>(printPage),
    },
    guards: {
      /** Every picture to print has loaded or failed. */
      areSettled: ({ context: { settled, wanted } }) => wanted.every((address) => Object.hasOwn(settled, address)),
    },
    delays: {
      /** Timeout after which the page prints without pending pictures. */
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
        description: 'Nothing is being printed. Pictures load when they scroll into view.',
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
        description: 'The browser’s print dialog is open.',
        invoke: { id: 'openPrint', src: 'openPrint', onDone: 'idle', onError: 'idle' },
      },
    },
  });
