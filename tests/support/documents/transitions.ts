import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { conditionOf, transitionName } from '../../../src/recorder/names';

/** An action named by a transition. */
interface NamedAction {
  type: string;
  params?: unknown;
}

/** Returns a state's own transitions. */
export const transitionsFrom = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Returns all transitions of the chart. */
export const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine).flatMap(transitionsFrom);

/** Returns the chart's transitions by edge name. */
export const transitionsByEdge = (machine: AnyStateMachine): Map<string, AnyTransitionDefinition> =>
  new Map(transitionsOf(machine).map((transition) => [transitionName(transition), transition]));

export const actionsOf = ({ actions }: AnyTransitionDefinition): NamedAction[] =>
  actions.flatMap((action) => {
    if (typeof action === 'string') return [{ type: action }];
    // What stands inline is XState's own.
    const isNamed = typeof action !== 'function' && 'type' in action && typeof action.type === 'string';
    return isNamed ? [{ ...action, type: action.type }] : [];
  });

/** Returns the name of a transition's guard; undefined if it has none or an inline one. */
export const namedGuardOf = (transition: AnyTransitionDefinition): string | undefined =>
  typeof transition.guard === 'function' ? undefined : conditionOf(transition);
