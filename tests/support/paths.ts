import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import {
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createEmptyActor,
  type EventFromLogic,
  type InputFrom,
  type Snapshot,
} from 'xstate';

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
  /** One walk for each; none for a machine without input. */
  inputs?: readonly InputFrom<M>[];
  /** The part of the context by which states differ in what they can do next. */
  key?: (context: ReturnType<M['transition']>['context']) => unknown;
}

export interface Step {
  event: AnyEventObject;
  /** Milliseconds that pass before the event; 0 for anything but a timer. */
  wait: number;
  /** The edges the chart takes for it. */
  edges: string[];
  snapshot: AnyMachineSnapshot;
}

export interface Path<M extends AnyStateMachine> {
  name: string;
  input: InputFrom<M> | undefined;
  initial: AnyMachineSnapshot;
  steps: Step[];
  edges: Set<string>;
}

/** The error with which invoked actors fail on generated paths. */
export const sampleError = new Error('sample failure');

/** Every transition of the chart (on, after, onDone, onError, always) with a readable id. */
export function edgesOf(machine: AnyStateMachine): Map<AnyTransitionDefinition, string> {
  const ids = new Map<AnyTransitionDefinition, string>();
  for (const node of nodesOf(machine)) {
    for (const transition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      const { guard, target } = transition;
      const name = typeof guard === 'object' ? guard.type : guard;
      const condition = guard === undefined ? '' : ` [${String(name)}]`;
      const targets = target?.map(({ id }) => id).join(', ') ?? '(stays)';
      ids.set(transition, `${node.id} —${transition.eventType || 'always'}${condition}→ ${targets}`);
    }
  }
  return ids;
}

/** All states of the chart, parents before their children. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
}

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

function timedLogic<M extends AnyStateMachine>(machine: M, ids: Map<AnyTransitionDefinition, string>): TimedLogic<M> {
  let taken: string[] = [];
  let executed: { type: string; params: unknown }[] = [];

  const self = createEmptyActor();
  self.system.inspect((inspected: { type: string; _transitions?: AnyTransitionDefinition[] }) => {
    if (inspected.type !== '@xstate.microstep') return;
    for (const transition of inspected._transitions ?? []) {
      const id = ids.get(transition);
      if (id !== undefined) taken.push(id);
    }
  });
  // Transitions are computed, not run: what the chart would do is collected, its delayed events among it.
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: (action: { type: string; params: unknown }) => void executed.push(action),
  } as unknown as Parameters<M['transition']>[2];

  const timersAfter = (timers: Timer[]): Timer[] => {
    let running = timers;
    for (const { type, params } of executed) {
      const { id, sendId, delay, event } = params as {
        id: string;
        sendId: string;
        delay?: number;
        event: AnyEventObject;
      };
      if (type === 'xstate.cancel') running = running.filter((timer) => timer.id !== sendId);
      if (type === 'xstate.raise' && delay !== undefined) {
        running = [...running.filter((timer) => timer.id !== id), { id, left: delay, event }];
      }
    }
    return running.toSorted((a, b) => a.left - b.left);
  };

  const timed = (snapshot: AnyMachineSnapshot, timers: Timer[], wait: number): TimedSnapshot => {
    if (snapshot.status === 'error') throw snapshot.error;
    const state = { machine: snapshot, timers: timersAfter(timers), wait, edges: taken };
    return snapshot.status === 'done'
      ? { ...state, status: 'done', output: undefined, error: undefined }
      : { ...state, status: 'active', output: undefined, error: undefined };
  };

  return {
    getInitialSnapshot: (_, input) => {
      taken = [];
      executed = [];
      return timed(machine.getInitialSnapshot(scope, input), [], 0);
    },
    transition: (state, event) => {
      taken = [];
      executed = [];
      const due = state.timers[0]?.event.type === event.type ? state.timers[0] : undefined;
      const wait = due?.left ?? 0;
      const rest = state.timers
        .filter((timer) => timer !== due)
        .map((timer) => ({ ...timer, left: timer.left - wait }));
      return timed(machine.transition(state.machine, event, scope), rest, wait);
    },
    getPersistedSnapshot: (state) => state,
  };
}

type TraversalOptions<M extends AnyStateMachine> = Parameters<
  typeof getAdjacencyMap<TimedSnapshot, AnyEventObject, InputFrom<M>>
>[1];

/** The timed logic brings its own scope. */
const unusedScope = undefined as never;

