import { getAdjacencyMap } from '@xstate/graph';
import type {
  ActorLogic,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  Snapshot,
} from 'xstate';
import { edgesOf } from '../../scripts/replay/edges';
import { type ChartStep, stepperOf } from '../../scripts/replay/stepper';
import { ProblemError } from '../../src/model/app/problem';
import { eventName } from '../../src/recorder/names';
import { refused } from './samples';

/*
 * @xstate/graph covers states, knows no time and leaves out what actors answer. Here a machine is wrapped in a logic
 * whose snapshot also holds the timers that run; only the earliest of them may fire. The library then walks that
 * logic, and of all its transitions the fewest paths are chosen that together take every edge of the chart.
 */

/** Samples for every event of the machine, so that a new event fails to compile until it has one. None: only raised. */
export type EventSamples<M extends AnyStateMachine> = {
  [Type in EventFromLogic<M>['type']]: readonly Extract<EventFromLogic<M>, { type: Type }>[];
};

export interface PathOptions<M extends AnyStateMachine> {
  events: EventSamples<M>;
  /** What the invoked actors may answer, by invoke id. A failure is always tried where the chart handles one. */
  outputs?: Record<string, readonly unknown[]>;
  /** How the invoked actors may fail, by invoke id, where the sentence matters or the chart tells one kind from another. */
  errors?: Record<string, readonly ProblemError[]>;
  /** One walk for each, as far as it leads where none has been before; none for a machine without input. */
  inputs?: readonly InputFrom<M>[];
  /** The part of the context by which states differ in what they can do next. */
  key?: (context: ReturnType<M['transition']>['context']) => unknown;
  /**
   * Whether anybody can send the event now: a screen offers no student before a search has found one. Asked of timers, too.
   * Default: always.
   */
  possible?: (event: EventFromLogic<M>, snapshot: ReturnType<M['transition']>) => boolean;
}

/** What came of the chart's start or of a step: the edges it took, in order, and what it is like now. */
export interface Outcome {
  edges: string[];
  snapshot: AnyMachineSnapshot;
}

export interface Step extends Outcome {
  event: AnyEventObject;
  /** Milliseconds that pass before the event; 0 for anything but a timer. */
  wait: number;
}

export interface Path {
  name: string;
  input: unknown;
  start: Outcome;
  steps: Step[];
}

/** All paths of a chart, all its edges, and those that no path takes. */
export interface Walk {
  paths: Path[];
  edges: string[];
  missing: string[];
}

/** Whether the chart's own clock sends the event. */
export const isTimer = ({ type }: AnyEventObject): boolean => type.startsWith('xstate.after.');

interface Timer {
  id: string;
  left: number;
  event: AnyEventObject;
}

/** A snapshot of the machine and of its clock, and how it came about. */
type TimedSnapshot = Snapshot<undefined> & {
  machine: AnyMachineSnapshot;
  timers: Timer[];
  wait: number;
  edges: string[];
};

type TimedLogic<M extends AnyStateMachine> = ActorLogic<TimedSnapshot, AnyEventObject, InputFrom<M>>;

function timedLogic<M extends AnyStateMachine>(machine: M): TimedLogic<M> {
  const stepper = stepperOf(machine);

  const timersAfter = (timers: Timer[], requested: ChartStep['requested']): Timer[] => {
    let running = timers;
    for (const { type, params } of requested) {
      if (type === 'xstate.cancel') {
        const { sendId } = params as { sendId: string };
        running = running.filter((timer) => timer.id !== sendId);
      }
      if (type === 'xstate.raise') {
        const { id, delay, event } = params as { id: string; delay?: number; event: AnyEventObject };
        if (delay !== undefined) running = [...running.filter((timer) => timer.id !== id), { id, left: delay, event }];
      }
    }
    // Of those due at once the one that was set first comes first, as in a browser: this sort is stable.
    return running.toSorted((a, b) => a.left - b.left);
  };

  const timed = ({ snapshot, edges, requested }: ChartStep, timers: Timer[], wait: number): TimedSnapshot => {
    if (snapshot.status === 'error') throw snapshot.error;
    const state = { machine: snapshot, timers: timersAfter(timers, requested), wait, edges };
    return snapshot.status === 'done'
      ? { ...state, status: 'done', output: undefined, error: undefined }
      : { ...state, status: 'active', output: undefined, error: undefined };
  };

  return {
    getInitialSnapshot: (_, input) => timed(stepper.start(input), [], 0),
    transition: (state, event) => {
      const due = state.timers[0]?.event.type === event.type ? state.timers[0] : undefined;
      const wait = due?.left ?? 0;
      const rest = state.timers
        .filter((timer) => timer !== due)
        .map((timer) => ({ ...timer, left: timer.left - wait }));
      return timed(stepper.take(state.machine, event), rest, wait);
    },
    getPersistedSnapshot: (state) => state,
  };
}

type TraversalOptions<M extends AnyStateMachine> = Parameters<
  typeof getAdjacencyMap<TimedSnapshot, AnyEventObject, InputFrom<M>>
>[1];

/** The timed logic brings its own scope. */
const unusedScope = undefined as never;

