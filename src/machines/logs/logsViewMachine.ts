import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../problem';
import type { DetectionLog, Noted } from '../../services/app/types';
import { keyOfLog } from '../../studentKeys';
import { type BackEntryPorts, holdBackEntry } from '../app/backEntry';
import type { Notice } from '../app/noticeMachine';
import { present } from '../app/present';
import type { SendWrite } from '../app/writes';
import { reviewsOf } from '../records/earlierReviews';
import type { Review } from '../records/reviewsMachine';

/** What the viewer of logs needs of the world. */
export interface LogsViewPorts extends BackEntryPorts {
  sendWrite: SendWrite;
  /** The review can be undone from now on. */
  noteReview(review: Review): void;
  showNotice(notice: Notice): void;
}

/** Size of a screenshot that is not fitted to the window. */
export interface Zoom {
  /** 1 is the natural size. */
  scale: number;
  /** In CSS pixels. */
  width: number;
}

/** The logs before and after the enlarged one; undefined at the ends of the list. */
export interface Neighbours {
  previous: DetectionLog | undefined;
  next: DetectionLog | undefined;
}

/** A review to save. */
export interface Reviewing {
  sectionId: string;
  log: DetectionLog;
  noted: Noted;
  /** The viewer moves on to the next log once it is saved. */
  goesOn: boolean;
}

export interface LogsViewContext {
  sectionId: string;
  /** The log that is enlarged. */
  enlarged: DetectionLog | null;
  zoom: Zoom;
  /** Unsaved notes by log id. */
  notes: Readonly<Record<string, string>>;
  /** As of the last change, which may remove the log from the filtered list. */
  neighbours: Neighbours;
  /** Why the last change failed. */
  problem: Problem | null;
}

export type LogsViewEvent =
  | { type: 'screenshot.open'; log: DetectionLog }
  /** Moves to another log. */
  | { type: 'screenshot.step'; log: DetectionLog }
  | { type: 'screenshot.close' }
  /** The browser's Back, or another step in its history. */
  | { type: 'back.pressed' }
  | { type: 'zoom.change'; zoom: Zoom }
  | { type: 'zoom.fit' }
  | { type: 'note.change'; note: string }
  /** `log` is the enlarged one as it is now, `note` the note on screen, saved or not. A mark moves on to the next log. */
  | {
      type: 'review.submit';
      log: DetectionLog;
      state: Noted['state'];
      note: string;
      goesOn: boolean;
      neighbours: Neighbours;
    }
  | { type: 'deletion.ask' }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.confirm'; neighbours: Neighbours };

const ownSize: Zoom = { scale: 1, width: 0 };

const nobody: Neighbours = { previous: undefined, next: undefined };

const nextOf = ({ neighbours: { next, previous } }: LogsViewContext): DetectionLog | null => next ?? previous ?? null;

const without = (notes: LogsViewContext['notes'], logId: string) =>
  Object.fromEntries(Object.entries(notes).filter(([id]) => id !== logId));

const shownId = ({ enlarged }: LogsViewContext): string => present(enlarged, 'enlarged log').id;

/** Returns the review to save. A saved note is not sent again: another tab may have changed it since. */
function reviewingOf(
  { sectionId, notes }: LogsViewContext,
  { log, state, goesOn }: Pick<Reviewing, 'log' | 'goesOn'> & Pick<Noted, 'state'>,
): Reviewing {
  const note = notes[log.id];
  return { sectionId, log, noted: state === null || note === undefined ? { state } : { state, note }, goesOn };
}

/**
 * The viewer: an enlarged log with its screenshot, if it has one, over the logs of a section (section 2), with its review.
 * The filters and the page of the logs are in the address alone.
 *
 * Invariants:
 * - It lives as long as its screen: a teacher who comes back finds it closed.
 * - Escape, the backdrop, the X and the browser's Back all end in `reading`. While it is open the history has one entry
 *   more, which Back leaves and any other way of closing removes. Any other step in the history closes it too.
 * - A change of the logs beneath does not close the screenshot. Each screenshot opens fitted to the window.
 * - Reviews and deletions are writes of the session: moving on ends the wait, not the write.
 * - A typed note stays until it is saved, even while other logs are open. Taking back a review keeps its note as typed text.
 * - A log that was marked as seen or dismissed has been dealt with: once that is saved, the viewer moves on to the next log.
 * - A deletion is confirmed first. Then the viewer moves on to the next log, if there is one.
 */
