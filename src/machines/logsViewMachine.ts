import { assertEvent, assign, setup } from 'xstate';
import type { DetectionLog } from '../services/types';

/** How large a picture is shown that does not just fit. */
export interface Zoom {
  /** 1 is its own size. */
  scale: number;
  /** In CSS pixels. */
  width: number;
}

export interface LogsViewContext {
  /** The log whose screenshot is shown large. */
  enlarged: DetectionLog | null;
  zoom: Zoom;
}

export type LogsViewEvent =
  | { type: 'screenshot.open'; log: DetectionLog }
  /** The one before or after it. */
  | { type: 'screenshot.step'; log: DetectionLog }
  | { type: 'screenshot.close' }
  | { type: 'zoom.change'; zoom: Zoom }
  | { type: 'zoom.fit' };

const ownSize: Zoom = { scale: 1, width: 0 };

/**
 * The viewer: a screenshot shown large, over the logs of a section (section 2). What is looked for among the logs, and
 * their page, is in the address alone.
 *
 * Invariants: it lives as long as its screen, so that nothing opens by itself when she comes back; the logs may change
 * beneath it, and the screenshot is not taken away; each screenshot is first shown whole.
 */
export const logsViewMachine = setup({
  types: {
    context: {} as LogsViewContext,
    events: {} as LogsViewEvent,
  },
  actions: {
    assignEnlarged: assign({
      enlarged: ({ event }) => {
        assertEvent(event, ['screenshot.open', 'screenshot.step']);
        return event.log;
      },
      zoom: ownSize,
    }),
    clearEnlarged: assign({ enlarged: null }),
    assignZoom: assign({
      zoom: ({ event }) => {
        assertEvent(event, 'zoom.change');
        return event.zoom;
      },
    }),
  },
}).createMachine({
  id: 'logsView',
  context: { enlarged: null, zoom: ownSize },
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
      initial: 'fitted',
      on: {
        'screenshot.step': { target: '.fitted', actions: 'assignEnlarged' },
        'screenshot.close': { target: 'reading', actions: 'clearEnlarged' },
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
  },
});

const scales = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

/** The next scale there is from one that may lie between two of them; undefined at the end. */
export const nextScale = (scale: number, way: 'in' | 'out'): number | undefined =>
  way === 'in' ? scales.find((one) => one > scale * 1.01) : scales.findLast((one) => one < scale / 1.01);
