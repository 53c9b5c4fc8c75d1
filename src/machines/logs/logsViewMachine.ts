import { assertEvent, assign, setup } from 'xstate';
import { messages } from '../../messages';
import { type Problem, problemOf } from '../../model/app/problem';
import type { DetectionLog, Noted } from '../../services/types';
import type { Notice } from '../app/noticeMachine';
import { actionNotProvided, promiseNotProvided } from '../app/notProvided';

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

/** What is to be kept of a log: a note that is kept already is not sent again, it may be another one by now. */
function reviewingOf({ sectionId, enlarged, notes }: LogsViewContext, state: Noted['state']): Reviewing {
  const logId = enlarged?.id ?? '';
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
    assignZoom: assign({
      zoom: ({ event }) => {
        assertEvent(event, 'zoom.change');
        return event.zoom;
      },
    }),
    assignNote: assign({
      notes: ({ context: { enlarged, notes } }, { note }: { note: string }) => ({
        ...notes,
        [enlarged?.id ?? '']: note,
      }),
    }),
    assignNeighbours: assign({ neighbours: (_, { neighbours }: { neighbours: Neighbours }) => neighbours }),
    /** Unless more has been typed since. */
    dropNote: assign({
      notes: ({ context: { notes } }, { logId, noted }: Reviewing) =>
        notes[logId] === noted.note ? without(notes, logId) : notes,
    }),
    goOn: assign({
      enlarged: ({ context }) => nextOf(context),
      zoom: ownSize,
      neighbours: nobody,
      notes: ({ context: { enlarged, notes } }) => without(notes, enlarged?.id ?? ''),
    }),
    assignProblem: assign({ problem: (_, { error }: { error: unknown }) => problemOf(error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    /** A note is taken back with its review. */
    takesNoteBack: (_, { state, note }: { state: Noted['state']; note: string }) => state === null && note !== '',
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
            'zoom.change': { target: '.zoomed', actions: 'assignZoom' },
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
                'note.change': { target: '.unsaid', actions: { type: 'assignNote', params: ({ event }) => event } },
                'review.submit': [
                  {
                    guard: { type: 'takesNoteBack', params: ({ event }) => event },
                    target: 'saving',
                    actions: [
                      { type: 'assignNote', params: ({ event }) => event },
                      { type: 'assignNeighbours', params: ({ event }) => event },
                    ],
                  },
                  { target: 'saving', actions: { type: 'assignNeighbours', params: ({ event }) => event } },
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
              on: {
                'note.change': { actions: { type: 'assignNote', params: ({ event }) => event } },
              },
              invoke: {
                id: 'saveReview',
                src: 'saveReview',
                input: ({ context, event }) => {
                  assertEvent(event, 'review.submit');
                  return reviewingOf(context, event.state);
                },
                onDone: { target: 'none.saved', actions: { type: 'dropNote', params: ({ event }) => event.output } },
                onError: {
                  target: 'none.failed',
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            asking: {
              description: 'The teacher is asked whether the log is to be deleted.',
              on: {
                'deletion.confirm': {
                  target: 'deleting',
                  actions: { type: 'assignNeighbours', params: ({ event }) => event },
                },
                'deletion.cancel': 'none',
              },
            },
            deleting: {
              description: 'The log is being deleted.',
              invoke: {
                id: 'deleteLog',
                src: 'deleteLog',
                input: ({ context: { sectionId, enlarged } }) => ({ sectionId, logId: enlarged?.id ?? '' }),
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
                  actions: { type: 'assignProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
          },
        },
      },
    },
  },
});

const scales = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

/** The next scale there is from one that may lie between two of them; undefined at the end. */
export const nextScale = (scale: number, way: 'in' | 'out'): number | undefined =>
  way === 'in' ? scales.find((one) => one > scale * 1.01) : scales.findLast((one) => one < scale / 1.01);
