import { type ActorRefFrom, fromCallback } from 'xstate';
import { lookAtOf } from '../machines/episodes';
import { type logsMachine, selectNewest } from '../machines/logsMachine';
import type { logsViewMachine } from '../machines/logsViewMachine';
import type { lookNowMachine } from '../machines/lookNowMachine';
import { overviewMachine, type Rows } from '../machines/overviewMachine';
import { watchHidden, watchVisibility } from '../services/pageEvents';
import type { AppSystem } from './appSystem';

interface OverviewWorld {
  sectionId: string;
  logs: ActorRefFrom<typeof logsMachine>;
  lookNow: ActorRefFrom<typeof lookNowMachine>;
  /** Shows a screenshot large. */
  view: ActorRefFrom<typeof logsViewMachine>;
}

export const provideOverview =
  ({ sectionId, logs, lookNow, view }: OverviewWorld) =>
  (system: AppSystem) => {
    const shownRows = (): Rows => {
      const { context } = logs.getSnapshot();
      const startedAt = system.session()?.getSnapshot().context.detections[sectionId]?.startedAt ?? null;
      const { seen } = lookNow.getSnapshot().context;
      return {
        logIds: selectNewest(context).map(({ id }) => id),
        keys: lookAtOf(context.logs, startedAt, seen, Date.now()).map(({ key }) => key),
      };
    };
    return overviewMachine.provide({
      actors: {
        watchHolders: fromCallback(({ sendBack }) => {
          const hold = (holder: 'viewer' | 'page') => sendBack({ type: 'rows.held', holder, rows: shownRows() });
          const release = (holder: 'viewer' | 'page') => sendBack({ type: 'rows.released', holder });
          const subscription = view.subscribe((state) => {
            if (state.matches('enlarging')) hold('viewer');
            else release('viewer');
          });
          const stopHidden = watchHidden(() => hold('page'));
          const stopShown = watchVisibility(() => release('page'));
          return () => {
            subscription.unsubscribe();
            stopHidden();
            stopShown();
          };
        }),
      },
    });
  };
