import { assertEvent, assign, fromCallback, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { UNDO_MS } from '../../constants';
import type { LogsChange, Noted, ReviewState } from '../../services/app/types';
import { present } from '../app/present';
import type { SendWrite } from '../app/writes';
import { type EarlierReview, reviewsOf } from './earlierReviews';
import type { Episode, Seen, Sighting } from './episodes';

/** What the reviews of a session need of the world. */
export interface ReviewsPorts {
  sendWrite: SendWrite;
  /** Runs work in a task of its own. */
  soon(work: () => void): void;
  /** Resolves once neither a mouse nor the focus is on the undo. */
  awayFromUndo(signal: AbortSignal): Promise<void>;
}

/** A review that can be undone. A null state deletes the reviews of its logs. */
export interface Review {
  sectionId: string;
  state: Noted['state'];
  /** Keys of the students that it is about. */
  students: readonly string[];
  /** The reviews that its logs had before. Empty if the backend keeps none. */
  before: readonly EarlierReview[];
}

/** A review that leaves Look now at once, before it is saved. */
export interface EpisodesReview extends Review {
  /** Why the episodes were dismissed; undefined keeps the notes. */
  note?: string | undefined;
  sightings: readonly Sighting[];
}

export interface ReviewsContext {
  /** Episodes that were reviewed, by section, until the logs have the reviews. */
  seen: Readonly<Record<string, Seen>>;
  /** The last review, while it can be undone. */
  undoable: (Review & { sightings: readonly Sighting[] }) | null;
}

type Marked = Pick<EpisodesReview, 'sectionId' | 'sightings'>;

/** Reviews to save, and the marks that they replace. */
type Saving = { type: 'reviews.save'; reviews: readonly EarlierReview[] } & Marked;

export type ReviewsEvent =
  | ({ type: 'episodes.review' } & EpisodesReview)
  /** A list or the viewer has saved a review. */
  | ({ type: 'review.done' } & Review)
  | { type: 'review.undo' }
  /** The pointer or the focus came to the undo. */
  | { type: 'undo.touched' }
  /** The backend saved a review, and the logs have it. */
  | ({ type: 'review.saved' } & Marked)
  /** The backend did not save a review. */
  | ({ type: 'review.failed' } & Marked);

/** Returns a review of these unreviewed episodes. */
export const reviewOf = (
  sectionId: string,
  episodes: readonly Episode[],
  state: ReviewState,
  note?: string,
): EpisodesReview => ({
  ...{ sectionId, state, note },
  students: [...new Set(episodes.map(({ student }) => student))],
  before: reviewsOf(episodes.flatMap(({ logs }) => logs.filter(({ review }) => review !== undefined))),
  sightings: episodes.map(({ key, last }) => ({ key, last })),
});

const noneSeen: Seen = {};

/** Selects what was seen in a section, and the logs do not say yet. */
export const selectSeen =
  (sectionId: string) =>
  ({ context }: SnapshotFrom<ReturnType<typeof reviewsMachine>>): Seen =>
    context.seen[sectionId] ?? noneSeen;

/** Selects the last review of a section, while it can be undone. */
export const selectUndoable =
  (sectionId: string) =>
  ({ context: { undoable } }: SnapshotFrom<ReturnType<typeof reviewsMachine>>): Review | null =>
    undoable?.sectionId === sectionId ? undoable : null;

/** Nobody waits: the session reports the outcome. */
const bySession = AbortSignal.abort();

/** Returns whether the logs have got these reviews. */
const hasReviews = (changes: readonly (LogsChange | null)[], reviews: readonly EarlierReview[]) =>
  reviews.every(({ logIds }) =>
    logIds.every((id) => changes.some((change) => change?.kind === 'reviewed' && id in change.reviews)),
  );

/** Returns what is seen with marks of these episodes, or without. */
function marked({ seen }: ReviewsContext, { sectionId, sightings }: Marked, isSeen: boolean): ReviewsContext['seen'] {
  const known = { ...seen[sectionId] };
  for (const { key, last } of sightings) {
    const times = known[key] ?? [];
    known[key] = isSeen ? [...times, last] : times.filter((time) => time !== last);
  }
  return { ...seen, [sectionId]: known };
}

/**
 * What the teacher has seen and dismissed in this session, and the undo of the last review, wherever it was made: Look now,
 * a student's panel, the list of logs or the viewer.
 *
 * Invariants:
 * - A reviewed episode leaves Look now at once. A backend that keeps reviews saves the review; from then on it counts what the logs
 *   say, so that a review that is taken back anywhere is taken back here. Otherwise it lasts as long as the session.
 * - The last review can be undone for 10 s: its logs get the reviews back that they had. The undo is saved after the review, so that
 *   the reviews end as before.
 * - The undo stays while the pointer or the focus is on it, and for 10 s after that.
 * - A review that could not be saved brings its episodes back. The session says why, wherever the teacher is by then.
 */
export const reviewsMachine = (ports: ReviewsPorts) =>
  setup({
    types: {
      context: {} as ReviewsContext,
      events: {} as ReviewsEvent,
      children: {} as { saveReviews: 'saveReviews'; awaitUndoLeft: 'awaitUndoLeft' },
    },
    actors: {
      /** Receives `reviews.save`, and sends `review.saved` or `review.failed`. */
      saveReviews: fromCallback<Saving>(({ receive, sendBack }) => {
        const save = async ({ reviews, sectionId, sightings }: Saving) => {
          const answers = await Promise.all(
            reviews.map(({ logIds, ...noted }) =>
              ports.sendWrite({ kind: 'reviewLogs', sectionId, logIds: [...logIds], noted }, bySession),
            ),
          );
          if (answers.some(({ left }) => left !== null))
            return sendBack({ type: 'review.failed', sectionId, sightings });
          const changes = answers.map(({ logs }) => logs);
          if (hasReviews(changes, reviews)) sendBack({ type: 'review.saved', sectionId, sightings });
        };
        receive((event) =>
          // In a task of its own: the press shows first.
          ports.soon(() => {
            const { sectionId, sightings } = event;
            save(event).catch(() => sendBack({ type: 'review.failed', sectionId, sightings }));
          }),
        );
      }),
      /** Resolves once neither a mouse nor the focus is on the undo. */
      awaitUndoLeft: fromPromise<void, void>(({ signal }) => ports.awayFromUndo(signal)),
    },
    actions: {
      mark: assign({
        seen: ({ context, event }) => {
          assertEvent(event, 'episodes.review');
          return marked(context, event, true);
        },
      }),
      unmark: assign({
        seen: ({ context, event }) => {
          assertEvent(event, ['review.undo', 'review.saved', 'review.failed']);
          return marked(
            context,
            event.type === 'review.undo' ? present(context.undoable, 'last review') : event,
            false,
          );
        },
      }),
      assignUndoable: assign({
        undoable: ({ event }) => {
          assertEvent(event, ['episodes.review', 'review.done']);
          const { sectionId, state, students, before } = event;
          return {
            sectionId,
            state,
            students,
            before,
            sightings: event.type === 'episodes.review' ? event.sightings : [],
          };
        },
      }),
      forgetUndoable: assign({ undoable: null }),
      saveReview: sendTo('saveReviews', ({ event }): Saving => {
        assertEvent(event, 'episodes.review');
        const { sectionId, sightings, state, note, before } = event;
        const logIds = before.flatMap((review) => review.logIds);
        const noted = note === undefined ? { state } : { state, note };
        return { type: 'reviews.save', sectionId, sightings, reviews: [{ logIds, ...noted }] };
      }),
      saveUndo: sendTo('saveReviews', ({ context }): Saving => {
        const { sectionId, before } = present(context.undoable, 'last review');
        return { type: 'reviews.save', sectionId, sightings: [], reviews: before };
      }),
    },
    guards: {
      /** The backend keeps reviews of the episodes' logs. */
      keepsReviews: ({ context, event }) => {
        const review = event.type === 'episodes.review' ? event : context.undoable;
        return review !== null && review.before.length > 0;
      },
      /** The failed review is the last one. */
      isUndoable: ({ context, event }) => {
        assertEvent(event, 'review.failed');
        const undoable = context.undoable?.sightings ?? [];
        return undoable.length > 0 && JSON.stringify(undoable) === JSON.stringify(event.sightings);
      },
    },
    delays: {
      /** How long a review can be undone. */
      undoPatience: UNDO_MS,
    },
  }).createMachine({
    id: 'reviews',
    context: { seen: {}, undoable: null },
    invoke: { id: 'saveReviews', src: 'saveReviews' },
    on: {
      'episodes.review': [
        { guard: 'keepsReviews', target: '.undoable', actions: ['mark', 'assignUndoable', 'saveReview'] },
        { target: '.undoable', actions: ['mark', 'assignUndoable'] },
      ],
      'review.done': { target: '.undoable', actions: 'assignUndoable' },
      'review.saved': { actions: 'unmark' },
      'review.failed': [
        {
          guard: 'isUndoable',
          description: 'it is the last review',
          target: '.settled',
          actions: 'unmark',
        },
        { actions: 'unmark' },
      ],
    },
    initial: 'settled',
    states: {
      settled: { description: 'No review can be undone.', entry: 'forgetUndoable' },
      undoable: {
        description: 'The last review can be undone.',
        on: {
          'review.undo': [
            { guard: 'keepsReviews', target: 'settled', actions: ['unmark', 'saveUndo'] },
            { target: 'settled', actions: 'unmark' },
          ],
        },
        initial: 'waiting',
        states: {
          waiting: {
            description: 'Nobody is about to press the undo.',
            after: { undoPatience: '#reviews.settled' },
            on: { 'undo.touched': 'touched' },
          },
          touched: {
            description: 'The pointer or the focus is on the undo, which stays meanwhile.',
            invoke: { id: 'awaitUndoLeft', src: 'awaitUndoLeft', onDone: 'waiting', onError: 'waiting' },
          },
        },
      },
    },
  });
