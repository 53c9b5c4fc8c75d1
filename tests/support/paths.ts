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
import { ProblemError } from '../../src/problem';
import { eventName } from '../../src/recorder/names';
import { fingerprint } from '../../src/recorder/tester/act';
import { Failure } from '../../student/src/failure';
import { refused } from './samples';

/*
 * @xstate/graph covers states, ignores time and omits actors' answers. Here a machine is wrapped in logic whose
 * snapshot includes running timers. Only the earliest may fire. The library explores that logic, and we choose the
 * fewest paths that together take every edge.
 */

/** Returns each of a union's types without a property. */
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/**
 * What samples of every event carry, so that a new event does not compile without one. An empty list: the event is only
 * raised.
 */
export type EventSamples<M extends AnyStateMachine> = {
  [Type in EventFromLogic<M>['type']]: readonly Without<Extract<EventFromLogic<M>, { type: Type }>, 'type'>[];
};

export interface PathOptions<M extends AnyStateMachine> {
  events: EventSamples<M>;
  /** Sample answers by invoke id. Failures are always tried if the chart handles them. */
  outputs?: Record<string, readonly unknown[]>;
  /** Sample failures by invoke id, if the text or kind matters. */
  errors?: Record<string, readonly (ProblemError | Failure)[]>;
  /** Explores from each input that leads to new states. Empty for a machine without input. */
  inputs?: readonly InputFrom<M>[];
  /** The part of the context that distinguishes what states can do next. What a state sets anew before it is read does not. */
  key?: (context: ReturnType<M['transition']>['context'], snapshot: ReturnType<M['transition']>) => unknown;
  /**
   * Whether the event can be sent now: a screen offers no student before a search finds one. Also called for timers.
   * Default: always.
   */
  possible?: (event: EventFromLogic<M>, snapshot: ReturnType<M['transition']>) => boolean;
}

/** Result of the chart's start or of a step: edges taken in order, and the snapshot after. */
export interface Outcome {
  edges: string[];
  snapshot: AnyMachineSnapshot;
}

export interface Step extends Outcome {
  event: AnyEventObject;
  /** Milliseconds before the event; 0 except for timers. */
  wait: number;
}

export interface Path {
  /** Stays as long as the edge that the path is for. */
  id: string;
  name: string;
  input: unknown;
  start: Outcome;
  steps: Step[];
}

/** A chart's paths and edges, and the edges no path takes. */
export interface Walk {
  paths: Path[];
  edges: string[];
  missing: string[];
}

/** Returns whether the event is a timer's. */
export const isTimer = ({ type }: AnyEventObject): boolean => type.startsWith('xstate.after.');

interface Timer {
  id: string;
  left: number;
  event: AnyEventObject;
}

/** A snapshot of the machine with its clock and origin. */
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
    // Among timers due together, the first set fires first, as in a browser. The sort is stable.
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

/** The timed logic has its own scope. */
const unusedScope = undefined as never;

/** Returns shortest paths that together take every reachable edge. */
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
    return ((events as Record<string, readonly object[]>)[type] ?? []).map((carried) => ({ type, ...carried }));
  };

  const options = {
    events: (state: TimedSnapshot) => {
      if (state.status !== 'active') return [];
      // Delayed events come only from the earliest timer, not from the teacher.
      const own = new Set(state.machine._nodes.flatMap((node) => node.ownEvents as string[]));
      const sent = [...own].filter((type) => !isTimer({ type })).flatMap(samples);
      return [...sent, ...state.timers.slice(0, 1).map(({ event }) => event)].filter((event) =>
        possible(event as EventFromLogic<M>, state.machine as ReturnType<M['transition']>),
      );
    },
    serializeState: ({ machine, timers }: TimedSnapshot) => {
      const { value, status, context } = machine;
      const kept = key?.(context, machine as ReturnType<M['transition']>);
      return JSON.stringify([value, status, kept, timers.map(({ id, left }) => [id, left])]);
    },
    limit: 50_000,
  };

  const candidates: Path[] = [];
  const explored = new Set<string>();
  const explorationOf = (state: TimedSnapshot) => options.serializeState(state) + JSON.stringify(state.machine.context);

  for (const input of inputs ?? [undefined]) {
    const initial = logic.getInitialSnapshot(unusedScope, input as InputFrom<M>);
    const start = { edges: initial.edges, snapshot: initial.machine };
    // Equal states share an object in the library's answer. A path is replayed from its events, so that each step
    // reports its own edges.
    const walk = (events: AnyEventObject[], edge: string): Path => {
      let state = initial;
      const take = (event: AnyEventObject): Step => {
        state = logic.transition(state, event, unusedScope);
        return { event, wait: state.wait, edges: state.edges, snapshot: state.machine };
      };
      const steps = events.map(take);
      // Timers due together fire back to back in a browser: no path ends between them.
      while (state.status === 'active' && state.timers[0]?.left === 0) steps.push(take(state.timers[0].event));
      const id = `${machine.id}-${fingerprint(JSON.stringify([edge, input]))}`;
      return { id, name: nameOf(steps, state.machine), input, start, steps };
    };

    const traversal: TraversalOptions<M> = {
      ...options,
      ...(input === undefined ? {} : { input }),
      // The continuation has been explored from the earlier input.
      toState: (state) => explored.has(explorationOf(state)),
    };
    const reached = new Map(Object.entries(getAdjacencyMap(logic, traversal)));
    // Breadth first, so that the first path to a state or edge is a shortest one. The library's own shortest paths
    // would compute every step again.
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
    candidates.push(walk([], ''), ...[...shortest].map(([edge, events]) => walk(events, edge)));
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

/** Returns what distinguishes samples of one event, if short. */
const payloadOf = ({ type, actorId, error, ...payload }: AnyEventObject) => {
  if (error instanceof ProblemError || error instanceof Failure)
    return error.problem.kind === 'refused' ? '' : ` (${error.problem.kind})`;
  const text = JSON.stringify(Object.values(payload).filter((value) => value !== undefined))
    .slice(1, -1)
    .replaceAll('"', '');
  return text === '' || text.length > 40 ? '' : ` ${text}`;
};
