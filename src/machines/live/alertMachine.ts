import { fromCallback, fromPromise, setup } from 'xstate';
import { ALERT_REST_MS } from '../../constants';
import type { Alert } from '../../services/live/alerts';

/** What an alert needs of the world. */
export interface AlertPorts extends Alert {
  /** The stored choice. */
  wasOn(): boolean;
  keep(isOn: boolean): void;
}

export type AlertEvent =
  | { type: 'alert.toggle' }
  /** In a section with active detection a student needs a look who did not before. */
  | { type: 'episode.began' };

/**
 * Sound or vibration when something new needs a look.
 *
 * Invariants:
 * - It is off until the teacher switches it on, which plays it once. The choice is stored in the browser.
 * - At most once in ten seconds. What begins in between is part of the same alert.
 * - It ends with the sign-in.
 */
export const alertMachine = (ports: AlertPorts) =>
  setup({
    types: { events: {} as AlertEvent },
    actors: {
      recall: fromPromise<{ isPossible: boolean; wasOn: boolean }, void>(async () => ({
        isPossible: ports.isPossible(),
        wasOn: ports.wasOn(),
      })),
      prepare: fromCallback(() => ports.prepare()),
    },
    actions: {
      keep: (_, { isOn }: { isOn: boolean }) => ports.keep(isOn),
      sample: () => ports.sample(),
      play: () => ports.play(),
    },
    delays: {
      /** Minimum interval between alerts. */
      alertRest: ALERT_REST_MS,
    },
  }).createMachine({
    id: 'alert',
    initial: 'recalling',
    states: {
      recalling: {
        description: 'Restores the stored choice.',
        invoke: {
          id: 'recall',
          src: 'recall',
          onDone: [
            {
              guard: ({ event }) => !event.output.isPossible,
              description: 'the device cannot do it',
              target: 'impossible',
            },
            { guard: ({ event }) => event.output.wasOn, description: 'it was on before', target: 'on' },
            { target: 'off' },
          ],
          onError: 'impossible',
        },
      },
      impossible: { description: 'The device cannot do it, so it is not offered.' },
      off: {
        description: 'The alert is off.',
        on: { 'alert.toggle': { target: 'on', actions: [{ type: 'keep', params: { isOn: true } }, 'sample'] } },
      },
      on: {
        description: 'The alert is on.',
        invoke: { id: 'prepare', src: 'prepare' },
        on: { 'alert.toggle': { target: 'off', actions: { type: 'keep', params: { isOn: false } } } },
        initial: 'quiet',
        states: {
          quiet: {
            description: 'There was no alert in the last ten seconds.',
            on: { 'episode.began': { target: 'resting', actions: 'play' } },
          },
          resting: {
            description: 'There was an alert. The next one has to wait.',
            after: { alertRest: 'quiet' },
          },
        },
      },
    },
  });
