import { assertEvent, assign, setup } from 'xstate';
import { LOGS_PAGE_SIZE } from '../constants';
import type { DetectionLog } from '../services/types';

export interface LogsViewContext {
  /** From 1. The last page there is, when there are fewer by now. */
  page: number;
  /** The log whose screenshot is shown large. */
  enlarged: DetectionLog | null;
}

export type LogsViewEvent =
  | { type: 'page.select'; page: number }
  | { type: 'screenshot.open'; log: DetectionLog }
  | { type: 'screenshot.close' };

/**
 * How a teacher looks at the logs of a section (sections 2 and 9): pages of 20, and a screenshot shown large.
 *
 * Invariants: it lives as long as its screen, so that nothing opens by itself when she comes back; the logs may change
 * beneath it, and neither the page nor the screenshot is taken away.
 */
export const logsViewMachine = setup({
  types: {
    context: {} as LogsViewContext,
    events: {} as LogsViewEvent,
  },
  actions: {
    assignPage: assign({
      page: ({ event }) => {
        assertEvent(event, 'page.select');
        return event.page;
      },
    }),
    assignEnlarged: assign({
      enlarged: ({ event }) => {
        assertEvent(event, 'screenshot.open');
        return event.log;
      },
    }),
    clearEnlarged: assign({ enlarged: null }),
  },
}).createMachine({
  id: 'logsView',
  context: { page: 1, enlarged: null },
  initial: 'reading',
  states: {
    reading: {
      description: 'The logs are shown.',
      on: {
        'page.select': { actions: 'assignPage' },
        'screenshot.open': { target: 'enlarging', actions: 'assignEnlarged' },
      },
    },
    enlarging: {
      description: 'A screenshot is shown large.',
      on: {
        'screenshot.close': { target: 'reading', actions: 'clearEnlarged' },
      },
    },
  },
});

/** What the full table shows now. `first` and `last` count from 1. */
export function pageOf(logs: DetectionLog[], wanted: number) {
  const pageCount = Math.max(1, Math.ceil(logs.length / LOGS_PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const start = (page - 1) * LOGS_PAGE_SIZE;
  const rows = logs.slice(start, start + LOGS_PAGE_SIZE);
  return { rows, page, pageCount, first: start + 1, last: start + rows.length, total: logs.length };
}
