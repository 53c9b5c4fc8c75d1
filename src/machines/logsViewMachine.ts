import { assertEvent, assign, setup } from 'xstate';
import type { DetectionLog } from '../services/types';

export interface LogsViewContext {
  /** The log whose screenshot is shown large. */
  enlarged: DetectionLog | null;
}

export type LogsViewEvent = { type: 'screenshot.open'; log: DetectionLog } | { type: 'screenshot.close' };

/**
 * A screenshot shown large, over the logs of a section (section 2). What is looked for among the logs, and their page,
 * is in the address alone.
 *
 * Invariants: it lives as long as its screen, so that nothing opens by itself when she comes back; the logs may change
 * beneath it, and the screenshot is not taken away.
 */
export const logsViewMachine = setup({
  types: {
    context: {} as LogsViewContext,
    events: {} as LogsViewEvent,
  },
  actions: {
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
  context: { enlarged: null },
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
        'screenshot.close': { target: 'reading', actions: 'clearEnlarged' },
      },
    },
  },
});
