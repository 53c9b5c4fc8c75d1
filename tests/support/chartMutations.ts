import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodesOf, transitionsFrom } from '../../scripts/replay/edges';
import { nodeName, transitionName } from '../../src/recorder/names';
import { resolveDelay } from './delays';

/** A defect in a chart that a test must notice. */
export interface ChartMutation {
  /** The same for instances of one chart, such as forms. */
  name: string;
  /** Applies it before the machine starts. Call the result to take it back. */
  apply(): () => void;
}

/**
 * Returns every single mutation of a chart's object: a transition is missing, redirected, unguarded or without an
 * action; a state starts elsewhere, does not invoke or act, or waits too long or too short.
 */
export const mutationsOf = (machine: AnyStateMachine): ChartMutation[] => nodesOf(machine).flatMap(nodeMutations);

/** Returns a chart's mutation of this name. */
export const findMutation = (machine: AnyStateMachine, name: string): ChartMutation | undefined =>
  nodesOf(machine)
    // Names begin with the state's.
    .filter((node) => name.startsWith(`${nodeName(node)} `))
    .flatMap(nodeMutations)
    .find((mutation) => mutation.name === name);

const nodeMutations = (node: AnyStateNode): ChartMutation[] => [
  ...transitionsFrom(node).flatMap(transitionMutations),
  ...siblingsOf(node.initial.target[0]).map((sibling) => ({
    name: `${nodeName(node)} starts in ${sibling.key}`,
    apply: () => change(node.initial, { target: [sibling] }),
  })),
  ...node.invoke.map((invoke, index) => ({
    name: `${nodeName(node)} does not invoke ${invoke.id}`,
    apply: () => {
      node.invoke.splice(index, 1);
      return () => void node.invoke.splice(index, 0, invoke);
    },
  })),
  ...actionMutations(node, 'entry', `${nodeName(node)} on entry`),
  ...actionMutations(node, 'exit', `${nodeName(node)} on exit`),
  ...Object.keys(node.config.after ?? {}).flatMap((delay) => delayMutations(node, delay)),
];

function transitionMutations(transition: AnyTransitionDefinition): ChartMutation[] {
  const name = transitionName(transition);
  const mutation = (how: string, changes: object): ChartMutation => ({
    name: `${name} ${how}`,
    apply: () => change(transition, changes),
  });
  return [
    // XState caches which transitions an event has, so that none can be removed.
    mutation('is missing', { guard: () => false }),
    ...siblingsOf(transition.target?.[0]).map((node) => mutation(`leads to ${nodeName(node)}`, { target: [node] })),
    ...(transition.guard === undefined ? [] : [mutation('has no guard', { guard: undefined })]),
    ...actionMutations(transition, 'actions', name),
  ];
}

type Action = AnyTransitionDefinition['actions'][number];

/** Returns a mutation for each action that is missing. Timers, which XState adds itself, are not mutated. */
const actionMutations = <Key extends string>(
  owner: Record<Key, readonly Action[]>,
  key: Key,
  where: string,
): ChartMutation[] =>
  owner[key].flatMap((action) => {
    const type = typeof action === 'string' ? action : 'type' in action ? String(action.type) : '';
    if (type === 'xstate.raise' || type === 'xstate.cancel') return [];
    return {
      name: `${where} does not ${type.replace('xstate.', '')}`,
      apply: () => change(owner, { [key]: owner[key].filter((other) => other !== action) }),
    };
  });

/** Returns mutations that double or halve a delay. */
const delayMutations = (node: AnyStateNode, delay: string): ChartMutation[] =>
  Object.entries({ 'twice as long': 2, 'half as long': 0.5 }).map(([how, factor]) => ({
    name: `${nodeName(node)} waits ${how} for ${delay}`,
    apply: () => {
      const timer = node.entry
        .filter((action) => typeof action === 'function')
        .find((action) => 'delay' in action && action.delay === delay);
      if (timer === undefined) throw new Error(`${node.id} has no timer for ${delay}`);
      return change(timer, {
        delay: ({ context }: AnyMachineSnapshot) => factor * resolveDelay(node.machine, delay, context),
      });
    },
  }));

/** Returns the states with the same parent. */
const siblingsOf = (node: AnyStateNode | undefined): AnyStateNode[] =>
  Object.values(node?.parent?.states ?? {}).filter((other) => other !== node);

/** Changes an object's properties. Call the result to restore them. */
function change(object: object, changes: object) {
  const before = Object.fromEntries(Object.entries(object).filter(([key]) => key in changes));
  Object.assign(object, changes);
  return () => void Object.assign(object, before);
}
