import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { nodesOf } from '../../../scripts/replay/edges';
import { type Declaration, type Declarations, type Rule, snapshotsOf } from './declaration';
import { ranges, table } from './markdown';
import { duration, type PlainWords } from './plainWords';
import { actionsOf, namedGuardOf, transitionsByEdge, transitionsOf } from './transitions';

const code = (text: string) => `\`${text}\``;

const pathOf = ({ path }: AnyStateNode) => path.join('.');

const placeOf = (node: AnyStateNode) => (node.parent === undefined ? 'everywhere' : code(pathOf(node)));

const kinds: Record<AnyStateNode['type'], string> = {
  atomic: '',
  compound: 'has parts, one at a time',
  final: 'the end',
  history: 'remembers',
  parallel: 'has parts, all at once',
};

export function statesTable(declarations: Declarations): string {
  const [{ machine, words }] = declarations;
  const lasting = new Set(declarations.flatMap(snapshotsOf).flatMap(({ _nodes }) => _nodes.map(pathOf)));
  const rows = nodesOf(machine)
    .filter((node) => node.parent !== undefined)
    .map((node) => {
      const path = pathOf(node);
      return [code(path), lasting.has(path) ? kinds[node.type] : 'passed through at once', words.stateMeans(path)];
    });
  return table(['state', 'kind', 'what it means'], rows);
}

/** Lists what a tester does for each event, in the words of the first declaration whose paths have it. */
export function eventsTable(declarations: Declarations): string {
  const [{ machine }] = declarations;
  const deedsOf =
    (type: string) =>
    ({ words, walk }: Declaration) =>
      walk.paths.flatMap(({ start, steps }) =>
        steps.flatMap((step, index) =>
          step.event.type === type ? [words.step(step, steps[index - 1]?.snapshot ?? start.snapshot)] : [],
        ),
      );
  const types = [...new Set(transitionsOf(machine).map(({ eventType }) => eventType))];
  const rows = types
    .filter((type) => type !== '' && !type.startsWith('xstate.'))
    .map((type) => {
      const deeds = declarations.map(deedsOf(type)).find(({ length }) => length > 0) ?? ['raised by the chart itself'];
      const places = nodesOf(machine).filter((node) => node.transitions.has(type));
      return [code(type), [...new Set(deeds)].join('<br>'), places.map(placeOf).join(', ')];
    });
  return table(['event', 'what a tester does', 'taken in'], rows);
}

export function guardsTable(machine: AnyStateMachine, words: PlainWords, edges: readonly string[]): string {
  const transitions = transitionsByEdge(machine);
  const guards = [...new Set(transitionsOf(machine).flatMap((transition) => namedGuardOf(transition) ?? []))];
  const rows = guards.map((guard) => {
    const numbers = edges.flatMap((edge, index) => {
      const transition = transitions.get(edge);
      return transition !== undefined && namedGuardOf(transition) === guard ? [index + 1] : [];
    });
    return [code(guard), words.guard(guard), ranges(numbers)];
  });
  return table(['guard', 'holds when', 'edges'], rows);
}

export function actorsTable(machine: AnyStateMachine, words: PlainWords): string {
  const rows = nodesOf(machine).flatMap((node) =>
    node.invoke.map(({ id }) => [code(id), words.actor(id), placeOf(node)]),
  );
  return table(['actor', 'what it does', 'runs in'], rows);
}

export function delaysTable(declarations: Declarations, rules: readonly Rule[]): string {
  const [{ machine, words }] = declarations;
  const named = [...new Set(nodesOf(machine).flatMap(({ config }) => Object.keys(config.after ?? {})))];
  const rows = named.map((name) => {
    const sources = words.rules(name).map((number) => {
      const rule = rules.find((one) => one.number === number);
      if (rule === undefined) throw new Error(`The delay ${name} of ${machine.id} names no rule: ${number}`);
      return `${number}: ${rule.rule}`;
    });
    const values = delayValues(declarations, name).map((value) => (value === 0 ? 'at once' : duration(value)));
    return [code(name), values.join(', '), words.delay(name), sources.join('<br>') || 'our own figure'];
  });
  return table(['delay', 'value', 'what it is', 'specification'], rows);
}

/** Returns every length of a delay on the paths, in milliseconds. */
function delayValues(declarations: readonly Declaration[], name: string): number[] {
  const values = declarations.flatMap((declaration) => {
    const delay = declaration.machine.implementations.delays[name];
    return snapshotsOf(declaration)
      .filter(({ _nodes }) => _nodes.some(({ config }) => name in (config.after ?? {})))
      .map(({ context }) =>
        typeof delay === 'function' ? delay({ context } as Parameters<typeof delay>[0], undefined) : delay,
      );
  });
  return [...new Set(values)].filter((value) => value !== undefined).toSorted((a, b) => a - b);
}

/** @param carriers the chart's names in docs/rules.json: `chart detection`, `form login` */
export function rulesTable(carriers: readonly string[], rules: readonly Rule[]): string {
  const isCarried = ({ carriedBy }: Rule) =>
    carriedBy.split('; ').some((part) => carriers.includes(part.split(',')[0] ?? ''));
  const rows = rules.filter(isCarried).map(({ number, rule, carriedBy }) => [number, rule, carriedBy]);
  return table(['rule', 'what it says', 'carried by'], rows);
}

/** @param paths numbers of the paths through each edge */
export function edgesTable(machine: AnyStateMachine, edges: readonly string[], paths: readonly number[][]): string {
  const transitions = transitionsByEdge(machine);
  const rows = edges.map((edge, index) => {
    const [, from = '', event = '', guard, to = ''] = /^(.+?) —(.+?)(?: \[(.+)\])?→ (.+)$/.exec(edge) ?? [];
    const transition = transitions.get(edge);
    const isInline = typeof transition?.guard === 'function';
    const condition =
      transition === undefined
        ? 'no guard lets it through'
        : guard === undefined || isInline
          ? (guard ?? '')
          : code(guard);
    const actions = transition === undefined ? [] : actionsOf(transition).map(({ type }) => code(type));
    const means = transition?.description === undefined || isInline ? [] : [transition.description];
    const target = to === '(stays)' ? 'stays' : code(to);
    return [
      `${index + 1}`,
      code(from),
      event,
      condition,
      target,
      [actions.join(', '), ...means].join(' '),
      ranges(paths[index] ?? []),
    ];
  });
  return table(['', 'in', 'on', 'if', 'goes to', 'and does', 'paths'], rows);
}
