import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  createEmptyActor,
  fromTransition,
  type InspectionEvent,
  type StateValue,
} from 'xstate';
import { EdgeRecorder } from './edges';

/** What came of a step of a chart, or of its start. */
export interface ChartStep {
  snapshot: AnyMachineSnapshot;
  /** The edges it took, in order. */
  edges: string[];
  /** What the chart asked for: its effects and timers, in order, none of them run. */
  requested: { type: string; params: unknown }[];
}

/** What a chart is like at one moment, as far as it can be written down. */
export interface ChartState {
  value: StateValue;
  status: AnyMachineSnapshot['status'];
  context: unknown;
}

/** Computes the steps of a chart without running anything: no effect, no actor, no timer. */
export function stepperOf(machine: AnyStateMachine) {
  const recorder = new EdgeRecorder();
  let requested: ChartStep['requested'] = [];

  // Charts may report to a parent, so there is one.
  const self = createActor(
    fromTransition(() => undefined, undefined),
    { parent: createEmptyActor() },
  );
  self.system.inspect((inspected: InspectionEvent) => {
    // Charts that are invoked by this one are started too.
    if (inspected.actorRef === self) recorder.inspect(inspected);
  });
  // Charts look at their children as they were before the step.
  let current: AnyMachineSnapshot | undefined;
  Object.assign(self, { getSnapshot: () => current });
  // The same child is started by one computed step after another, and none of them is stopped: names are not kept.
  Object.assign(self.system, { _set: () => {} });
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: (action: { type: string; params: unknown }) => void requested.push(action),
  } as unknown as Parameters<AnyStateMachine['transition']>[2];

  const step = (before: AnyMachineSnapshot | undefined, compute: () => AnyMachineSnapshot): ChartStep => {
    recorder.begin(before);
    current = before;
    requested = [];
    const snapshot = compute();
    return { snapshot, edges: recorder.edges, requested };
  };

  return {
    start: (input: unknown) => step(undefined, () => machine.getInitialSnapshot(scope, input)),

    take: (before: AnyMachineSnapshot, event: AnyEventObject) =>
      step(before, () => machine.transition(before, event, scope)),

    /** The chart as it was, with something for every actor that it had invoked, so that it can be sent to. */
    restore(state: ChartState): AnyMachineSnapshot {
      const snapshot = machine.resolveState(state);
      const invoked = snapshot._nodes.flatMap((node) => node.invoke);
      return Object.assign(snapshot, {
        children: Object.fromEntries(invoked.map(({ id }) => [id, createEmptyActor()])),
      });
    },
  };
}
