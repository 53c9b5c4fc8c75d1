import { fromCallback, fromPromise, waitFor } from 'xstate';
import { pageCodeMachine } from '../../machines/app/pageCodeMachine';
import { watchNetwork, whenIdle } from '../../services/pageEvents';
import type { AppSystem } from './appSystem';
import { type Fetchable, fetchCode } from './fetchCode';

/** @param ahead the code that is fetched once the page is there */
export const providePageCode = (system: AppSystem, code: Fetchable, ahead: readonly Fetchable[]) =>
  pageCodeMachine.provide({
    actors: {
      fetchCode: fromPromise(() => fetchCode(code)),
      fetchAhead: fromCallback(() =>
        whenIdle(() => {
          // Offline it would fail, and some browsers do not fetch again what has failed once.
          if (navigator.onLine) void Promise.allSettled(ahead.map((one) => one.fetch()));
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
