import { assertEvent, assign, setup } from 'xstate';
import { OVERVIEW_LOG_COUNT, ROWS_STILL_MS } from '../../constants';
import type { Episode } from '../../model/logs/episodes';
import type { DetectionLog } from '../../services/types';

/** The rows that are shown, in their order. */
export interface Rows {
  /** Of the newest logs. */
  logIds: string[];
  /** The keys of the episodes to look at. */
  keys: string[];
}

export interface OverviewContext {
  /** The rows that stand still; null while they follow what comes. */
  rows: Rows | null;
  /** The open student, and the logs they had when they were opened. */
  student: { key: string; logIds: string[] } | null;
}

export type OverviewEvent =
  /** The pointer, the focus or a finger has really moved on the rows that are shown. */
  | { type: 'rows.touched'; rows: Rows }
  /** The teacher wants to see the new ones. */
  | { type: 'rows.show' }
  | { type: 'student.open'; key: string; logIds: string[] }
  | { type: 'student.close' }
  | { type: 'lesson.select' }
  | { type: 'allTime.select' }
  | { type: 'tiles.select' }
  | { type: 'list.select' };

/**
 * The newest logs, or those that stand still, and how many logs are newer than the last of them but not among them. Where
 * none stands there, because there was none or all were deleted, nothing has to stand still.
 */
export function newestOf(all: readonly DetectionLog[], still: Rows | null) {
  if (still === null) return { rows: all.slice(0, OVERVIEW_LOG_COUNT), newCount: 0 };
  const rows = all.filter(({ id }) => still.logIds.includes(id));
  const last = rows.at(-1);
  if (last === undefined) return newestOf(all, null);
  return { rows, newCount: all.indexOf(last) + 1 - rows.length };
}

/**
 * The episodes to look at, or those that stand still, and how many are missing from these. What has been seen meanwhile
 * keeps its row. Where no row stands there, nothing has to stand still: an empty list would claim that all is quiet.
 *
 * @param episodes all of the lesson, in the order in which they began
 * @param lookAt those to look at, in their order
 */
export function lookNowOf(episodes: readonly Episode[], lookAt: readonly Episode[], still: Rows | null) {
  if (still === null) return { shown: lookAt, newCount: 0 };
  const latest = new Map(episodes.map((episode) => [episode.key, episode]));
  const shown = still.keys.flatMap((key) => latest.get(key) ?? []);
  if (shown.length === 0) return { shown: lookAt, newCount: 0 };
  return {
    shown,
    newCount: lookAt.filter(({ key }) => !still.keys.includes(key)).length,
  };
}

/**
 * How a teacher looks at a section: which rows stand still, which student is open, and which period and layout of the
 * students they want.
 *
 * Invariants:
 * - Rows stand still for 5 s after the last movement on them, so that none moves away from a hand. Nothing can hold them
 *   longer: no row, dialog or window has to say that the hand has left.
 * - How many are new is said meanwhile, and they are shown at once when the teacher asks.
 * - It lives as long as its screen, so that nothing opens by itself when the teacher comes back.
 */
export const overviewMachine = setup({
  types: {
    context: {} as OverviewContext,
    events: {} as OverviewEvent,
  },
  actions: {
    assignRows: assign({ rows: (_, { rows }: { rows: Rows }) => rows }),
    forgetRows: assign({ rows: null }),
    assignStudent: assign({
      student: ({ event }) => {
        assertEvent(event, 'student.open');
        return { key: event.key, logIds: event.logIds };
      },
    }),
    forgetStudent: assign({ student: null }),
  },
  delays: {
    /** How long rows stand still after the last movement on them. */
    stillness: ROWS_STILL_MS,
  },
}).createMachine({
  id: 'overview',
  context: { rows: null, student: null },
  type: 'parallel',
  states: {
    rows: {
      description: 'The newest logs, and what is to be looked at.',
      initial: 'live',
      states: {
        live: {
          description: 'They follow what comes.',
          entry: 'forgetRows',
          on: {
            'rows.touched': { target: 'still', actions: { type: 'assignRows', params: ({ event }) => event } },
          },
        },
        still: {
          description: 'They stay where they are; how many are new is said.',
          on: { 'rows.touched': { target: 'still', reenter: true }, 'rows.show': 'live' },
          after: { stillness: 'live' },
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
