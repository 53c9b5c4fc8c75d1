import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Problem } from '../../model/app/problem';
import type { Episode, Seen } from '../../model/logs/episodes';
import { type Notice, noticeOfProblem } from '../app/noticeMachine';
import { actionNotProvided, callbackNotProvided } from '../app/notProvided';

export interface LookNowContext {
  sectionId: string;
  /** What the teacher has seen since the section's pages were opened. */
  seen: Seen;
}

/** What the teacher has seen: an episode, up to its last detection. */
export interface Sighting extends Pick<Episode, 'key' | 'last'> {
  /** Its logs of which the backend keeps reviews. */
  logIds: string[];
}

export type LookNowEvent =
  | ({ type: 'episode.see' } & Sighting)
  /** The backend does not keep it. */
  | ({ type: 'review.failed'; problem: Problem } & Sighting);

/**
 * What a teacher has seen of a section's episodes.
 *
 * Invariants:
 * - What she has seen is out at once, and until it happens again. A backend that keeps reviews is told, any other is not:
 *   then it lasts as long as the section's pages are open.
 * - What could not be kept comes back, and she is told.
 */
export const lookNowMachine = setup({
  types: {
    context: {} as LookNowContext,
    events: {} as LookNowEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Receives `episode.see`, and sends `review.failed`. */
    sendReviews: callbackNotProvided<LookNowEvent, { sectionId: string }>('sendReviews'),
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
    noteSeen: assign({ seen: ({ context: { seen } }, { key, last }: Sighting) => ({ ...seen, [key]: last }) }),
    putBack: assign({
      seen: ({ context: { seen } }, { key, last }: Sighting) =>
        Object.fromEntries(Object.entries(seen).filter(([other, until]) => other !== key || until !== last)),
    }),
    sendReview: sendTo('sendReviews', ({ event }) => {
      assertEvent(event, 'episode.see');
      return event;
    }),
  },
  guards: {
    /** The backend keeps reviews of its logs. */
    isKept: (_, { logIds }: Sighting) => logIds.length > 0,
  },
}).createMachine({
  id: 'lookNow',
  context: ({ input }) => ({ ...input, seen: {} }),
  invoke: { id: 'sendReviews', src: 'sendReviews', input: ({ context }) => ({ sectionId: context.sectionId }) },
  initial: 'watching',
  states: {
    watching: {
      description: 'Something may happen at any moment that is to be looked at.',
      on: {
        'episode.see': [
          {
            guard: { type: 'isKept', params: ({ event }) => event },
            actions: [{ type: 'noteSeen', params: ({ event }) => event }, 'sendReview'],
          },
          { actions: { type: 'noteSeen', params: ({ event }) => event } },
        ],
        'review.failed': {
          actions: [
            { type: 'putBack', params: ({ event }) => event },
            { type: 'showNotice', params: ({ event }) => noticeOfProblem(event.problem) },
          ],
        },
      },
    },
  },
});
