import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { UNDO_MS } from '../../constants';
import { messages } from '../../messages';
import type { Problem } from '../../problem';
import type { Noted } from '../../services/app/types';
import { type Notice, noticeOfProblem, showFailure } from '../app/noticeMachine';
import type { SendWrite, WriteAnswer } from '../app/writes';
import type { EarlierReview } from '../records/earlierReviews';

/** What a selection of logs needs of the world. */
export interface SelectionPorts {
  sendWrite: SendWrite;
  showNotice(notice: Notice): void;
}

export interface SelectionContext {
  sectionId: string;
  logIds: readonly string[];
  /** The selected logs that the current change is about: those that the filters found when it was asked for. */
  asked: readonly string[];
  /** The last review, while it is saved or can be undone. */
  undoable: UndoableReviews | null;
}

export interface UndoableReviews {
  state: 'seen' | 'dismissed';
  /** The reviews that its logs had before. */
  before: readonly EarlierReview[];
}

/** A review of several logs to save. */
export interface SelectionReview extends Noted {
  sectionId: string;
  logIds: readonly string[];
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
  /** Without a note the existing ones stay. */
  | ({ type: 'review.submit'; note?: string | undefined; logIds: readonly string[] } & UndoableReviews)
  | { type: 'review.undo' }
  | { type: 'deletion.ask'; logIds: readonly string[] }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.confirm' };

const without = (logIds: readonly string[], others: readonly string[]) => {
  const gone = new Set(others);
  return logIds.filter((id) => !gone.has(id));
};

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
 * - The last review can be undone for 10 s: its logs get the reviews back that they had.
 * - A deletion is confirmed first.
 * - A change that succeeds ends the selection. What could not be changed stays selected, and the teacher is told.
 */
export const selectionMachine = ({ sendWrite, showNotice }: SelectionPorts) =>
  setup({
    types: {
      context: {} as SelectionContext,
      events: {} as SelectionEvent,
      input: {} as { sectionId: string },
    },
    actors: {
      reviewLogs: fromPromise<SelectionOutcome, SelectionReview>(
        async ({ input: { sectionId, logIds, ...noted }, signal }) => {
          const answer = await sendWrite({ kind: 'reviewLogs', sectionId, logIds: [...logIds], noted }, signal);
          return { logIds: changedIn(answer), left: answer.left };
        },
      ),
      undoReviews: fromPromise<SelectionOutcome, { sectionId: string; before: readonly EarlierReview[] }>(
        async ({ input: { sectionId, before }, signal }) => {
          // Submitted at once: the session sends one after the other, also without this page.
          const answers = await Promise.all(
            before.map(({ logIds, ...noted }) =>
              sendWrite({ kind: 'reviewLogs', sectionId, logIds: [...logIds], noted }, signal),
            ),
          );
          return { logIds: answers.flatMap(changedIn), left: answers.find(({ left }) => left !== null)?.left ?? null };
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
          return event.logIds;
        },
      }),
      assignUndoable: assign({
        undoable: ({ event }) => {
          assertEvent(event, 'review.submit');
          const { state, before } = event;
          return { state, before };
        },
      }),
      keepChanged: assign({
        undoable: ({ context: { undoable } }, { logIds }: SelectionOutcome) =>
          undoable && { ...undoable, before: reviewsAmong(undoable.before, logIds) },
      }),
      forgetUndoable: assign({ undoable: null }),
      clear: assign({ logIds: [] }),
      keepRest: assign({
        logIds: ({ context: { asked } }, { logIds }: SelectionOutcome) => without(asked, logIds),
      }),
    },
    delays: {
      /** How long a review can be undone. */
      undoPatience: UNDO_MS,
    },
  }).createMachine({
    id: 'selection',
    context: ({ input }) => ({ ...input, logIds: [], asked: [], undoable: null }),
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
          'review.submit': { target: 'saving', actions: ['assignAsked', 'assignUndoable'] },
          'deletion.ask': { target: 'asking', actions: 'assignAsked' },
        },
        initial: 'settled',
        states: {
          settled: { description: 'No review can be undone.', entry: 'forgetUndoable' },
          undoable: {
            description: 'The last review can be undone.',
            after: { undoPatience: 'settled' },
            on: { 'review.undo': '#selection.undoing' },
          },
        },
      },
      saving: {
        description: 'The reviews are being saved.',
        invoke: {
          id: 'reviewLogs',
          src: 'reviewLogs',
          input: ({ context: { sectionId, asked }, event }) => {
            assertEvent(event, 'review.submit');
            const { state, note } = event;
            return { sectionId, logIds: asked, state, ...(note !== undefined && { note }) };
          },
          onDone: {
            target: 'choosing.undoable',
            actions: [
              { type: 'keepRest', params: ({ event }) => event.output },
              { type: 'keepChanged', params: ({ event }) => event.output },
              { type: 'showNotice', params: ({ event }) => noticeOf(event.output, words.reviewed) },
            ],
          },
          onError: { target: 'choosing', actions: showFailure },
        },
      },
      undoing: {
        description: 'The earlier reviews are being saved again.',
        invoke: {
          id: 'undoReviews',
          src: 'undoReviews',
          input: ({ context: { sectionId, undoable } }) => ({ sectionId, before: undoable?.before ?? [] }),
          onDone: {
            target: 'choosing',
            actions: { type: 'showNotice', params: ({ event }) => noticeOf(event.output, words.undone) },
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
