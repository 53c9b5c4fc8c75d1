import { fromCallback, fromPromise, waitFor } from 'xstate';
import { type CodeOutcome, pageCodeMachine } from '../machines/pageCodeMachine';
import { watchNetwork, whenIdle } from '../services/pageEvents';
import { isPageCurrent } from '../services/pageVersion';
import type { AppSystem } from './appSystem';

/** Code that is fetched on demand. */
interface Fetchable {
  fetch(): Promise<unknown>;
}

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

async function fetchCode(code: Fetchable): Promise<CodeOutcome> {
  const fetched = () =>
    code.fetch().then(
      () => true,
      () => false,
    );
  if (await fetched()) return 'loaded';
  if (!(await isPageCurrent())) return 'outdated';
  // The network may have been away for that moment only.
  return (await fetched()) ? 'loaded' : 'unusable';
}
