import { assertEvent, assign, setup } from 'xstate';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../model/app/problem';
import type { DetectionLog, Noted } from '../../services/types';
import type { Notice } from '../app/noticeMachine';
import { actionNotProvided, promiseNotProvided } from '../app/notProvided';
import { present } from '../app/present';

/** How large a picture is shown that does not just fit. */
export interface Zoom {
  /** 1 is its own size. */
  scale: number;
  /** In CSS pixels. */
  width: number;
}

/** What comes before and after the log that is shown large; undefined where nothing does. */
export interface Neighbours {
  previous: DetectionLog | undefined;
  next: DetectionLog | undefined;
}

/** A review to be kept. */
export interface Reviewing {
  sectionId: string;
  logId: string;
  noted: Noted;
}

export interface LogsViewContext {
  sectionId: string;
  /** The log whose screenshot is shown large. */
  enlarged: DetectionLog | null;
  zoom: Zoom;
  /** What is typed and not kept yet, by the ids of the logs. */
  notes: Readonly<Record<string, string>>;
  /** As of the last change: by it a log may leave those that are gone through. */
  neighbours: Neighbours;
  /** Why the last change was not made. */
  problem: Problem | null;
}

export type LogsViewEvent =
  | { type: 'screenshot.open'; log: DetectionLog }
  /** The one before or after it. */
  | { type: 'screenshot.step'; log: DetectionLog }
  | { type: 'screenshot.close' }
  | { type: 'zoom.change'; zoom: Zoom }
  | { type: 'zoom.fit' }
  | { type: 'note.change'; note: string }
  /** With the note that stands there, kept or not. */
  | { type: 'review.submit'; state: Noted['state']; note: string; neighbours: Neighbours }
  | { type: 'deletion.ask' }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.confirm'; neighbours: Neighbours };

const ownSize: Zoom = { scale: 1, width: 0 };

const nobody: Neighbours = { previous: undefined, next: undefined };

const nextOf = ({ neighbours: { next, previous } }: LogsViewContext): DetectionLog | null => next ?? previous ?? null;

const without = (notes: LogsViewContext['notes'], logId: string) =>
  Object.fromEntries(Object.entries(notes).filter(([id]) => id !== logId));

/** The id of the log that is shown large. */
const shownId = ({ enlarged }: LogsViewContext): string => present(enlarged, 'log that is shown large').id;

/** What is to be kept of a log: a note that is kept already is not sent again, it may be another one by now. */
function reviewingOf(context: LogsViewContext, state: Noted['state']): Reviewing {
  const { sectionId, notes } = context;
  const logId = shownId(context);
  const note = notes[logId];
  return { sectionId, logId, noted: state === null || note === undefined ? { state } : { state, note } };
}

/**
 * The viewer: a screenshot shown large, over the logs of a section (section 2), with what the teacher makes of it. What
 * is looked for among the logs, and their page, is in the address alone.
 *
 * Invariants:
 * - It lives as long as its screen, so that nothing opens by itself when she comes back.
 * - The logs may change beneath it, and the screenshot is not taken away; each screenshot is first shown whole.
 * - A review and a deletion are writes of the teacher's session: moving on ends the wait, not the write.
 * - A note that was typed stays until it is kept, also while others are looked at; one that is taken back can be kept again.
 * - Nothing is deleted without the question; after a deletion the viewer goes on to the next log, if there is one.
 */
export const logsViewMachine = setup({
  types: {
    context: {} as LogsViewContext,
    events: {} as LogsViewEvent,
    input: {} as { sectionId: string },
  },
  actors: {
    /** Answers with what it was given. */
    saveReview: promiseNotProvided<Reviewing, Reviewing>('saveReview'),
    deleteLog: promiseNotProvided<void, { sectionId: string; logId: string }>('deleteLog'),
  },
  actions: {
    showNotice: actionNotProvided<Notice>('showNotice'),
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
    goOn: assign({
      enlarged: ({ context }) => nextOf(context),
      zoom: ownSize,
      neighbours: nobody,
      notes: ({ context }) => without(context.notes, shownId(context)),
    }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    /** There is another one to go on to. */
    hasNeighbour: ({ context }) => nextOf(context) !== null,
  },
}).createMachine({
  id: 'logsView',
  context: ({ input }) => ({ ...input, enlarged: null, zoom: ownSize, notes: {}, neighbours: nobody, problem: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The logs are shown.',
      on: {
        'screenshot.open': { target: 'enlarging', actions: 'assignEnlarged' },
      },
    },
    enlarging: {
      description: 'A screenshot is shown large.',
      on: {
        'screenshot.step': { target: 'enlarging', reenter: true, actions: 'assignEnlarged' },
        'screenshot.close': { target: 'reading', actions: 'clearEnlarged' },
      },
      type: 'parallel',
      states: {
        size: {
          description: 'The size in which it is shown.',
          initial: 'fitted',
          on: {
            'zoom.change': { target: '.zoomed', actions: assign({ zoom: ({ event }) => event.zoom }) },
          },
          states: {
            fitted: {
              description: 'All of it is seen, at most in its own size.',
              tags: 'fitted',
            },
            zoomed: {
              description: 'It has the size that was chosen, and is moved by scrolling.',
              on: { 'zoom.fit': 'fitted' },
            },
          },
        },
        change: {
          description: 'What the teacher makes of its log.',
          initial: 'none',
          states: {
            none: {
              description: 'Nothing is under way.',
              initial: 'unsaid',
              on: {
                'note.change': { target: '.unsaid', actions: 'assignNote' },
                'review.submit': [
                  {
                    guard: ({ event }) => event.state === null && event.note !== '',
                    description: 'a note is taken back with its review',
                    target: 'saving',
                    actions: ['assignNote', 'assignNeighbours'],
                  },
                  { target: 'saving', actions: 'assignNeighbours' },
                ],
                'deletion.ask': 'asking',
              },
              states: {
                unsaid: { description: 'There is nothing to say of a change.' },
                saved: { description: 'The review has been kept.' },
                deleted: { description: 'The log before this one has been deleted.' },
                failed: { description: 'The last change was not made.', exit: 'clearProblem' },
              },
            },
            saving: {
              description: 'The review is being kept.',
              on: { 'note.change': { actions: 'assignNote' } },
              invoke: {
                id: 'saveReview',
                src: 'saveReview',
                input: ({ context, event }) => {
                  assertEvent(event, 'review.submit');
                  return reviewingOf(context, event.state);
                },
                onDone: {
                  target: 'none.saved',
                  actions: assign({
                    notes: ({ context: { notes }, event }) => {
                      const { logId, noted } = event.output;
                      // More may have been typed since.
                      return notes[logId] === noted.note ? without(notes, logId) : notes;
                    },
                  }),
                },
                onError: {
                  target: 'none.failed',
                  actions: assign({ problem: ({ event }) => problemOf(event.error) }),
                },
              },
            },
            asking: {
              description: 'The teacher is asked whether the log is to be deleted.',
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
                    actions: 'goOn',
                  },
                  {
                    target: '#logsView.reading',
                    actions: [
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
