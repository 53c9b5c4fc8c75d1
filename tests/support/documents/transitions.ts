import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { transitionName } from '../../../src/recorder/names';

/** An action as a transition names it. */
interface NamedAction {
  type: string;
  params?: unknown;
}

/** The transitions that a state itself has. */
export const transitionsFrom = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** All transitions of the chart. */
export const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine).flatMap(transitionsFrom);

/** The transitions of the chart, by the names of their edges. */
export const transitionsByEdge = (machine: AnyStateMachine): Map<string, AnyTransitionDefinition> =>
  new Map(transitionsOf(machine).map((transition) => [transitionName(transition), transition]));

export const actionsOf = ({ actions }: AnyTransitionDefinition): NamedAction[] =>
  actions.flatMap((action) => {
    if (typeof action === 'string') return [{ type: action }];
    return 'type' in action && typeof action.type === 'string' ? [{ ...action, type: action.type }] : [];
  });

export const guardOf = ({ guard }: AnyTransitionDefinition): string | undefined =>
  typeof guard === 'object' ? guard.type : guard === undefined ? undefined : String(guard);
