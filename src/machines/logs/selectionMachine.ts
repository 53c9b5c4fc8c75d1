import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { messages } from '../../messages';
import type { Problem } from '../../problem';
import { type Notice, noticeOfProblem, showFailure } from '../app/noticeMachine';
import type { SendWrite, WriteAnswer } from '../app/writes';
import type { EarlierReview } from '../records/earlierReviews';
import type { Review } from '../records/reviewsMachine';

/** What a selection of logs needs of the world. */
export interface SelectionPorts {
  sendWrite: SendWrite;
  /** The review can be undone from now on. */
  noteReview(review: Review): void;
  showNotice(notice: Notice): void;
}

export interface SelectionContext {
  sectionId: string;
  logIds: readonly string[];
  /** The selected logs that the current change is about: those that the filters found when it was asked for. */
  asked: readonly string[];
}

/** A review of several logs to save. */
export interface SelectionReview extends Review {
  /** Undefined keeps the existing notes. */
  note?: string | undefined;
}

/** The logs that were changed, and why the others were not; null if all were. */
export interface SelectionOutcome {
  logIds: readonly string[];
  left: Problem | null;
}

export type SelectionEvent =
  | { type: 'logs.select'; logIds: readonly string[] }
  | { type: 'logs.unselect'; logIds: readonly string[] }
  | { type: 'selection.clear' }
  | { type: 'review.submit'; review: SelectionReview }
  | { type: 'deletion.ask'; logIds: readonly string[] }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.confirm' };

const without = (logIds: readonly string[], others: readonly string[]) => {
  const gone = new Set(others);
  return logIds.filter((id) => !gone.has(id));
};

const idsOf = (before: readonly EarlierReview[]): string[] => before.flatMap(({ logIds }) => logIds);

/** Returns the earlier reviews of these logs only. */
const reviewsAmong = (before: readonly EarlierReview[], logIds: readonly string[]): EarlierReview[] => {
  const ids = new Set(logIds);
  return before
    .map((review) => ({ ...review, logIds: review.logIds.filter((id) => ids.has(id)) }))
    .filter((review) => review.logIds.length > 0);
};

/** Returns the ids of the logs that a write has changed. */
function changedIn({ logs }: WriteAnswer): readonly string[] {
  if (logs?.kind === 'deleted') return logs.ids;
  return logs?.kind === 'reviewed' ? Object.keys(logs.reviews) : [];
}

const { selection: words } = messages;

const noticeOf = ({ logIds, left }: SelectionOutcome, sentenceOf: (count: number) => string): Notice =>
  left === null ? { kind: 'success', sentence: sentenceOf(logIds.length) } : noticeOfProblem(left);

/**
 * The selected logs of a section, and what is done to all of them at once. Only with a backend that keeps reviews.
 *
 * Invariants:
 * - It lives as long as its screen. Turning the page keeps it, as a selection may be longer than a page: the screen says
 *   how many logs are selected, and shows no new ones meanwhile, so that no row moves under the pointer.
 * - Filters keep it too, but a change is about the selected logs that they find: nothing out of sight is changed.
 * - Reviews and deletions are writes of the session: leaving the page ends the wait, not the write.
 * - A deletion is confirmed first.
 * - A change that succeeds ends the selection. What could not be changed stays selected, and the teacher is told.
 */
export const selectionMachine = ({ sendWrite, noteReview, showNotice }: SelectionPorts) =>
  setup({
    types: {
      context: {} as SelectionContext,
      events: {} as SelectionEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      reviewLogs: fromPromise<SelectionOutcome, SelectionReview>(
        async ({ input: { note, before, ...review }, signal }) => {
          const { sectionId, state } = review;
          const noted = note === undefined ? { state } : { state, note };
          const answer = await sendWrite({ kind: 'reviewLogs', sectionId, logIds: idsOf(before), noted }, signal);
          const logIds = changedIn(answer);
          if (logIds.length > 0) noteReview({ ...review, before: reviewsAmong(before, logIds) });
          return { logIds, left: answer.left };
        },
      ),
      deleteLogs: fromPromise<SelectionOutcome, { sectionId: string; logIds: readonly string[] }>(
        async ({ input: { sectionId, logIds }, signal }) => {
          const answer = await sendWrite({ kind: 'deleteLogs', sectionId, logIds: [...logIds] }, signal);
          return { logIds: changedIn(answer), left: answer.left };
        },
      ),
    },
    actions: {
      showNotice: (_, notice: Notice) => showNotice(notice),
      assignAsked: assign({
        asked: ({ event }) => {
          assertEvent(event, ['review.submit', 'deletion.ask']);
          return event.type === 'deletion.ask' ? event.logIds : idsOf(event.review.before);
        },
      }),
      clear: assign({ logIds: [] }),
      keepRest: assign({
        logIds: ({ context: { asked } }, { logIds }: SelectionOutcome) => without(asked, logIds),
      }),
    },
  }).createMachine({
    id: 'selection',
    context: ({ input }) => ({ ...input, logIds: [], asked: [] }),
    initial: 'choosing',
    states: {
      choosing: {
        description: 'Logs can be selected.',
        on: {
          'logs.select': {
            actions: assign({
              logIds: ({ context: { logIds }, event }) => [...without(logIds, event.logIds), ...event.logIds],
            }),
          },
          'logs.unselect': {
            actions: assign({ logIds: ({ context: { logIds }, event }) => without(logIds, event.logIds) }),
          },
          'selection.clear': { actions: 'clear' },
          'review.submit': { target: 'saving', actions: 'assignAsked' },
          'deletion.ask': { target: 'asking', actions: 'assignAsked' },
        },
      },
      saving: {
        description: 'The reviews are being saved.',
        invoke: {
          id: 'reviewLogs',
          src: 'reviewLogs',
          input: ({ event }) => {
            assertEvent(event, 'review.submit');
            return event.review;
          },
          onDone: {
            target: 'choosing',
            actions: [
              { type: 'keepRest', params: ({ event }) => event.output },
              { type: 'showNotice', params: ({ event }) => noticeOf(event.output, words.reviewed) },
            ],
          },
          onError: { target: 'choosing', actions: showFailure },
        },
      },
      asking: {
        description: 'The teacher is asked to confirm the deletion.',
        on: {
          'deletion.confirm': 'deleting',
          'deletion.cancel': 'choosing',
        },
      },
      deleting: {
        description: 'The logs are being deleted.',
        invoke: {
          id: 'deleteLogs',
          src: 'deleteLogs',
          input: ({ context: { sectionId, asked } }) => ({ sectionId, logIds: asked }),
          onDone: {
            target: 'choosing',
            actions: [
              { type: 'keepRest', params: ({ event }) => event.output },
              { type: 'showNotice', params: ({ event }) => noticeOf(event.output, words.deleted) },
            ],
          },
          onError: { target: 'choosing', actions: showFailure },
        },
      },
    },
  });
