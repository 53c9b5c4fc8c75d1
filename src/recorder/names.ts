import type { AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/* What a reader of a report calls the parts of a chart. */

/** XState's own events are told in words, such as `fetchLogs fails` or `after redirectDelay`. */
export function eventName(type: string): string {
  if (type === '') return 'always';
  const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (id !== undefined) return `${id} ${outcome === 'done' ? 'answers' : 'fails'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay === undefined ? type : `after ${delay}`;
}

/** Without the machine's id, so that charts of one make name their edges alike. */
export const nodeName = (node: AnyStateNode) => node.path.join('.') || '(root)';

/** The name of a transition, which is the name of its edge. */
export function transitionName({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = guard === undefined ? '' : ` [${typeof guard === 'object' ? guard.type : String(guard)}]`;
  const targets = target?.map(nodeName).join(', ') ?? '(stays)';
  return `${nodeName(source)} —${eventName(eventType)}${condition}→ ${targets}`;
}

/** The innermost states, as `session.active.watching, statusPolling.round.answered`. */
export const statesInWords = (value: StateValue): string => leavesOf(value).join(', ');

const leavesOf = (value: StateValue): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [] : leavesOf(inner).map((leaf) => `${key}.${leaf}`),
      );
