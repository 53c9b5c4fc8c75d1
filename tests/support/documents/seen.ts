import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { isWithin } from '../../../scripts/replay/edges';
import type { Step } from '../paths';
import type { PlainWords } from './plainWords';
import { quote } from './say';
import { actionsOf, transitionsByEdge } from './transitions';

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('; ');

/** Returns what is visible at the start of a path. */
export const seenAtStart = (words: PlainWords, start: AnyMachineSnapshot): string =>
  joined(words.seen(start).map(({ text }) => text));

/** Returns what a step makes visible: states entered, changes in the others, and effects. */
export function seenAfter(machine: AnyStateMachine, words: PlainWords, before: AnyMachineSnapshot, step: Step): string {
  const transitions = transitionsByEdge(machine);
  const effects = step.edges.flatMap((edge) => {
    const transition = transitions.get(edge);
    if (transition === undefined) return [];
    return actionsOf(transition).flatMap(({ type, params }) => {
      const isOfThisEvent = transition.eventType === step.event.type;
      const resolved =
        typeof params === 'function' && isOfThisEvent ? params({ context: before.context, event: step.event }) : params;
      const seen = type === 'showNotice' ? noticeOf(resolved) : words.effect(type);
      return seen === undefined ? [] : [seen];
    });
  });
  const entered = step.edges.flatMap((edge) => transitions.get(edge)?.target ?? []);
  const known = words.seen(before).map(({ text }) => text);
  const news = words
    .seen(step.snapshot)
    .filter(({ node, text }) => !known.includes(text) || entered.some((target) => isWithin(node, target)))
    .map(({ text }) => text);
  return joined([...news, ...effects]) || 'nothing changes';
}

/** @param params those of `showNotice`, the same in every chart */
const noticeOf = (params: unknown): string => {
  if (typeof params === 'object' && params !== null && 'sentence' in params) {
    return `the notice ${quote(String(params.sentence))} appears`;
  }
  throw new Error('A notice without a sentence');
};
