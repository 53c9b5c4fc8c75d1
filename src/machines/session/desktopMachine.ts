import { assertEvent, assign, sendTo, setup } from 'xstate';
import { DESKTOP_REST_MS } from '../../constants';
import { messages } from '../../messages';
import type { DesktopPermission } from '../../services/desktop';
import { actionNotProvided, callbackNotProvided, promiseNotProvided } from '../app/notProvided';

/** How many detections have come since the page was hidden, and where. */
export interface DesktopNews {
  sectionName: string;
  count: number;
}

/** What the browser is asked to show. */
export type DesktopOrder = { type: 'notification.show'; sentence: string };

export type DesktopEvent =
  | { type: 'desktop.toggle' }
  /** While nobody sees the page. */
  | ({ type: 'detections.came' } & DesktopNews)
  | { type: 'page.shown' }
  /** The browser shows no notification of this page, or none any more. */
  | { type: 'notification.refused'; permission: DesktopPermission };

const orderOf = ({ sectionName, count }: DesktopNews): DesktopOrder => ({
  type: 'notification.show',
  sentence: messages.desktop.news(sectionName, count),
});

/**
 * Desktop notifications of new detections while nobody sees the page.
 *
 * Invariants:
 * - They are off until the teacher switches them on. The browser keeps the choice.
 * - At most one is shown in a minute. What came meanwhile is told at its end, unless the page was shown since.
 * - They name the section and nobody else, and make no sound.
 * - They end with the sign-in.
 */
export const desktopMachine = setup({
  types: {
    context: {} as { waiting: DesktopNews | null },
    events: {} as DesktopEvent,
  },
  actors: {
    recall: promiseNotProvided<{ wasOn: boolean; permission: DesktopPermission }>('recall'),
    askPermission: promiseNotProvided<DesktopPermission>('askPermission'),
    /** Receives `notification.show`, and sends `page.shown` and `notification.refused`. */
    showNotifications: callbackNotProvided<DesktopOrder>('showNotifications'),
  },
  actions: {
    keep: actionNotProvided<{ isOn: boolean }>('keep'),
    show: sendTo('showNotifications', ({ event }) => {
      assertEvent(event, 'detections.came');
      return orderOf(event);
    }),
    showWaiting: sendTo('showNotifications', ({ context }) => {
      if (context.waiting === null) throw new Error('Nothing waits to be shown');
      return orderOf(context.waiting);
    }),
    assignWaiting: assign({
      waiting: ({ event }) => {
        assertEvent(event, 'detections.came');
        return { sectionName: event.sectionName, count: event.count };
      },
    }),
    clearWaiting: assign({ waiting: null }),
  },
  guards: {
    /** Something came since the last one was shown. */
    hasWaiting: ({ context }) => context.waiting !== null,
  },
  delays: {
    /** From one notification to the next. */
    desktopRest: DESKTOP_REST_MS,
  },
}).createMachine({
  id: 'desktop',
  context: { waiting: null },
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Takes over what was chosen before.',
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: [
          {
            guard: ({ event }) => event.output.permission === 'unsupported',
            description: 'the browser cannot show notifications',
            target: 'unsupported',
          },
          {
            guard: ({ event }) => event.output.permission === 'denied',
            description: 'the browser shows none of this site',
            target: 'denied',
          },
          {
            guard: ({ event }) => event.output.permission === 'granted' && event.output.wasOn,
            description: 'they were on when the page was left, and the browser still shows them',
            target: 'on',
          },
          { target: 'off' },
        ],
        onError: 'unsupported',
      },
    },
    unsupported: { description: 'The browser cannot show notifications.' },
    off: {
      description: 'None are shown.',
      on: { 'desktop.toggle': 'asking' },
    },
    asking: {
      description: 'The browser asks the teacher whether it may show them.',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          {
            guard: ({ event }) => event.output === 'granted',
            description: 'the browser shows those of this site',
            target: 'on',
            actions: { type: 'keep', params: { isOn: true } },
          },
          {
            guard: ({ event }) => event.output === 'denied',
            description: 'the browser shows none of this site',
            target: 'denied',
          },
          { target: 'off' },
        ],
        onError: 'unsupported',
      },
    },
    denied: {
      description: 'The browser shows none of this site, until its settings say otherwise.',
      on: { 'desktop.toggle': 'asking' },
    },
    on: {
      description: 'New detections are told while nobody sees the page.',
      exit: 'clearWaiting',
      invoke: { id: 'showNotifications', src: 'showNotifications' },
      on: {
        'desktop.toggle': { target: 'off', actions: { type: 'keep', params: { isOn: false } } },
        'notification.refused': [
          {
            guard: ({ event }) => event.permission === 'denied',
            description: 'the browser shows none of this site',
            target: 'denied',
          },
          { target: 'unsupported' },
        ],
        'page.shown': { actions: 'clearWaiting' },
      },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'None was shown in the last minute.',
          on: {
            'detections.came': { target: 'resting', actions: 'show' },
          },
        },
        resting: {
          description: 'One was shown; the next has to wait.',
          on: {
            'detections.came': { actions: 'assignWaiting' },
          },
          after: {
            desktopRest: [
              {
                guard: 'hasWaiting',
                target: 'resting',
                reenter: true,
                actions: ['showWaiting', 'clearWaiting'],
              },
              { target: 'quiet' },
            ],
          },
        },
      },
    },
  },
});
