import { type ESTree, parseSync, Visitor } from 'vite';

/** Keys of a state's configuration that hold transitions or states, by name or as a list. */
const byName = new Set(['states', 'on', 'after']);
const listed = new Set(['always', 'invoke', 'onDone', 'onError', 'onSnapshot']);
/** Functions that take such a configuration. */
const configured = new Set<string | undefined>(['createMachine', 'createStateConfig']);

/**
 * Removes the `description`s of states and transitions from a machine's code: the product never reads them. Any other
 * `description`, such as in a context, stays.
 *
 * @param file the file name, which determines the language
 */
export function withoutDescriptions(file: string, code: string): string {
  const cuts: { start: number; end: number }[] = [];

  const lookInto = (node: ESTree.Node): void => {
    if (node.type === 'ArrayExpression') for (const element of node.elements) if (element) lookInto(element);
    if (node.type !== 'ObjectExpression') return;
    for (const [index, property] of node.properties.entries()) {
      if (property.type !== 'Property' || property.computed) continue;
      const name = nameOf(property.key);
      if (name === 'description')
        cuts.push({ start: property.start, end: node.properties[index + 1]?.start ?? node.end - 1 });
      if (listed.has(name)) lookInto(property.value);
      if (byName.has(name) && property.value.type === 'ObjectExpression') {
        for (const one of property.value.properties) if (one.type === 'Property') lookInto(one.value);
      }
    }
  };

  const machines = new Visitor({
    'CallExpression:exit': ({ callee, arguments: [config] }) => {
      if (configured.has(calledName(callee)) && config !== undefined) lookInto(config);
    },
  });
  machines.visit(parseSync(file, code).program);
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

const nameOf = (key: ESTree.PropertyKey): string =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';

const calledName = (callee: ESTree.Expression): string | undefined => {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && !callee.computed ? nameOf(callee.property) : undefined;
};