/**
 * Paths that together take every edge which can be taken at all, each as short as can be.
 *
 * @returns the paths, all edges of the chart, and those that no path takes
 */
export function pathsOf<M extends AnyStateMachine>(machine: M, { events, outputs = {}, inputs, key }: PathOptions<M>) {
  const ids = edgesOf(machine);
  const logic = timedLogic(machine, ids);

  const samples = (type: string): AnyEventObject[] => {
    const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
    if (id !== undefined && outcome === 'error') return [{ type, error: sampleError, actorId: id }];
    if (id !== undefined) return (outputs[id] ?? [undefined]).map((output) => ({ type, output, actorId: id }));
    return [...((events as Record<string, readonly AnyEventObject[]>)[type] ?? [])];
  };

  const options = {
    events: (state: TimedSnapshot) => {
      if (state.status !== 'active') return [];
      // A delayed event is not the teacher's: only the timer that is due first may send it.
      const own = new Set(state.machine._nodes.flatMap((node) => node.ownEvents as string[]));
      const sent = [...own].filter((type) => !type.startsWith('xstate.after.')).flatMap(samples);
      return state.timers[0] === undefined ? sent : [...sent, state.timers[0].event];
    },
    serializeState: ({ machine: { value, status, context }, timers }: TimedSnapshot) =>
      JSON.stringify([value, status, key?.(context), timers.map(({ id, left }) => [id, left])]),
    limit: 50_000,
  };

  const candidates: Path<M>[] = [];
  const covered = new Set<string>();

  for (const input of inputs ?? [undefined]) {
    const initial = logic.getInitialSnapshot(unusedScope, input as InputFrom<M>);
    for (const edge of initial.edges) covered.add(edge);
    // States that are alike share one object in the library's answer, whichever way led to them: a path is walked
    // again from its events, so that each step tells the edges it took itself.
    const walk = (events: AnyEventObject[]): Step[] => {
      let state = initial;
      return events.map((event) => {
        state = logic.transition(state, event, unusedScope);
        return { event, wait: state.wait, edges: state.edges, snapshot: state.machine };
      });
    };

    const traversal: TraversalOptions<M> = { ...options, ...(input === undefined ? {} : { input }) };
    const eventsTo = new Map<string, AnyEventObject[]>();
    for (const { state, steps } of getShortestPaths(logic, traversal)) {
      // The library's paths start with the pseudo-event that starts an actor.
      eventsTo.set(
        options.serializeState(state),
        steps.slice(1).map(({ event }) => event),
      );
    }
    const best = new Map<string, AnyEventObject[]>();
    for (const [source, { transitions }] of Object.entries(getAdjacencyMap(logic, traversal))) {
      const before = eventsTo.get(source) ?? [];
      for (const { event, state } of Object.values(transitions) as { event: AnyEventObject; state: TimedSnapshot }[]) {
        for (const edge of state.edges) {
          if ((best.get(edge)?.length ?? Infinity) > before.length + 1) best.set(edge, [...before, event]);
        }
      }
    }
    for (const events of best.values()) {
      const steps = walk(events);
      const edges = new Set(steps.flatMap((step) => step.edges));
      candidates.push({ name: nameOf(steps), input, initial: initial.machine, steps, edges });
    }
  }

  const paths: Path<M>[] = [];
  for (const path of candidates.toSorted((a, b) => b.steps.length - a.steps.length)) {
    if ([...path.edges].every((edge) => covered.has(edge))) continue;
    for (const edge of path.edges) covered.add(edge);
    paths.push(path);
  }
  const edges = [...new Set(ids.values())];
  return { paths: paths.reverse(), edges, missing: edges.filter((edge) => !covered.has(edge)) };
}

const nameOf = (steps: Step[]) => {
  const names = steps.map(({ event, wait }) => {
    if (wait > 0) return `after ${wait / 1000} s`;
    const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    return id === undefined ? event.type : `${id} ${outcome === 'done' ? 'answers' : 'fails'}`;
  });
  return `${names.join(' → ')} ⇒ ${JSON.stringify(steps.at(-1)?.snapshot.value).replaceAll('"', '')}`;
};
