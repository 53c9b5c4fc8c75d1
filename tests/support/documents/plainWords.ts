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
 * Plain words for a chart's names, for testers who do not read code. A missing event, answer or state is an error, so
 * that every generated path is readable.
 *
 * The chart's own words are used where they exist: state `description`s, and doc comments of guards, delays and actors
 * in `setup`. A words file adds only what the chart cannot know: where on the screen it works, what a tester does, and
 * the exact text they then see.
 */

/** An invoked actor. */
export interface ActorWords {
  /** What it does; default: its doc comment. */
  does?: string;
  /** Step that makes it answer, by answer; only if the chart handles the answer. */
  answers?: string | ((output: unknown) => string);
  /** Step that makes it fail; only if the chart handles the failure. */
  fails?: string | ((error: unknown) => string);
}

/** A delay and the rules (docs/rules.json) that set its length. None: our own figure. */
export interface DelayWords {
  /** Default: its doc comment. */
  means?: string;
  rules?: string[];
}

/** What a tester does to cause an event. `means` summarises many cases. */
type EventWords<Event, Before> =
  | string
  | ((event: Event, before: Before) => string)
  | { means: string; does(event: Event, before: Before): string };

/** What a tester sees in a state. */
type Sight<Context> = string | ((context: Context) => string);

export interface WordsOf<M extends AnyStateMachine> {
  /** Where in the product the chart works. */
  page: string;
  /** Preconditions of a path. */
  before: string | ((input: InputFrom<M>) => string);
  /** Meaning of an event that the chart raises itself. */
  events: {
    [Type in EventFromLogic<M>['type']]: EventWords<Extract<EventFromLogic<M>, { type: Type }>, SnapshotFrom<M>>;
  };
  actors?: Record<string, ActorWords>;
  /** What a tester sees in a state, by path; default: its description. */
  states?: Record<string, Sight<ContextFrom<M>>>;
  guards?: Record<string, string>;
  delays?: Record<string, DelayWords>;
  /** Visible effects of transitions beyond their target states. Notices are covered separately. */
  effects?: Record<string, string>;
}

/** A chart's words. All but `effect` throw if missing. */
export interface PlainWords {
  page: string;
  before(input: unknown): string;
  /** Returns an event's single meaning, if it has one. */
  eventMeans(type: string): string | undefined;
  /** Returns what a tester does for a step. */
  step(step: Pick<Step, 'event' | 'wait'>, before: AnyMachineSnapshot): string;
  actor(id: string): ActorWords & { does: string };
  stateMeans(path: string): string;
  guard(name: string): string;
  delay(name: string): DelayWords & { means: string };
  /** Returns what a tester sees of every lasting state of a snapshot. */
  seen(snapshot: AnyMachineSnapshot): { node: AnyStateNode; text: string }[];
  effect(action: string): string | undefined;
}

/** Formats milliseconds for a tester's watch. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

/** Turns a sentence into a clause. */
const asClause = (sentence: string) => `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

/**
 * Wraps a chart's words in lookups that name whatever is missing.
 *
 * @param comments doc comments of its `setup`; default: those of the chart's file
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
