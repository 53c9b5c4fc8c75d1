import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Step } from '../paths';
import type { PlainWords } from './plainWords';
import { quote } from './say';
import { actionsOf, transitionsByEdge } from './transitions';

const sentence = (texts: readonly string[]) => texts.filter((text) => text !== '').join('; ');

/** What is seen where a path begins. */
export const seenAtStart = (words: PlainWords, start: AnyMachineSnapshot): string => sentence(words.seen(start));

/** What a step brings into sight: effects of its transitions, and whatever state was not seen before. */
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
  const known = words.seen(before);
  const news = words.seen(step.snapshot).filter((text) => !known.includes(text));
  return sentence([...news, ...effects]) || 'nothing changes';
}

/** @param params what `showNotice` is given, which every chart names alike */
const noticeOf = (params: unknown): string => {
  if (typeof params === 'object' && params !== null && 'sentence' in params) {
    return `the notice ${quote(String(params.sentence))} appears`;
  }
  throw new Error('A notice without a sentence');
};