export const logsViewMachine = ({ sendWrite, noteReview, showNotice, addBackEntry }: LogsViewPorts) =>
  setup({
    types: {
      context: {} as LogsViewContext,
      events: {} as LogsViewEvent,
      input: {} as Pick<LogsViewContext, 'sectionId' | 'notes'>,
    },
    actors: {
      /** Adds a history entry for Back to leave. Sends `back.pressed`. */
      holdBackEntry: holdBackEntry({ addBackEntry }),
      /** Resolves with its input. */
      saveReview: fromPromise<Reviewing, Reviewing>(async ({ input, signal }) => {
        const { sectionId, log, noted } = input;
        await sendWrite({ kind: 'reviewLogs', sectionId, logIds: [log.id], noted }, signal);
        noteReview({ sectionId, state: noted.state, students: [keyOfLog(log)], before: reviewsOf([log]) });
        return input;
      }),
      deleteLog: fromPromise<void, { sectionId: string; logId: string }>(
        async ({ input: { sectionId, logId }, signal }) => {
          await sendWrite({ kind: 'deleteLogs', sectionId, logIds: [logId] }, signal);
        },
      ),
    },
    actions: {
      showNotice: (_, notice: Notice) => showNotice(notice),
      assignEnlarged: assign({
        enlarged: ({ event }) => {
          assertEvent(event, ['screenshot.open', 'screenshot.step']);
          return event.log;
        },
        zoom: ownSize,
        neighbours: nobody,
      }),
      clearEnlarged: assign({ enlarged: null }),
      assignNote: assign({
        notes: ({ context, event }) => {
          assertEvent(event, ['note.change', 'review.submit']);
          return { ...context.notes, [shownId(context)]: event.note };
        },
      }),
      assignNeighbours: assign({
        neighbours: ({ event }) => {
          assertEvent(event, ['review.submit', 'deletion.confirm']);
          return event.neighbours;
        },
      }),
      goOn: assign({ enlarged: ({ context }) => nextOf(context), zoom: ownSize, neighbours: nobody }),
      forgetNote: assign({ notes: ({ context }) => without(context.notes, shownId(context)) }),
      forgetSaved: assign({
        notes: ({ context: { notes } }, { log, noted }: Reviewing) =>
          // More may have been typed since.
          notes[log.id] === noted.note ? without(notes, log.id) : notes,
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      /** There is another log to move on to. */
      hasNeighbour: ({ context }) => nextOf(context) !== null,
    },
  }).createMachine({
    id: 'logsView',
    context: ({ input }) => ({ ...input, enlarged: null, zoom: ownSize, neighbours: nobody, problem: null }),
    initial: 'reading',
    states: {
      reading: {
        description: 'The logs are shown.',
        on: {
          'screenshot.open': { target: 'enlarging', actions: 'assignEnlarged' },
        },
      },
      enlarging: {
        description: 'A log is enlarged. The browser’s Back closes it.',
        on: {
          'screenshot.step': { target: ['.size.fitted', '.change.none.unsaid'], actions: 'assignEnlarged' },
          'screenshot.close': { target: 'reading', actions: 'clearEnlarged' },
          'back.pressed': { target: 'reading', actions: 'clearEnlarged' },
        },
        invoke: { id: 'holdBackEntry', src: 'holdBackEntry' },
        type: 'parallel',
        states: {
          size: {
            description: 'The size of the screenshot.',
            initial: 'fitted',
            on: {
              'zoom.change': { target: '.zoomed', actions: assign({ zoom: ({ event }) => event.zoom }) },
            },
            states: {
              fitted: {
                description: 'The whole screenshot is visible, scaled to the stage.',
                tags: 'fitted',
              },
              zoomed: {
                description: 'The screenshot has the chosen size and scrolls.',
                on: { 'zoom.fit': 'fitted' },
              },
            },
          },
          change: {
            description: 'The review or deletion of its log.',
            initial: 'none',
            states: {
              none: {
                description: 'No change is in flight.',
                initial: 'unsaid',
                on: {
                  'note.change': { target: '.unsaid', actions: 'assignNote' },
                  'review.submit': [
                    {
                      guard: ({ event }) => event.state === null && event.note !== '',
                      description: 'the review is taken back, and its note stays as typed text',
                      target: 'saving',
                      actions: ['assignNote', 'assignNeighbours'],
                    },
                    { target: 'saving', actions: 'assignNeighbours' },
                  ],
                  'deletion.ask': 'asking',
                },
                states: {
                  unsaid: { description: 'There is no result to show.' },
                  saved: { description: 'The review has been saved. The viewer may have moved on.' },
                  deleted: { description: 'The previously enlarged log has been deleted.' },
                  failed: { description: 'The last change failed.', exit: 'clearProblem' },
                },
              },
              saving: {
                description: 'The review is being saved.',
                on: { 'note.change': { actions: 'assignNote' } },
                invoke: {
                  id: 'saveReview',
                  src: 'saveReview',
                  input: ({ context, event }) => {
                    assertEvent(event, 'review.submit');
                    return reviewingOf(context, event);
                  },
                  onDone: [
                    {
                      guard: ({ context, event }) => event.output.goesOn && context.neighbours.next !== undefined,
                      description: 'the log was marked, and there is a next one',
                      target: ['#logsView.enlarging.size.fitted', '#logsView.enlarging.change.none.saved'],
                      actions: [{ type: 'forgetSaved', params: ({ event }) => event.output }, 'goOn'],
                    },
                    {
                      target: 'none.saved',
                      actions: { type: 'forgetSaved', params: ({ event }) => event.output },
                    },
                  ],
                  onError: {
                    target: 'none.failed',
                    actions: assign({ problem: ({ event }) => problemOf(event.error) }),
                  },
                },
              },
              asking: {
                description: 'The teacher is asked to confirm the deletion.',
                on: {
                  'deletion.confirm': {
                    target: 'deleting',
                    actions: 'assignNeighbours',
                  },
                  'deletion.cancel': 'none',
                },
              },
              deleting: {
                description: 'The log is being deleted.',
                invoke: {
                  id: 'deleteLog',
                  src: 'deleteLog',
                  input: ({ context }) => ({ sectionId: context.sectionId, logId: shownId(context) }),
                  onDone: [
                    {
                      guard: 'hasNeighbour',
                      target: ['#logsView.enlarging.size.fitted', '#logsView.enlarging.change.none.deleted'],
                      actions: ['forgetNote', 'goOn'],
                    },
                    {
                      target: '#logsView.reading',
                      actions: [
                        'forgetNote',
                        'goOn',
                        { type: 'showNotice', params: { kind: 'success', sentence: messages.review.deleted } },
                      ],
                    },
                  ],
                  onError: {
                    target: 'none.failed',
                    actions: assign({ problem: ({ event }) => problemOf(event.error) }),
                  },
                },
              },
            },
          },
        },
      },
    },
  });
