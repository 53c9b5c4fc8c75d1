import { assertEvent, assign, setup } from 'xstate';
import { OVERVIEW_LOG_COUNT } from '../constants';
import type { DetectionLog } from '../services/types';
import { callbackNotProvided } from './notProvided';

/** The rows that are shown, in their order. */
export interface Rows {
  /** Of the newest logs. */
  logIds: string[];
  /** The keys of the episodes to look at. */
  keys: string[];
}

/**
 * What must not lose the row that it is at: the pointer, the focus, a picture that is shown large, and the page itself
 * while nobody sees it.
 */
export type Holder = 'pointer' | 'focus' | 'viewer' | 'page';

export interface OverviewContext {
  /** The rows that stay; null while they follow what comes. */
  rows: Rows | null;
  /** Who holds them. */
  holders: Holder[];
  /** The student who is looked at, and the logs that were there of her then. */
  student: { key: string; logIds: string[] } | null;
}

export type OverviewEvent =
  | { type: 'rows.held'; holder: Holder; rows: Rows }
  | { type: 'rows.released'; holder: Holder }
  /** The teacher wants to see the new ones. */
  | { type: 'rows.show'; rows: Rows }
  | { type: 'student.open'; key: string; logIds: string[] }
  | { type: 'student.close' }
  | { type: 'lesson.select' }
  | { type: 'allTime.select' }
  | { type: 'tiles.select' }
  | { type: 'list.select' };

/** The newest logs, or those that are held, and how many are there beside these that are newer than the last of them. */
export function newestOf(all: readonly DetectionLog[], held: Rows | null) {
  if (held === null) return { rows: all.slice(0, OVERVIEW_LOG_COUNT), newCount: 0 };
  const rows = all.filter(({ id }) => held.logIds.includes(id));
  const last = rows.at(-1);
  // Nothing is left of them that could move.
  if (last === undefined) return { rows: all.slice(0, OVERVIEW_LOG_COUNT), newCount: all.length };
  return { rows, newCount: all.indexOf(last) + 1 - rows.length };
}

/**
 * How a teacher looks at a section: which rows stand still, which student is open, which period and which layout of the
 * students she wants.
 *
 * Invariants:
 * - A new row never moves the row under the pointer or the focus, nor what a viewer was opened from.
 * - Rows that were held show all that is there as soon as nothing holds them, and before that when she asks for it.
 * - It lives as long as its screen, so that nothing opens by itself when she comes back.
 */
export const overviewMachine = setup({
  types: {
    context: {} as OverviewContext,
    events: {} as OverviewEvent,
  },
  actors: {
    /** Sends `rows.held` and `rows.released` of the viewer and the page. */
    watchHolders: callbackNotProvided('watchHolders'),
  },
  actions: {
    assignRows: assign({
      rows: ({ event }) => {
        assertEvent(event, ['rows.held', 'rows.show']);
        return event.rows;
      },
    }),
    addHolder: assign({
      holders: ({ context: { holders } }, { holder }: { holder: Holder }) => [
        ...holders.filter((other) => other !== holder),
        holder,
      ],
    }),
    removeHolder: assign({
      holders: ({ context: { holders } }, { holder }: { holder: Holder }) =>
        holders.filter((other) => other !== holder),
    }),
    forgetRows: assign({ rows: null, holders: [] }),
    assignStudent: assign({
      student: ({ event }) => {
        assertEvent(event, 'student.open');
        return { key: event.key, logIds: event.logIds };
      },
    }),
    forgetStudent: assign({ student: null }),
  },
  guards: {
    /** Nothing else holds the rows. */
    isLastHolder: ({ context: { holders } }, { holder }: { holder: Holder }) =>
      holders.every((other) => other === holder),
  },
}).createMachine({
  id: 'overview',
  context: { rows: null, holders: [], student: null },
  invoke: { id: 'watchHolders', src: 'watchHolders' },
  type: 'parallel',
  states: {
    rows: {
      description: 'The newest logs, and what is to be looked at.',
      initial: 'live',
      states: {
        live: {
          description: 'They follow what comes.',
          on: {
            'rows.held': {
              target: 'held',
              actions: ['assignRows', { type: 'addHolder', params: ({ event }) => event }],
            },
          },
        },
        held: {
          description: 'They stay where they are; how many are new is said.',
          on: {
            'rows.held': { actions: { type: 'addHolder', params: ({ event }) => event } },
            'rows.released': [
              {
                guard: { type: 'isLastHolder', params: ({ event }) => event },
                target: 'live',
                actions: 'forgetRows',
              },
              { actions: { type: 'removeHolder', params: ({ event }) => event } },
            ],
            'rows.show': { actions: 'assignRows' },
          },
        },
      },
    },
    student: {
      description: 'The student whose lesson is looked at.',
      initial: 'closed',
      states: {
        closed: {
          description: 'Nobody.',
          on: { 'student.open': { target: 'open', actions: 'assignStudent' } },
        },
        open: {
          description: 'One of them.',
          on: {
            'student.open': { actions: 'assignStudent' },
            'student.close': { target: 'closed', actions: 'forgetStudent' },
          },
        },
      },
    },
    period: {
      description: 'What the students are shown by.',
      initial: 'lesson',
      states: {
        lesson: { description: 'This lesson.', on: { 'allTime.select': 'allTime' } },
        allTime: { description: 'All that has ever come.', on: { 'lesson.select': 'lesson' } },
      },
    },
    layout: {
      description: 'How the students are shown.',
      initial: 'fitting',
      states: {
        fitting: {
          description: 'As tiles during a lesson, else as a list.',
          on: { 'tiles.select': 'tiles', 'list.select': 'list' },
        },
        tiles: { description: 'As tiles.', on: { 'list.select': 'list' } },
        list: { description: 'As a list.', on: { 'tiles.select': 'tiles' } },
      },
    },
  },
});
