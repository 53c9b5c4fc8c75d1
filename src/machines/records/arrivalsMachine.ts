import { type ActorRefFrom, assertEvent, assign, type EventObject, fromCallback, setup } from 'xstate';
import type { ActivityKind } from '../../services/app/types';
import { type Live, liveIn } from '../live/watchLive';
import { beganNow } from './episodes';
import { countNewer, kindsOf } from './logList';
import { type logsMachine, selectNewest } from './logsMachine';

/** What the count of arrivals needs of the world. */
export interface ArrivalsPorts {
  isHidden(): boolean;
  /** Call the results to stop. */
  watchHidden(onHidden: () => void): () => void;
  watchVisibility(onShown: () => void): () => void;
  tellMissed(missed: Missed): void;
  tellBegun(sectionId: string): void;
}

/** The logs since the page was hidden. */
export interface Missed {
  sectionId: string;
  count: number;
  kinds: readonly ActivityKind[];
}

export interface ArrivalsContext {
  sectionId: string;
  /** The newest logs when the page was hidden. */
  logIds: readonly string[];
  /** Number of logs since. */
  count: number;
}

export type ArrivalsEvent =
  /** The page was hidden, or its first logs arrived while it was hidden. */
  | { type: 'page.hidden'; logIds: readonly string[] }
  | { type: 'page.shown' }
  /** The logs changed; carries how many are newer than those when the page was hidden, and of which kinds. */
  | { type: 'logs.came'; count: number; kinds: readonly ActivityKind[] }
  /** An episode began, whether or not the page is hidden. */
  | { type: 'episode.began' };

/**
 * Counts the detections that arrive while any page of a section is hidden, and reports when an episode begins.
 *
 * Invariants:
 * - Deletions do not count.
 * - Earlier detections do not count, even if the page was hidden before its first logs arrived.
 * - An episode that began before the page was loaded, shown again or reconnected is not reported as new.
 */
export const arrivalsMachine = ({ isHidden, watchHidden, watchVisibility, tellMissed, tellBegun }: ArrivalsPorts) =>
  setup({
    types: {
      context: {} as ArrivalsContext,
      events: {} as ArrivalsEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      /** Sends `page.hidden`, `page.shown`, `logs.came` and `episode.began`. */
      watchArrivals: fromCallback<EventObject>(({ sendBack, system }) => {
        const logs: ActorRefFrom<typeof logsMachine> = system.get('logs');
        const self = (): { context: ArrivalsContext } => system.get('arrivals').getSnapshot();
        const live: Live | undefined = liveIn(system);
        let known = logs.getSnapshot().context;
        // The next answer holds what happened while this page could not know.
        let isCatchingUp = known.fetchedAt === null;
        const hide = () => {
          if (known.fetchedAt === null) return;
          sendBack({ type: 'page.hidden', logIds: selectNewest(known).map(({ id }) => id) });
        };
        const subscription = logs.subscribe(({ context }) => {
          const last = known;
          known = context;
          if (last.fetchedAt === null && isHidden()) hide();
          else if (last.fetchedAt !== null && last.logs !== context.logs) {
            const count = countNewer(context.logs, self().context.logIds);
            sendBack({ type: 'logs.came', count, kinds: kindsOf(context.logs.slice(0, count)) });
          }
          if (last.fetchedAt === context.fetchedAt || context.fetchedAt === null) return;
          if (!isCatchingUp && beganNow(last.logs, context.logs, context.fetchedAt))
            sendBack({ type: 'episode.began' });
          isCatchingUp = false;
        });
        const channel = live?.on('live.opened', () => {
          isCatchingUp = true;
        });
        const stopHidden = watchHidden(hide);
        const stopShown = watchVisibility(() => {
          isCatchingUp = true;
          sendBack({ type: 'page.shown' });
        });
        return () => {
          subscription.unsubscribe();
          channel?.unsubscribe();
          stopHidden();
          stopShown();
        };
      }),
    },
    actions: {
      tellMissed: (_, missed: Missed) => tellMissed(missed),
      tellBegun: ({ context }) => tellBegun(context.sectionId),
      assignLogIds: assign({
        logIds: ({ event }) => {
          assertEvent(event, 'page.hidden');
          return event.logIds;
        },
      }),
      assignCount: assign({
        count: ({ event }) => {
          assertEvent(event, 'logs.came');
          return event.count;
        },
      }),
      forget: assign({ logIds: [], count: 0 }),
    },
    guards: {
      /** The count has grown. */
      isMore: ({ context, event }) => event.type === 'logs.came' && event.count > context.count,
    },
  }).createMachine({
    id: 'arrivals',
    context: ({ input }) => ({ ...input, logIds: [], count: 0 }),
    invoke: { id: 'watchArrivals', src: 'watchArrivals' },
    on: { 'episode.began': { actions: 'tellBegun' } },
    initial: 'seen',
    states: {
      seen: {
        description: 'The page is visible, so nothing is counted.',
        on: {
          'page.hidden': { target: 'unseen', actions: 'assignLogIds' },
        },
      },
      unseen: {
        description: 'The page is hidden.',
        exit: 'forget',
        on: {
          'page.shown': 'seen',
          'logs.came': {
            guard: 'isMore',
            actions: [
              'assignCount',
              {
                type: 'tellMissed',
                params: ({ context: { sectionId, count }, event: { kinds } }) => ({ sectionId, count, kinds }),
              },
            ],
          },
        },
      },
    },
  });
