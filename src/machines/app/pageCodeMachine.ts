import { fromCallback, fromPromise, setup } from 'xstate';
import { SLOW_PAGE_MS } from '../../constants';
import type { Lazy } from '../../services/app/lazy';
import type { CodeOutcome } from '../../services/app/pageCode';

/** What the chunk of a page needs of the world. */
export interface PageCodePorts {
  fetchCode(page: Lazy<unknown>): Promise<CodeOutcome>;
  fetchAhead(pages: readonly Lazy<unknown>[]): () => void;
  watchNetwork(onChange: (online: boolean) => void): () => void;
  settleWrites(signal: AbortSignal): Promise<void>;
  loadDocument(): void;
}

interface PageCode {
  page: Lazy<unknown>;
  /** Other pages, which are preloaded once this page is shown. */
  ahead: readonly Lazy<unknown>[];
}

export interface PageCodeContext {
  /** The chunk is already loaded. */
  isLoaded: boolean;
  /** The teacher navigated here: this is not the page at which the document was opened. */
  hasMoved: boolean;
}

export type PageCodeEvent =
  | { type: 'code.retry' }
  /** The teacher navigated to another address of the same page. */
  | { type: 'page.moved' }
  | { type: 'network.online' };

/**
 * The chunk of one page. It is loaded when the page is first opened, if it was not preloaded.
 *
 * Invariants:
 * - A loaded page is shown at once, without an intermediate state. A page that loads quickly shows no loading message.
 * - A failure is contained in the page. It is retried when the teacher asks for it or navigates, and when the browser comes
 *   online.
 * - The document is reloaded only after an action of the teacher or the network, so never in a loop, and only when no write
 *   is in flight, which would be lost.
 */
export const pageCodeMachine = (ports: PageCodePorts, { page, ahead }: PageCode) =>
  setup({
    types: {
      context: {} as PageCodeContext,
      events: {} as PageCodeEvent,
      input: {} as PageCodeContext,
    },
    actors: {
      /** Loads the page's chunk. Fails if the server cannot be reached. */
      fetchCode: fromPromise<CodeOutcome, void>(() => ports.fetchCode(page)),
      /** Preloads the chunks of other pages once the browser is idle. Failures are ignored. */
      fetchAhead: fromCallback(() => ports.fetchAhead(ahead)),
      /** Sends `network.online`. */
      watchNetwork: fromCallback(({ sendBack }) =>
        ports.watchNetwork((online) => {
          if (online) sendBack({ type: 'network.online' });
        }),
      ),
      /** Waits until no write is in flight. */
      settleWrites: fromPromise<void, void>(({ signal }) => ports.settleWrites(signal)),
    },
    actions: {
      loadDocument: () => ports.loadDocument(),
    },
    guards: {
      /** The chunk is already loaded. */
      isThere: ({ context }) => context.isLoaded,
      /** The chunk has been loaded. */
      isFetched: (_, { outcome }: { outcome: CodeOutcome }) => outcome === 'loaded',
      /** The server has another version, and the teacher has just navigated. */
      isOutdatedAtMove: ({ context }, { outcome }: { outcome: CodeOutcome }) =>
        context.hasMoved && outcome === 'outdated',
    },
    delays: {
      /** Delay before the page shows that it is loading. */
      slowPage: SLOW_PAGE_MS,
    },
  }).createMachine({
    id: 'pageCode',
    context: ({ input }) => input,
    initial: 'opening',
    states: {
      opening: {
        description: 'Checks whether the chunk is already loaded.',
        always: [{ guard: 'isThere', target: 'ready' }, { target: 'loading' }],
      },
      loading: {
        description: 'The chunk is being loaded for the first time.',
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
              description: 'A document that has just been opened does not reload by itself.',
              target: 'failed',
            },
          ],
          onError: 'failed',
        },
        initial: 'quiet',
        states: {
          quiet: {
            description: 'The chunk may be loaded at any moment, so nothing is shown yet.',
            after: { slowPage: 'slow' },
          },
          slow: {
            description: 'The page shows that it is loading.',
          },
        },
      },
      failed: {
        description: 'The chunk could not be loaded.',
        initial: 'waiting',
        states: {
          waiting: {
            description: 'The page says so and offers to try again.',
            invoke: { id: 'watchNetwork', src: 'watchNetwork' },
            on: {
              'code.retry': 'retrying',
              'page.moved': 'retrying',
              'network.online': 'retrying',
            },
          },
          retrying: {
            description: 'The chunk is being loaded again.',
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
        description: 'This document can no longer load the chunk, so it will be reloaded.',
        initial: 'settling',
        states: {
          settling: {
            description: 'Waits for the writes in flight.',
            invoke: { id: 'settleWrites', src: 'settleWrites', onDone: 'leaving', onError: 'leaving' },
          },
          leaving: {
            description: 'The browser reloads the document at the current address.',
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
