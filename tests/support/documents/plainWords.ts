import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { isTimer, type Step } from '../paths';

/*
 * What a chart's names mean to somebody who tries the product by hand and reads no code. An event, an answer or a state
 * without such words is an error, so that no generated path is a riddle.
 */

/** An invoked actor. */
export interface ActorWords {
  /** What it does, and how. */
  does: string;
  /** The step that makes it answer, by what it answers; only of actors whose answer the chart handles. */
  answers?: string | ((output: unknown) => string);
  /** The step that makes it fail; only of actors whose failure the chart handles. */
  fails?: string;
}

/** A delay, and the rules of the specification (docs/rules.json) that give its length; none: the figure is our own. */
export interface DelayWords {
  means: string;
  rules?: string[];
}

/** What a tester does to send an event; `means` says it for all cases, where the cases are many. */
type EventWords<Event, Before> =
  | string
  | ((event: Event, before: Before) => string)
  | { means: string; does(event: Event, before: Before): string };

export interface WordsOf<M extends AnyStateMachine> {
  /** Where in the product the chart is at work. */
  page: string;
  /** What has to be so before a path begins. */
  before: string | ((input: InputFrom<M>) => string);
  /** Of an event that the chart raises itself: what it means. */
  events: {
    [Type in EventFromLogic<M>['type']]: EventWords<Extract<EventFromLogic<M>, { type: Type }>, SnapshotFrom<M>>;
  };
  actors: Record<string, ActorWords>;
  /** What is seen in a state, by its path in the chart. A state that never lasts only means something. */
  states: Record<string, string | { means: string; sees(context: ContextFrom<M>): string }>;
  guards: Record<string, string>;
  delays: Record<string, DelayWords>;
  /** What is seen of actions on transitions, beyond the states that they lead to. Notices are told without these. */
  effects?: Record<string, string>;
}

/** The words of one chart, each asked for by its name. All but `effect` throw when there are none. */
export interface PlainWords {
  page: string;
  before(input: unknown): string;
  /** What an event means in whatever case, if that is one thing. */
  eventMeans(type: string): string | undefined;
  /** What somebody does to make the step happen. */
  step(step: Pick<Step, 'event' | 'wait'>, before: AnyMachineSnapshot): string;
  actor(id: string): ActorWords;
  stateMeans(path: string): string;
  guard(name: string): string;
  delay(name: string): DelayWords;
  /** What is seen of every lasting state that the snapshot is in. */
  seen(snapshot: AnyMachineSnapshot): { node: AnyStateNode; text: string }[];
  effect(action: string): string | undefined;
}

/** Milliseconds as a tester's watch tells them. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

/** Puts a chart's words behind questions, of which every one that has no answer names what is missing. */
export function plainWords<M extends AnyStateMachine>(machine: M, words: WordsOf<M>): PlainWords {
  const wordsFor = <T>(kind: string, all: Record<string, T>, name: string): T => {
    const found = all[name];
    if (found === undefined) throw new Error(`The chart ${machine.id} has no plain words for the ${kind} ${name}`);
    return found;
  };
  const events: Record<string, EventWords<never, never>> = words.events;
  const said = (words: string | ((...args: never[]) => string), ...args: unknown[]): string =>
    typeof words === 'string' ? words : words(...(args as never[]));

  const actor = (id: string) => wordsFor('actor', words.actors, id);
  return {
    page: words.page,
    before: (input) => said(words.before, input),
    eventMeans(type) {
      const found = wordsFor('event', events, type);
      if (typeof found === 'function') return undefined;
      return typeof found === 'string' ? found : found.means;
    },
    step({ event, wait }, before) {
      if (isTimer(event)) return wait === 0 ? 'Go on at once' : `Wait ${duration(wait)}`;
      const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
      if (id === undefined) {
        const found = wordsFor('event', events, event.type);
        return said(typeof found === 'object' ? found.does : found, event, before);
      }
      const { answers, fails } = actor(id);
      const found = outcome === 'done' ? answers : fails;
      if (found === undefined)
        throw new Error(`The chart ${machine.id} has no plain words for how ${id} ends (${outcome})`);
      return said(found, event.output);
    },
    actor,
    stateMeans(path) {
      const found = wordsFor('state', words.states, path);
      return typeof found === 'string' ? found : found.means;
    },
    guard: (name) => wordsFor('guard', words.guards, name),
    delay: (name) => wordsFor('delay', words.delays, name),
    seen: (snapshot) =>
      snapshot._nodes
        .filter((node) => Object.keys(node.states).length === 0)
        .map((node) => {
          const found = wordsFor('state', words.states, node.path.join('.'));
          return { node, text: typeof found === 'string' ? found : found.sees(snapshot.context) };
        }),
    effect: (action) => words.effects?.[action],
  };
}
