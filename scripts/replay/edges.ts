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
 * The edges of a chart, by name. Besides its transitions (on, after, onDone, onError, always) a chart has an edge for
 * every event that nothing but guards lets through: the event that they all turn away.
 */

/** All states of the chart, parents before their children. */
export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
}

const refusalName = (node: AnyStateNode, type: string) => `${nodeName(node)} —${eventName(type)} [refused]→ (stays)`;

/** Whether the guards of this state can turn the event away. */
const canRefuse = (node: AnyStateNode, type: string): boolean =>
  node.transitions.get(type)?.every(({ guard }) => guard !== undefined) ?? false;

/**
 * The names of all edges.
 *
 * @throws when two edges have one name, so that nobody could tell which was taken
 */
export function edgesOf(machine: AnyStateMachine): string[] {
  const edges = nodesOf(machine).flatMap((node) => [
    ...[...node.transitions.values(), node.always ?? []].flat().map(transitionName),
    ...[...node.transitions.keys()].filter((type) => canRefuse(node, type)).map((type) => refusalName(node, type)),
  ]);
  const twice = edges.find((edge, index) => edges.indexOf(edge) !== index);
  if (twice !== undefined) throw new Error(`Two edges of ${machine.id} are called ${twice}`);
  return edges;
}

/** Notes the edges that a chart takes. Its inspector must be given the microsteps of that chart alone. */
export class EdgeRecorder {
  /** The edges taken since the last `begin`, in order. */
  edges: string[] = [];
  #before: AnyMachineSnapshot | undefined;

  /** @param before what the chart is like before the step; undefined when the step is its start */
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
   * The states whose guards turned the event away, in the order of the chart. The innermost state that takes an event hides
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

/** Whether a state is another one, or lies in it. */
export const isWithin = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node === ancestor || (node.parent !== undefined && isWithin(node.parent, ancestor));
