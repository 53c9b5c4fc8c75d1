import { assertEvent, assign, setup } from 'xstate';
import { NOTICE_DURATION_MS } from '../../constants';
import { type Problem, problemOf } from '../../problem';

/** A transient message: a success or a failed action. */
export interface Notice {
  kind: 'success' | 'error';
  sentence: string;
  /** A second sentence with more about the reason. */
  hint?: string;
}

/** Returns the notice of a problem. */
export const noticeOfProblem = ({ sentence, hint }: Problem): Notice =>
  hint === undefined ? { kind: 'error', sentence } : { kind: 'error', sentence, hint };

/** A chart's action at the end of a call that failed: says why. */
export const showFailure = {
  type: 'showNotice',
  params: ({ event }: { event: { error: unknown } }): Notice => noticeOfProblem(problemOf(event.error)),
} as const;

export type NoticeEvent = { type: 'notice.show'; notice: Notice } | { type: 'notice.dismiss' };

/**
 * A transient message (section 9: cleared after 3 s). The page has two such actors, one for successes and one for failures,
 * so that neither replaces the other.
 *
 * Invariants:
 * - It never holds more than one message: a new one replaces the old one.
 * - Every message has its own 3 s, whatever was shown before it.
 * - While `hidden` no message is in the context.
 */
export const noticeMachine = setup({
  types: {
    context: {} as { notice: Notice | null },
    events: {} as NoticeEvent,
  },
  actions: {
    assignNotice: assign({
      notice: ({ event }) => {
        assertEvent(event, 'notice.show');
        return event.notice;
      },
    }),
    clearNotice: assign({ notice: null }),
  },
  delays: {
    /** How long a notice stays. */
    noticeDuration: NOTICE_DURATION_MS,
  },
}).createMachine({
  id: 'notice',
  context: { notice: null },
  initial: 'hidden',
  on: {
    'notice.show': { target: '.shown', actions: 'assignNotice' },
  },
  states: {
    hidden: { description: 'There is no notice.' },
    shown: {
      description: 'A notice is shown.',
      on: {
        'notice.dismiss': 'hidden',
      },
      after: {
        noticeDuration: 'hidden',
      },
      exit: 'clearNotice',
    },
  },
});
