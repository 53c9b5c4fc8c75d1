import { assertEvent, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { DESKTOP_REST_MS } from '../../constants';
import { messages } from '../../messages';
import type { ActivityKind } from '../../services/app/types';
import type { DesktopPermission } from '../../services/live/desktop';

/** What desktop notifications need of the world. */
export interface DesktopPorts {
  desktop: {
    readPermission(): Promise<DesktopPermission>;
    askPermission(): Promise<DesktopPermission>;
    /** Returns what closes the notification. @throws if the browser refuses */
    show(sentence: string): () => void;
    /** The stored choice. */
    wasOn(): boolean;
    keep(isOn: boolean): void;
  };
  watchVisibility(onShown: () => void): () => void;
}

/** The detections since the page was hidden: their section, their number and their kinds. */
export interface DesktopNews {
  sectionName: string;
  count: number;
  kinds: readonly ActivityKind[];
}

/** Content of a notification. */
export type DesktopOrder = { type: 'notification.show'; sentence: string };

export type DesktopEvent =
  | { type: 'desktop.toggle' }
  /** Detections arrived while the page is hidden. */
  | ({ type: 'detections.came' } & DesktopNews)
  | { type: 'page.shown' }
  /** The browser does not allow notifications, or no longer does. */
  | { type: 'notification.refused'; permission: DesktopPermission };

const orderOf = ({ sectionName, count, kinds }: DesktopNews): DesktopOrder => {
  const labels = kinds.map((kind) => messages.activities[kind]);
  return { type: 'notification.show', sentence: messages.desktop.news(sectionName, count, labels.join(', ')) };
};

/**
 * Desktop notifications of new detections while the page is hidden.
 *
 * Invariants:
 * - They are off until the teacher switches them on. The choice is stored in the browser.
 * - At most one a minute. Detections in that minute are reported at its end, unless the page was shown since.
 * - They name the section and what was seen but no student, and make no sound.
 * - They end with the sign-in.
 */
export const desktopMachine = ({ desktop, watchVisibility }: DesktopPorts) =>
  setup({
    types: {
      context: {} as { waiting: DesktopNews | null },
      events: {} as DesktopEvent,
    },
    actors: {
      recall: fromPromise<{ wasOn: boolean; permission: DesktopPermission }, void>(async () => ({
        wasOn: desktop.wasOn(),
        permission: await desktop.readPermission(),
      })),
      askPermission: fromPromise<DesktopPermission, void>(() => desktop.askPermission()),
      /** Receives `notification.show`, and sends `page.shown` and `notification.refused`. */
      showNotifications: fromCallback<DesktopOrder>(({ receive, sendBack }) => {
        let close = () => {};
        receive(({ sentence }) => {
          close();
          try {
            close = desktop.show(sentence);
          } catch {
            void desktop.readPermission().then((permission) => sendBack({ type: 'notification.refused', permission }));
          }
        });
        const stopWatching = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          stopWatching();
          close();
        };
      }),
    },
    actions: {
      keep: (_, { isOn }: { isOn: boolean }) => desktop.keep(isOn),
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
          const { sectionName, count, kinds } = event;
          return { sectionName, count, kinds };
        },
      }),
      clearWaiting: assign({ waiting: null }),
    },
    guards: {
      /** Detections arrived since the last notification. */
      hasWaiting: ({ context }) => context.waiting !== null,
    },
    delays: {
      /** Minimum interval between notifications. */
      desktopRest: DESKTOP_REST_MS,
    },
  }).createMachine({
    id: 'desktop',
    context: { waiting: null },
    initial: 'recalling',
    states: {
      recalling: {
        description: 'Restores the stored choice.',
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
              description: 'the browser blocks this site’s notifications',
              target: 'denied',
            },
            {
              guard: ({ event }) => event.output.permission === 'granted' && event.output.wasOn,
              description: 'they were on before, and the browser still allows them',
              target: 'on',
            },
            { target: 'off' },
          ],
          onError: 'unsupported',
        },
      },
      unsupported: { description: 'The browser cannot show notifications.' },
      off: {
        description: 'Notifications are off.',
        on: { 'desktop.toggle': 'asking' },
      },
      asking: {
        description: 'The browser asks the teacher for permission.',
        invoke: {
          id: 'askPermission',
          src: 'askPermission',
          onDone: [
            {
              guard: ({ event }) => event.output === 'granted',
              description: 'the browser allows this site’s notifications',
              target: 'on',
              actions: { type: 'keep', params: { isOn: true } },
            },
            {
              guard: ({ event }) => event.output === 'denied',
              description: 'the browser blocks this site’s notifications',
              target: 'denied',
            },
            { target: 'off' },
          ],
          onError: 'unsupported',
        },
      },
      denied: {
        description: 'The browser blocks this site’s notifications until its settings change.',
        on: { 'desktop.toggle': 'asking' },
      },
      on: {
        description: 'Notifications are on.',
        exit: 'clearWaiting',
        invoke: { id: 'showNotifications', src: 'showNotifications' },
        on: {
          'desktop.toggle': { target: 'off', actions: { type: 'keep', params: { isOn: false } } },
          'notification.refused': [
            {
              guard: ({ event }) => event.permission === 'denied',
              description: 'the browser blocks this site’s notifications',
              target: 'denied',
            },
            { target: 'unsupported' },
          ],
          'page.shown': { actions: 'clearWaiting' },
        },
        initial: 'quiet',
        states: {
          quiet: {
            description: 'No notification was shown in the last minute.',
            on: {
              'detections.came': { target: 'resting', actions: 'show' },
            },
          },
          resting: {
            description: 'A notification was shown. The next one has to wait.',
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
