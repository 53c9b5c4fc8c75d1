import { assertEvent, assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { Act } from '../../recorder/tester/act';
import {
  type PageMessage,
  type PanelMessage,
  readPageMessage,
  TESTER_CHANNEL,
  type TestedPage,
} from '../../recorder/tester/protocol';
import { loadPaths, type WalkablePath } from '../../recorder/tester/recordedPath';

export interface TesterContext {
  /** The page that told of itself last. */
  page: TestedPage | null;
  chart: string;
  /** Those of the chart that people can walk. */
  paths: WalkablePath[];
  path: WalkablePath | null;
  /** How many of the path's acts are done. */
  done: number;
  /** Why the page could not do what was wanted. */
  problem: string | null;
}

export type TesterEvent =
  | { type: 'page.heard'; message: PageMessage }
  | { type: 'message.send'; message: PanelMessage }
  | { type: 'chart.choose'; chart: string }
  | { type: 'path.open'; path: WalkablePath }
  | { type: 'path.leave' }
  | { type: 'act.tick'; done: number };

/** Returns all acts of a path: those before it begins, and those of its steps. */
export const actsOf = ({ start, steps }: Pick<WalkablePath, 'start' | 'steps'>): Act[] => [
  ...start.acts,
  ...steps.flatMap(({ acts }) => acts),
];

/** The tester's panel: choosing → loading → choosing → walking → choosing. It listens to tested pages all the while. */
export const testerMachine = setup({
  types: {
    context: {} as TesterContext,
    events: {} as TesterEvent,
  },
  actors: {
    talkToPages: fromCallback<TesterEvent>(({ sendBack, receive }) => {
      const channel = new BroadcastChannel(TESTER_CHANNEL);
      channel.addEventListener('message', ({ data }) => {
        const message = readPageMessage(data);
        if (message) sendBack({ type: 'page.heard', message });
      });
      receive((event) => event.type === 'message.send' && channel.postMessage(event.message));
      channel.postMessage({ type: 'panel.opened' } satisfies PanelMessage);
      return () => channel.close();
    }),
    loadPaths: fromPromise<WalkablePath[], { chart: string }>(({ input: { chart } }) => loadPaths(chart)),
  },
  actions: {
    assignHeard: assign(({ context, event }) => {
      assertEvent(event, 'page.heard');
      const { message } = event;
      switch (message.type) {
        case 'page.told':
          return { page: message };
        case 'page.refused':
          return { problem: message.why };
        case 'page.left':
          return message.page === context.page?.page ? { page: null } : {};
      }
    }),
    assignPath: assign(({ event }) => {
      assertEvent(event, 'path.open');
      return { path: event.path, done: 0, problem: null, page: null };
    }),
    clearPath: assign({ path: null, problem: null }),
    clearProblem: assign({ problem: null }),
    sendToPages: sendTo('talkToPages', ({ event }) => event),
  },
}).createMachine({
  id: 'tester',
  context: { page: null, chart: '', paths: [], path: null, done: 0, problem: null },
  invoke: { id: 'talkToPages', src: 'talkToPages' },
  on: {
    'page.heard': { actions: 'assignHeard' },
    'message.send': { actions: ['clearProblem', 'sendToPages'] },
    'chart.choose': { target: '.loading', actions: 'clearPath' },
  },
  initial: 'choosing',
  states: {
    choosing: { on: { 'path.open': { target: 'walking', actions: 'assignPath' } } },
    loading: {
      entry: assign(({ event }) => {
        assertEvent(event, 'chart.choose');
        return { chart: event.chart, paths: [] };
      }),
      invoke: {
        id: 'loadPaths',
        src: 'loadPaths',
        input: ({ context: { chart } }) => ({ chart }),
        onDone: { target: 'choosing', actions: assign({ paths: ({ event }) => event.output }) },
        onError: { target: 'choosing', actions: assign({ problem: ({ event }) => String(event.error) }) },
      },
    },
    walking: {
      on: {
        'act.tick': { actions: assign({ done: ({ event }) => event.done }) },
        'path.leave': { target: 'choosing', actions: 'clearPath' },
      },
    },
  },
});
