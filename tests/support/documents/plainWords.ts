import * as v from 'valibot';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type ContextFrom,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
  StateMachine,
} from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { kindOf } from '../../../src/problem';
import { isTimer, type Step } from '../paths';
import { machineFile, type SetupComments, setupComments } from './comments';
import { press, quote } from './say';

/*
 * Plain words for a chart's names, for testers who do not read code.
 *
 * What the chart knows comes from the chart: descriptions of states, doc comments in `setup`, names of events. The words
 * add what a tester does and the exact texts they then see. An event or answer on a path without words is an error.
 */

/** What a tester does to cause an event. */
type EventWords<Event, Before> = string | ((event: Event, before: Before) => string);

/** What a tester does to make an actor end so; undefined: its call says it. */
type EndWords = string | ((result: unknown) => string | undefined);

export interface WordsOf<M extends AnyStateMachine> {
  /** Preconditions of a path. */
  before: string | ((input: InputFrom<M>) => string);
  /**
   * Its texts in messages.ts, where one named like a state is seen in it, and one named like an event is the label of its
   * button: “Cancel” for `deletion.cancel`.
   */
  texts?: object;
  /** Default: the words that all charts share for an event of this name, or a press of its button. */
  events?: {
    [Type in EventFromLogic<M>['type']]?: EventWords<Extract<EventFromLogic<M>, { type: Type }>, SnapshotFrom<M>>;
  };
  /** Call of an actor. It answers and fails with the actor. */
  calls?: Record<string, string>;
  answers?: Record<string, EndWords>;
  fails?: Record<string, EndWords>;
  /** What a tester sees in a state, by path; default: its problem, its text or its description. */
  states?: Record<string, string | ((context: ContextFrom<M>) => string)>;
  /** Paths of states that cannot be seen, nor can those within them. */
  unseen?: readonly string[];
  /** Rules (docs/rules.json) that set the length of a delay. None: our own figure. */
  rules?: Record<string, readonly string[]>;
  /** Visible effects of transitions beyond their target states. Notices are covered separately. */
  effects?: Record<string, string>;
}

/** A chart's words. All but `effect` and `rules` throw if missing. */
export interface PlainWords {
  before(input: unknown): string;
  /** Returns what a tester does for a step. */
  step(step: Pick<Step, 'event' | 'wait'>, before: AnyMachineSnapshot): string;
  actor(id: string): string;
  stateMeans(path: string): string;
  guard(name: string): string;
  delay(name: string): string;
  rules(delay: string): readonly string[];
  /** Returns what a tester sees of every lasting state of a snapshot. */
  seen(snapshot: AnyMachineSnapshot): { node: AnyStateNode; text: string }[];
  effect(action: string): string | undefined;
}

const logsAnnounced = 'Let something be detected (a `logs_changed` arrives)';
const attendanceAnnounced = 'Let a student knock (an `attendance_changed` arrives)';
const sectionsAnnounced = 'Create a section in a second window (a `sections_changed` arrives)';

/** Events that mean the same in every chart. */
const sharedEvents: Record<string, string> = {
  'back.pressed': 'Press the browser’s Back',
  'page.hidden': 'Switch to another tab',
  'page.shown': 'Switch to another tab and back',
  'network.offline': 'Go offline',
  'network.online': 'Go online',
  'live.opened': 'Let the live channel open (go offline and online)',
  'live.lost': 'Let the live channel close (go offline)',
  'logs.announced': logsAnnounced,
  'attendance.announced': attendanceAnnounced,
  'sections.announced': sectionsAnnounced,
};

/** Formats milliseconds for a tester's watch. */
export const duration = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

