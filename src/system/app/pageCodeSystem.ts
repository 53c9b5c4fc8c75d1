import { fromCallback, fromPromise, waitFor } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { type CodeOutcome, pageCodeMachine } from '../../machines/app/pageCodeMachine';
import type { Lazy } from '../../services/app/lazy';
import { watchNetwork, whenIdle } from '../../services/app/pageEvents';
import { isPageCurrent } from '../../services/app/pageVersion';

/**
 * Loads a page's chunk. Retries once unless the server has a newer version.
 *
 * @throws if the server cannot be reached
 */
async function fetchCode(page: Lazy<unknown>): Promise<CodeOutcome> {
  const isLoaded = () =>
    page.load().then(
      () => true,
      () => false,
    );
  if (await isLoaded()) return 'loaded';
  if (!(await isPageCurrent())) return 'outdated';
  return (await isLoaded()) ? 'loaded' : 'unusable';
}

/** @param ahead pages to preload once this one is shown */
export const providePageCode = (system: AppSystem, page: Lazy<unknown>, ahead: readonly Lazy<unknown>[]) =>
  pageCodeMachine.provide({
    actors: {
      fetchCode: fromPromise(() => fetchCode(page)),
      fetchAhead: fromCallback(() =>
        whenIdle(() => {
          // Some browsers cache a failed import, so do not try offline.
          if (navigator.onLine) void Promise.allSettled(ahead.map((one) => one.load()));
        }),
      ),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchNetwork((online) => {
          if (online) sendBack({ type: 'network.online' });
        }),
      ),
      settleWrites: fromPromise(async ({ signal }) => {
        const session = system.session();
        if (session) await waitFor(session, ({ context }) => context.writes.length === 0, { signal });
      }),
    },
    actions: { loadDocument: () => system.loadDocument() },
  });
