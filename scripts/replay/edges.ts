import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { eventName, nodeName, transitionName } from '../../src/recorder/names';

/*
 * The edges of a chart, by name. Besides its transitions (on, after, onDone, onError, always), a chart has an edge for
 * every event with only guarded transitions: the event that all guards reject.
 */

/** Returns all states, parents before children. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
}

/** Returns a state's own transitions. */
export const transitionsFrom = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const refusalName = (node: AnyStateNode, type: string) => `${nodeName(node)} —${eventName(type)} [refused]→ (stays)`;

/** Returns whether a state's guards can reject the event. */
const canRefuse = (node: AnyStateNode, type: string): boolean =>
  node.transitions.get(type)?.every(({ guard }) => guard !== undefined) ?? false;

/**
 * Returns the names of all edges.
 *
 * @throws if two edges share a name
 */
export function edgesOf(machine: AnyStateMachine): string[] {
  const edges = nodesOf(machine).flatMap((node) => [
    ...transitionsFrom(node).map(transitionName),
    ...[...node.transitions.keys()].filter((type) => canRefuse(node, type)).map((type) => refusalName(node, type)),
  ]);
  const duplicate = edges.find((edge, index) => edges.indexOf(edge) !== index);
  if (duplicate !== undefined) throw new Error(`Two edges of ${machine.id} are called ${duplicate}`);
  return edges;
}

/** Records the edges a chart takes. Pass its inspector only that chart's microsteps. */
export class EdgeRecorder {
  /** The edges taken since the last `begin`, in order. */
  edges: string[] = [];
  #before: AnyMachineSnapshot | undefined;

  /** @param before snapshot before the step; undefined for the chart's start */
  begin(before: AnyMachineSnapshot | undefined) {
    this.#before = before;
    this.edges = [];
  }

  inspect = (inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.microstep') return;
    const { event, _transitions: taken } = inspected;
    this.edges.push(...taken.map(transitionName), ...this.#refusals(event, taken));
    this.#before = inspected.snapshot as AnyMachineSnapshot;
  };

  /**
   * Returns the states whose guards rejected the event, in chart order. The innermost state that takes an event hides
   * it from its parents.
   */
  #refusals(event: AnyEventObject, taken: AnyTransitionDefinition[]): string[] {
    if (this.#before === undefined || taken.some(({ eventType }) => eventType === '')) return [];
    const takenBelow = (node: AnyStateNode) => taken.some(({ source }) => isWithin(source, node));
    return this.#before._nodes
      .toSorted((a, b) => a.order - b.order)
      .filter((node) => canRefuse(node, event.type) && !takenBelow(node))
      .map((node) => refusalName(node, event.type));
  }
}

/** Returns whether `node` is `ancestor` or inside it. */
export const isWithin = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node === ancestor || (node.parent !== undefined && isWithin(node.parent, ancestor));