/** Turns a sentence into a clause. */
const asClause = (sentence: string) => `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

/** Returns what a state is about, if others are active beside it. */
const regionOf = ({ key, parent }: AnyStateNode): string => {
  if (parent === undefined) return '';
  return parent.type === 'parallel' ? `${key}: ` : regionOf(parent);
};

const hasSentence = v.object({ sentence: v.string() });

/** States that show the problem in the context. */
const tellsProblem = /^(asking|editing|failed|ready)$/;

/** Returns the sentences of the problems (`problem`, `searchProblem`) in a context. */
const problemsIn = (context: unknown): string[] =>
  Object.entries(Object(context)).flatMap(([name, value]) =>
    /problem$/i.test(name) && v.is(hasSentence, value) ? [value.sentence] : [],
  );

const answered = (call: string, output: unknown) =>
  `Let the server answer ${call}${Array.isArray(output) ? ` with a list of ${output.length}` : ''}`;

const failed = (call: string, error: unknown) =>
  kindOf(error) === 'notFound' ? `Let the server answer ${call} with 404` : `Let ${call} fail`;

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
  const events: Record<string, EventWords<never, never> | undefined> = words.events ?? {};
  const said = <T>(words: string | ((...args: never[]) => T), ...args: unknown[]): string | T =>
    typeof words === 'string' ? words : words(...(args as never[]));

  const textNamed = (name: string): string | undefined => {
    const text: unknown = words.texts && Reflect.get(words.texts, name);
    return typeof text === 'string' ? text : undefined;
  };

  const nodes = nodesOf(machine);
  const descriptions = new Map(nodes.map((node) => [node.path.join('.'), node.description]));
  const sources = new Map(nodes.flatMap(({ invoke }) => invoke.map(({ id, src }) => [id, src])));
  const isUnseen = (path: string) => (words.unseen ?? []).some((one) => `${path}.`.startsWith(`${one}.`));

  return {
    before: (input) => said(words.before, input),
    step({ event, wait }, before) {
      if (isTimer(event)) return wait === 0 ? 'Go on at once' : `Wait ${duration(wait)}`;
      const [, outcome, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
      if (id === undefined) {
        const label = event.type
          .split('.')
          .map(textNamed)
          .findLast((text) => text !== undefined);
        const found = events[event.type] ?? sharedEvents[event.type] ?? (label && press(label));
        return said(wordsFor('event', event.type, found), event, before);
      }
      const isDone = outcome === 'done';
      const call = words.calls?.[id];
      const own = (isDone ? words.answers : words.fails)?.[id];
      const result: unknown = isDone ? event.output : event.error;
      const found = (own && said(own, result)) ?? (call && (isDone ? answered : failed)(call, result));
      return wordsFor(isDone ? 'answer of' : 'failure of', id, found);
    },
    actor: (id) => {
      const source = sources.get(id);
      const logic: unknown = typeof source === 'string' ? machine.implementations.actors[source] : source;
      const chart = logic instanceof StateMachine ? `[${logic.id}](${logic.id}.md)` : undefined;
      return comments.actors.get(id) ?? chart ?? words.calls?.[id] ?? '';
    },
    stateMeans: (path) => wordsFor('state', path, descriptions.get(path)),
    guard: (name) => wordsFor('guard', name, comments.guards.get(name)),
    delay: (name) => wordsFor('delay', name, comments.delays.get(name)),
    rules: (delay) => words.rules?.[delay] ?? [],
    seen: (snapshot) =>
      snapshot._nodes
        .filter((node) => Object.keys(node.states).length === 0)
        .map((node) => {
          const path = node.path.join('.');
          const sight = words.states?.[path];
          if (sight === undefined && isUnseen(path)) return { node, text: '' };
          if (sight !== undefined) return { node, text: said(sight, snapshot.context) };
          const problems = tellsProblem.test(node.key) ? problemsIn(snapshot.context) : [];
          const [text = textNamed(node.key)] = problems;
          const description = text ? quote(text) : asClause(wordsFor('state', path, node.description));
          return { node, text: `${regionOf(node)}${description}` };
        }),
    effect: (action) => words.effects?.[action],
  };
}
