import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { isTimer, type Step } from '../paths';
import { machineFile, type SetupComments, setupComments } from './comments';

/*
 * What a chart's names mean to somebody who tries the product by hand and reads no code. An event, an answer or a state
 * without such words is an error, so that no generated path is a riddle.
 *
 * What the chart says itself is taken from there: the `description` of a state, and the doc comments of guards, delays
 * and actors in its `setup`. Only what it cannot know stands in a words file: where on the screen it is at work, what a
 * tester does and what then stands there, word for word.
 */

/** An invoked actor. */
export interface ActorWords {
  /** What it does, and how; unless its doc comment says so. */
  does?: string;
  /** The step that makes it answer, by what it answers; only of actors whose answer the chart handles. */
  answers?: string | ((output: unknown) => string);
  /** The step that makes it fail; only of actors whose failure the chart handles. */
  fails?: string | ((error: unknown) => string);
}

/** A delay, and the rules of the specification (docs/rules.json) that give its length; none: the figure is our own. */
export interface DelayWords {
  /** Unless its doc comment says so. */
  means?: string;
  rules?: string[];
}

/** What a tester does to send an event; `means` says it for all cases, where the cases are many. */
type EventWords<Event, Before> =
  | string
  | ((event: Event, before: Before) => string)
  | { means: string; does(event: Event, before: Before): string };

/** What is seen in a state. */
type Sight<Context> = string | ((context: Context) => string);

export interface WordsOf<M extends AnyStateMachine> {
  /** Where in the product the chart is at work. */
  page: string;
  /** What has to be so before a path begins. */
  before: string | ((input: InputFrom<M>) => string);
  /** Of an event that the chart raises itself: what it means. */
  events: {
    [Type in EventFromLogic<M>['type']]: EventWords<Extract<EventFromLogic<M>, { type: Type }>, SnapshotFrom<M>>;
  };
  actors?: Record<string, ActorWords>;
  /** What is seen in a state, by its path in the chart; without it, what its description says. */
  states?: Record<string, Sight<ContextFrom<M>>>;
  guards?: Record<string, string>;
  delays?: Record<string, DelayWords>;
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
  actor(id: string): ActorWords & { does: string };
  stateMeans(path: string): string;
  guard(name: string): string;
  delay(name: string): DelayWords & { means: string };
  /** What is seen of every lasting state that the snapshot is in. */
  seen(snapshot: AnyMachineSnapshot): { node: AnyStateNode; text: string }[];
  effect(action: string): string | undefined;
}

/** Milliseconds as a tester's watch tells them. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

/** A sentence as a part of another one. */
const asClause = (sentence: string) => `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

/**
 * Puts a chart's words behind questions, of which every one that has no answer names what is missing.
 *
 * @param comments what the doc comments of its `setup` say; by itself, of the file that the machine is called after
 */
export function plainWords<M extends AnyStateMachine>(
  machine: M,
  words: WordsOf<M>,
  comments: SetupComments = setupComments(machineFile(`${machine.id}Machine`)),
): PlainWords {
  const wordsFor = <T>(kind: string, name: string, found: T | undefined): T => {
    if (found === undefined) throw new Error(`The chart ${machine.id} has no plain words for the ${kind} ${name}`);
    return found;
  };
  const events: Record<string, EventWords<never, never>> = words.events;
  const said = (words: string | ((...args: never[]) => string), ...args: unknown[]): string =>
    typeof words === 'string' ? words : words(...(args as never[]));

  const actorWords = (id: string) => words.actors?.[id] ?? {};
  const descriptions = new Map(nodesOf(machine).map((node) => [node.path.join('.'), node.description]));
  return {
    page: words.page,
    before: (input) => said(words.before, input),
    eventMeans(type) {
      const found = wordsFor('event', type, events[type]);
      if (typeof found === 'function') return undefined;
      return typeof found === 'string' ? found : found.means;
    },
    step({ event, wait }, before) {
      if (isTimer(event)) return wait === 0 ? 'Go on at once' : `Wait ${duration(wait)}`;
      const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
      if (id === undefined) {
        const found = wordsFor('event', event.type, events[event.type]);
        return said(typeof found === 'object' ? found.does : found, event, before);
      }
      const { answers, fails } = actorWords(id);
      const found = outcome === 'done' ? answers : fails;
      if (found === undefined)
        throw new Error(`The chart ${machine.id} has no plain words for how ${id} ends (${outcome})`);
      return said(found, outcome === 'done' ? event.output : event.error);
    },
    actor: (id) => ({
      ...actorWords(id),
      does: wordsFor('actor', id, actorWords(id).does ?? comments.actors.get(id)),
    }),
    stateMeans: (path) => wordsFor('state', path, descriptions.get(path)),
    guard: (name) => wordsFor('guard', name, words.guards?.[name] ?? comments.guards.get(name)),
    delay: (name) => {
      const found = words.delays?.[name];
      return { ...found, means: wordsFor('delay', name, found?.means ?? comments.delays.get(name)) };
    },
    seen: (snapshot) =>
      snapshot._nodes
        .filter((node) => Object.keys(node.states).length === 0)
        .map((node) => {
          const path = node.path.join('.');
          const sight = words.states?.[path];
          return { node, text: said(sight ?? asClause(wordsFor('state', path, node.description)), snapshot.context) };
        }),
    effect: (action) => words.effects?.[action],
  };
}
