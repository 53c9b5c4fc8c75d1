import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { transitionName } from '../../../src/recorder/names';

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
    return 'type' in action && typeof action.type === 'string' ? [{ ...action, type: action.type }] : [];
  });

export const guardOf = ({ guard }: AnyTransitionDefinition): string | undefined =>
  typeof guard === 'object' ? guard.type : guard === undefined ? undefined : String(guard);
