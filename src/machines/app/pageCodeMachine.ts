import { setup } from 'xstate';
import { SLOW_PAGE_MS } from '../../constants';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from './notProvided';

export interface PageCodeContext {
  /** The code is there already: fetched before, or ahead. */
  isLoaded: boolean;
  /** The teacher came here within the product: this is not the page that the document was opened at. */
  hasMoved: boolean;
}

export type PageCodeEvent =
  | { type: 'code.retry' }
  /** The teacher has gone to an address of the same page. */
  | { type: 'page.moved' }
  | { type: 'network.online' };

/** What came of fetching the code, when the server can be reached. */
export type CodeOutcome =
  | 'loaded'
  /** The server has it, but this document cannot get it: its browser may keep to an earlier failure. */
  | 'unusable'
  /** The server has another version of the product. */
  | 'outdated';

/**
 * The code of one page, which is fetched when the page is first opened, if not ahead.
 *
 * Invariants:
 * - Code that is there is shown at once, without a step in between; code that comes soon, without a word.
 * - A failure stays on the page, around which everything else goes on; it is tried again when the teacher wishes, when she
 *   moves, and when the browser comes online.
 * - The document is loaded anew only after the teacher or the network has done something, so never in a circle; and
 *   only when no write is under way, which would be lost with it.
 */
export const pageCodeMachine = setup({
  types: {
    context: {} as PageCodeContext,
    events: {} as PageCodeEvent,
    input: {} as PageCodeContext,
  },
  actors: {
    /** Fetches the code of the page. Fails when the server cannot be reached. */
    fetchCode: promiseNotProvided<CodeOutcome>('fetchCode'),
    /** Fetches the code of the other pages, too, once the browser has nothing else to do; a failure is nobody’s concern. */
    fetchAhead: callbackNotProvided('fetchAhead'),
    /** Hears when the browser comes online. */
    watchNetwork: callbackNotProvided('watchNetwork'),
    /** Waits until no write of the teacher’s is under way. */
    settleWrites: promiseNotProvided<void>('settleWrites'),
  },
  actions: {
    loadDocument: actionNotProvided('loadDocument'),
  },
  guards: {
    /** The code is there already. */
    isThere: ({ context }) => context.isLoaded,
    /** The code has been fetched. */
    isFetched: (_, { outcome }: { outcome: CodeOutcome }) => outcome === 'loaded',
    /** The server has another version of the product, and the teacher has just moved. */
    isOutdatedAtMove: ({ context }, { outcome }: { outcome: CodeOutcome }) =>
      context.hasMoved && outcome === 'outdated',
  },
  delays: {
    /** How long a page may take before it says that it is loading. */
    slowPage: SLOW_PAGE_MS,
  },
}).createMachine({
  id: 'pageCode',
  context: ({ input }) => input,
  initial: 'opening',
  states: {
    opening: {
      description: 'Is the code there already?',
      always: [{ guard: 'isThere', target: 'ready' }, { target: 'loading' }],
    },
    loading: {
      description: 'The code is fetched for the first time.',
      invoke: {
        id: 'fetchCode',
        src: 'fetchCode',
        onDone: [
          { guard: { type: 'isFetched', params: ({ event }) => ({ outcome: event.output }) }, target: 'ready' },
          {
            guard: { type: 'isOutdatedAtMove', params: ({ event }) => ({ outcome: event.output }) },
            target: 'givenUp',
          },
          {
            description: 'A document that has just been opened is not loaded anew by itself.',
            target: 'failed',
          },
        ],
        onError: 'failed',
      },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'It may be there any moment.',
          after: { slowPage: 'slow' },
        },
        slow: {
          description: 'The page says that it is loading.',
        },
      },
    },
    failed: {
      description: 'The code could not be fetched.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'The page says so, and offers to try again.',
          invoke: { id: 'watchNetwork', src: 'watchNetwork' },
          on: {
            'code.retry': 'retrying',
            'page.moved': 'retrying',
            'network.online': 'retrying',
          },
        },
        retrying: {
          description: 'The code is fetched once more.',
          invoke: {
            id: 'fetchCode',
            src: 'fetchCode',
            onDone: [
              {
                guard: { type: 'isFetched', params: ({ event }) => ({ outcome: event.output }) },
                target: '#pageCode.ready',
              },
              { target: '#pageCode.givenUp' },
            ],
            onError: 'waiting',
          },
        },
      },
    },
    givenUp: {
      description: 'This document cannot get the code any more: it will be loaded anew.',
      initial: 'settling',
      states: {
        settling: {
          description: 'Waits for the writes that are under way.',
          invoke: { id: 'settleWrites', src: 'settleWrites', onDone: 'leaving', onError: 'leaving' },
        },
        leaving: {
          description: 'The browser loads the document anew, at the address where the teacher is.',
          entry: 'loadDocument',
        },
      },
    },
    ready: {
      description: 'The page is shown.',
      invoke: { id: 'fetchAhead', src: 'fetchAhead' },
    },
  },
});
