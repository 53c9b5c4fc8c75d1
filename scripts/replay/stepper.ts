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

/** Result of a step of a chart, or of its start. */
export interface ChartStep {
  snapshot: AnyMachineSnapshot;
  /** Edges taken, in order. */
  edges: string[];
  /** Requested effects and timers, in order. None is run. */
  requested: { type: string; params: unknown }[];
}

/** A serializable snapshot of a chart. */
export interface ChartState {
  value: StateValue;
  status: AnyMachineSnapshot['status'];
  context: unknown;
}

/** Computes steps of a chart without running effects, actors or timers. */
export function stepperOf(machine: AnyStateMachine) {
  const recorder = new EdgeRecorder();
  let requested: ChartStep['requested'] = [];

  // Charts may send to a parent, so provide one.
  const self = createActor(
    fromTransition(() => undefined, undefined),
    { parent: createEmptyActor() },
  );
  self.system.inspect((inspected: InspectionEvent) => {
    // Invoked charts are started too; ignore them.
    if (inspected.actorRef === self) recorder.inspect(inspected);
  });
  // Charts read their children as they were before the step.
  let current: AnyMachineSnapshot | undefined;
  Object.assign(self, { getSnapshot: () => current });
  // Computed steps start the same child repeatedly and never stop it, so do not register names.
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

    /** Restores a snapshot, with a stub for every invoked actor so that events can be sent to it. */
    restore(state: ChartState): AnyMachineSnapshot {
      const snapshot = machine.resolveState(state);
      const invoked = snapshot._nodes.flatMap((node) => node.invoke);
      return Object.assign(snapshot, {
        children: Object.fromEntries(invoked.map(({ id }) => [id, createEmptyActor()])),
      });
    },
  };
}