/** Paths that together take every edge which can be taken at all, each as short as can be. */
export function pathsOf<M extends AnyStateMachine>(
  machine: M,
  { events, outputs = {}, errors = {}, inputs, key, possible = () => true }: PathOptions<M>,
): Walk {
  const logic = timedLogic(machine);

  const samples = (type: string): AnyEventObject[] => {
    const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
    if (id !== undefined && outcome === 'error') {
      return (errors[id] ?? [refused]).map((error) => ({ type, error, actorId: id }));
    }
    if (id !== undefined) return (outputs[id] ?? [undefined]).map((output) => ({ type, output, actorId: id }));
    return [...((events as Record<string, readonly AnyEventObject[]>)[type] ?? [])];
  };

  const options = {
    events: (state: TimedSnapshot) => {
      if (state.status !== 'active') return [];
      // A delayed event is not the teacher's: only the timer that is due first may send it.
      const own = new Set(state.machine._nodes.flatMap((node) => node.ownEvents as string[]));
      const sent = [...own].filter((type) => !isTimer({ type })).flatMap(samples);
      return [...sent, ...state.timers.slice(0, 1).map(({ event }) => event)].filter((event) =>
        possible(event as EventFromLogic<M>, state.machine as ReturnType<M['transition']>),
      );
    },
    serializeState: ({ machine: { value, status, context }, timers }: TimedSnapshot) =>
      JSON.stringify([value, status, key?.(context), timers.map(({ id, left }) => [id, left])]),
    limit: 50_000,
  };

  const candidates: Path[] = [];
  const explored = new Set<string>();
  const explorationOf = (state: TimedSnapshot) => options.serializeState(state) + JSON.stringify(state.machine.context);

  for (const input of inputs ?? [undefined]) {
    const initial = logic.getInitialSnapshot(unusedScope, input as InputFrom<M>);
    const start = { edges: initial.edges, snapshot: initial.machine };
    // States that are alike share one object in the library's answer, whichever way led to them: a path is walked
    // again from its events, so that each step tells the edges it took itself.
    const walk = (events: AnyEventObject[]): Path => {
      let state = initial;
      const take = (event: AnyEventObject): Step => {
        state = logic.transition(state, event, unusedScope);
        return { event, wait: state.wait, edges: state.edges, snapshot: state.machine };
      };
      const steps = events.map(take);
      // A browser's timers that are due at once fire one right after the other: no path ends between them.
      while (state.status === 'active' && state.timers[0]?.left === 0) steps.push(take(state.timers[0].event));
      return { name: nameOf(steps, state.machine), input, start, steps };
    };

    const traversal: TraversalOptions<M> = {
      ...options,
      ...(input === undefined ? {} : { input }),
      // What follows has been seen from the input before.
      toState: (state) => explored.has(explorationOf(state)),
    };
    const reached = new Map(Object.entries(getAdjacencyMap(logic, traversal)));
    // Nearest first, so that the first way to a state or an edge is as short as any. The library's own shortest paths
    // would take every step of the chart once more.
    const eventsTo = new Map<string, AnyEventObject[]>([[options.serializeState(initial), []]]);
    const shortest = new Map<string, AnyEventObject[]>();
    for (const [source, before] of eventsTo) {
      const transitions = Object.values(reached.get(source)?.transitions ?? {});
      for (const { event, state } of transitions as { event: AnyEventObject; state: TimedSnapshot }[]) {
        const way = [...before, event];
        const target = options.serializeState(state);
        if (!eventsTo.has(target)) eventsTo.set(target, way);
        for (const edge of state.edges) if (!shortest.has(edge)) shortest.set(edge, way);
      }
    }
    for (const { state } of reached.values()) explored.add(explorationOf(state));
    candidates.push(walk([]), ...[...shortest.values()].map(walk));
  }

  const covered = new Set<string>();
  const paths: Path[] = [];
  for (const path of candidates.toSorted((a, b) => b.steps.length - a.steps.length)) {
    const taken = [path.start, ...path.steps].flatMap(({ edges }) => edges);
    if (taken.every((edge) => covered.has(edge))) continue;
    for (const edge of taken) covered.add(edge);
    paths.push(path);
  }
  const edges = edgesOf(machine);
  return { paths: paths.reverse(), edges, missing: edges.filter((edge) => !covered.has(edge)) };
}

const nameOf = (steps: Step[], last: AnyMachineSnapshot) => {
  const names = steps.map(({ event, wait }) => {
    const name = eventName(event.type);
    return isTimer(event) ? `${name} (${wait / 1000} s)` : `${name}${payloadOf(event)}`;
  });
  return `${names.join(' → ')} ⇒ ${JSON.stringify(last.value).replaceAll('"', '')}`;
};

/** What distinguishes the samples of one event, as far as it is short. */
const payloadOf = ({ type, actorId, error, ...payload }: AnyEventObject) => {
  if (error instanceof ProblemError) return error.problem.kind === 'refused' ? '' : ` (${error.problem.kind})`;
  const text = JSON.stringify(Object.values(payload).filter((value) => value !== undefined))
    .slice(1, -1)
    .replaceAll('"', '');
  return text === '' || text.length > 40 ? '' : ` ${text}`;
};
