import { assign, setup } from 'xstate';
import type { DetectionLog } from '../../services/types';
import { actionNotProvided, callbackNotProvided } from '../app/notProvided';

export interface ArrivalsContext {
  sectionId: string;
  /** The newest logs that were there when the page was hidden. */
  logIds: readonly string[];
  /** How many have come since. */
  count: number;
}

export type ArrivalsEvent =
  /** Nobody sees the page any more, or its first logs came while nobody did. */
  | { type: 'page.hidden'; logIds: readonly string[] }
  | { type: 'page.shown' }
  /** The logs are others now: so many are newer than what was there when the page was hidden. */
  | { type: 'logs.came'; count: number };

/** How many logs are newer than the newest of these that is still there; none when they have all been deleted. */
export function countNewer(logs: readonly DetectionLog[], logIds: readonly string[]): number {
  return logIds.length === 0
    ? logs.length
    : Math.max(
        logs.findIndex(({ id }) => logIds.includes(id)),
        0,
      );
}

/**
 * What comes in a section while nobody sees its page, whichever of its pages that is.
 *
 * Invariants:
 * - It is counted once, for the page's title and for a desktop notification; a deletion counts for nothing.
 * - What was there already is not counted, also when the page was hidden before its first logs came.
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
    assignLogIds: assign({ logIds: (_, { logIds }: { logIds: readonly string[] }) => logIds }),
    assignCount: assign({ count: (_, { count }: { count: number }) => count }),
    forget: assign({ logIds: [], count: 0 }),
  },
  guards: {
    /** More has come than was counted. */
    isMore: ({ context }, { count }: { count: number }) => count > context.count,
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
        'page.hidden': { target: 'unseen', actions: { type: 'assignLogIds', params: ({ event }) => event } },
      },
    },
    unseen: {
      description: 'Nobody sees the page.',
      exit: 'forget',
      on: {
        'page.shown': 'seen',
        'logs.came': {
          guard: { type: 'isMore', params: ({ event }) => event },
          actions: [
            { type: 'assignCount', params: ({ event }) => event },
            { type: 'tellMissed', params: ({ context: { sectionId, count } }) => ({ sectionId, count }) },
          ],
        },
      },
    },
  },
});
