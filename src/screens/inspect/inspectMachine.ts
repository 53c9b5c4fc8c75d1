import { assertEvent, assign, fromCallback, fromPromise, setup } from 'xstate';
import { CHANNEL, INSPECTOR_OPENED, type InspectMessage, readMessage } from '../../recorder/protocol';
import { readReport } from '../../recorder/report';
import { afterMessage, movedBy, type Recording, recordingOf, type Watched } from './watched';

export interface InspectContext {
  /** The actors of the watched pages. */
  watched: Watched;
  /** Session id of the actor that moved last. */
  moved: string | null;
  recording: Recording | null;
  /** Number of steps taken in the recording. */
  step: number;
  /** Session id of the selected actor; null to follow the one that moves. */
  selected: string | null;
  /** Why a file could not be read. */
  problem: string | null;
}

export type InspectEvent =
  | { type: 'message.heard'; message: InspectMessage }
  | { type: 'actor.select'; session: string }
  | { type: 'actor.follow' }
  | { type: 'file.open'; file: File }
  | { type: 'file.close' }
  | { type: 'step.select'; step: number };

/**
 * The inspector: live → reading → stepping → live.
 *
 * It keeps listening to watched pages while a report is open.
 */
export const inspectMachine = setup({
  types: {
    context: {} as InspectContext,
    events: {} as InspectEvent,
  },
  actors: {
    hearPages: fromCallback(({ sendBack }) => {
      const channel = new BroadcastChannel(CHANNEL);
      channel.addEventListener('message', ({ data }) => {
        const message = readMessage(data);
        if (message) sendBack({ type: 'message.heard', message });
      });
      channel.postMessage({ type: INSPECTOR_OPENED });
      return () => channel.close();
    }),
    readFile: fromPromise<Recording, { file: File }>(async ({ input: { file } }) =>
      recordingOf(file.name, readReport(await file.text())),
    ),
  },
  actions: {
    assignHeard: assign(({ context, event }) => {
      assertEvent(event, 'message.heard');
      const watched = afterMessage(context.watched, event.message);
      const moved = movedBy(event.message);
      return { watched, moved: moved !== undefined && watched.has(moved) ? moved : context.moved };
    }),
    clearSelected: assign({ selected: null }),
    closeRecording: assign({ recording: null, selected: null }),
    clearProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'inspect',
  context: { watched: new Map(), moved: null, recording: null, step: 0, selected: null, problem: null },
  invoke: { id: 'hearPages', src: 'hearPages' },
  on: {
    'message.heard': { actions: 'assignHeard' },
    'actor.select': { actions: assign({ selected: ({ event }) => event.session }) },
    'actor.follow': { actions: 'clearSelected' },
    'file.open': { target: '.reading', actions: ['closeRecording', 'clearProblem'] },
  },
  initial: 'live',
  states: {
    live: {},
    reading: {
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ event }) => {
          assertEvent(event, 'file.open');
          return { file: event.file };
        },
        onDone: {
          target: 'stepping',
          actions: assign({
            recording: ({ event }) => event.output,
            step: ({ event }) => event.output.steps.length,
            selected: null,
          }),
        },
        onError: {
          target: 'live',
          actions: assign({
            problem: ({ event }) => (event.error instanceof Error ? event.error.message : String(event.error)),
          }),
        },
      },
    },
    stepping: {
      on: {
        'step.select': {
          guard: ({ context: { recording }, event }) =>
            recording !== null && event.step >= 0 && event.step <= recording.steps.length,
          actions: assign({ selected: null, step: ({ event }) => event.step }),
        },
        'file.close': { target: 'live', actions: 'closeRecording' },
      },
    },
  },
});
