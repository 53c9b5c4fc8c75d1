import type { AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/* How reports name the parts of a chart. */

/** Returns an event's name. XState's own events read as `fetchLogs fails` or `after redirectDelay`. */
export function eventName(type: string): string {
  if (type === '') return 'always';
  const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (id !== undefined) return `${id} ${outcome === 'done' ? 'answers' : 'fails'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay === undefined ? type : `after ${delay}`;
}

/** Returns a state's path without the machine's id, so that instances of a chart share names. */
export const nodeName = (node: AnyStateNode) => node.path.join('.') || '(root)';

/** Returns a guard's name. An inline guard goes by its transition's description, which the build leaves out. */
export function conditionOf({ guard, description }: AnyTransitionDefinition): string | undefined {
  if (typeof guard === 'function') return description ?? '…';
  return typeof guard === 'object' ? guard.type : guard;
}

/** Returns the name of a transition and of its edge. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition;
  const name = conditionOf(transition);
  const condition = name === undefined ? '' : ` [${name}]`;
  const targets = target?.map(nodeName).join(', ') ?? '(stays)';
  return `${nodeName(source)} —${eventName(eventType)}${condition}→ ${targets}`;
}

/** Returns the leaf states, such as `session.active.watching, statusPolling.round.answered`. */
export const statesInWords = (value: StateValue): string => leavesOf(value).join(', ');

const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [] : leavesOf(inner).map((leaf) => `${key}.${leaf}`),
      );
