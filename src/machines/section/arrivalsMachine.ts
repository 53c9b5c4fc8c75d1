import { assertEvent, assign, setup } from 'xstate';
import { actionNotProvided, callbackNotProvided } from '../app/notProvided';

export interface ArrivalsContext {
  sectionId: string;
  /** The newest logs that were there when the page was hidden. */
  logIds: readonly string[];
  /** How many have come since. */
  count: number;
}

export type ArrivalsEvent =
  /** The page was hidden, or its first logs came while it was. */
  | { type: 'page.hidden'; logIds: readonly string[] }
  | { type: 'page.shown' }
  /** The logs have changed: how many are newer than those that were there when the page was hidden. */
  | { type: 'logs.came'; count: number };

/**
 * Counts what comes in a section while its page is hidden, whichever of its pages that is.
 *
 * Invariants:
 * - It is counted once, for the page's title and for a desktop notification; a deletion counts for nothing.
 * - What was there already is not counted, even if the page was hidden before its first logs came.
 */
export const arrivalsMachine = setup({
  types: {
    context: {} as ArrivalsContext,
    events: {} as ArrivalsEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Sends `page.hidden`, `page.shown` and `logs.came`. */
    watchArrivals: callbackNotProvided('watchArrivals'),
  },
  actions: {
    tellMissed: actionNotProvided<{ sectionId: string; count: number }>('tellMissed'),
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
    /** More has come than was counted. */
    isMore: ({ context, event }) => event.type === 'logs.came' && event.count > context.count,
  },
}).createMachine({
  id: 'arrivals',
  context: ({ input }) => ({ ...input, logIds: [], count: 0 }),
  invoke: { id: 'watchArrivals', src: 'watchArrivals' },
  initial: 'seen',
  states: {
    seen: {
      description: 'Whatever comes is seen.',
      on: {
        'page.hidden': { target: 'unseen', actions: 'assignLogIds' },
      },
    },
    unseen: {
      description: 'Nobody sees the page.',
      exit: 'forget',
      on: {
        'page.shown': 'seen',
        'logs.came': {
          guard: 'isMore',
          actions: [
            'assignCount',
            { type: 'tellMissed', params: ({ context: { sectionId, count } }) => ({ sectionId, count }) },
          ],
        },
      },
    },
  },
});
