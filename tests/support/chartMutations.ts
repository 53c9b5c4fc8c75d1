import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { nodesOf } from '../../scripts/replay/edges';
import { nodeName, transitionName } from '../../src/recorder/names';
import { resolveDelay } from './delays';

/** A defect in a chart that a test must notice. */
export interface ChartMutation {
  /** The same for instances of one chart, such as forms. */
  name: string;
  /** Applies it before the machine runs. */
  apply(): void;
}

/**
 * Returns every single mutation of a chart's object: a transition is missing, redirected, unguarded or without an
 * action; a state starts elsewhere, does not invoke or act, or waits too long or too short.
 */
export const mutationsOf = (machine: AnyStateMachine): ChartMutation[] =>
  nodesOf(machine).flatMap((node) => [
    ...[...node.transitions.values(), node.always ?? []].flatMap((all) =>
      all.flatMap((transition) => transitionMutations(transition, all)),
    ),
    ...siblingsOf(node.initial.target[0]).map((sibling) => ({
      name: `${nodeName(node)} starts in ${sibling.key}`,
      apply: () => void Object.assign(node.initial, { target: [sibling] }),
    })),
    ...node.invoke.map((invoke) => ({
      name: `${nodeName(node)} does not invoke ${invoke.id}`,
      apply: () => remove(node.invoke, invoke),
    })),
    ...actionMutations(node, 'entry', `${nodeName(node)} on entry`),
    ...actionMutations(node, 'exit', `${nodeName(node)} on exit`),
    ...Object.keys(node.config.after ?? {}).flatMap((delay) => delayMutations(node, delay)),
  ]);

function transitionMutations(transition: AnyTransitionDefinition, all: AnyTransitionDefinition[]): ChartMutation[] {
  const name = transitionName(transition);
  const change = (how: string, changed: object): ChartMutation => ({
    name: `${name} ${how}`,
    apply: () => void Object.assign(transition, changed),
  });
  return [
    { name: `${name} is missing`, apply: () => remove(all, transition) },
    ...siblingsOf(transition.target?.[0]).map((node) => change(`leads to ${nodeName(node)}`, { target: [node] })),
    ...(transition.guard === undefined ? [] : [change('has no guard', { guard: undefined })]),
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
      apply: () => void Object.assign(owner, { [key]: owner[key].filter((other) => other !== action) }),
    };
  });

/** Returns mutations that double or halve a delay. */
const delayMutations = (node: AnyStateNode, delay: string): ChartMutation[] =>
  Object.entries({ 'twice as long': 2, 'half as long': 0.5 }).map(([how, factor]) => ({
    name: `${nodeName(node)} waits ${how} for ${delay}`,
    apply: () => {
      const timer = node.entry.find(
        (action) => typeof action === 'function' && 'delay' in action && action.delay === delay,
      );
      if (timer === undefined) throw new Error(`${node.id} has no timer for ${delay}`);
      Object.assign(timer, {
        delay: ({ context }: AnyMachineSnapshot) => factor * resolveDelay(node.machine, delay, context),
      });
    },
  }));

/** Returns the states with the same parent. */
const siblingsOf = (node: AnyStateNode | undefined): AnyStateNode[] =>
  Object.values(node?.parent?.states ?? {}).filter((other) => other !== node);

const remove = <Item>(list: Item[], item: Item) => void list.splice(list.indexOf(item), 1);
