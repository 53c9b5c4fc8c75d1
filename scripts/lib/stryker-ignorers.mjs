/** Skips `types` in a machine's `setup`: only the compiler reads it. */
const typesOfSetup = {
  shouldIgnore(path) {
    const isTypes = ({ key }) => key?.name === 'types';
    const isOfSetup = ({ parent }) => parent.type === 'CallExpression' && parent.callee.name === 'setup';
    const onlyTypes = path.isObjectExpression() && isOfSetup(path) && path.node.properties.every(isTypes);
    if (onlyTypes || (path.isObjectProperty() && isTypes(path.node) && isOfSetup(path.parentPath))) {
      return 'Only the compiler reads the types of a setup.';
    }
  },
};

/** Skips the `description` of a state or transition: only the documents read it. */
const descriptions = {
  shouldIgnore(path) {
    const isInMachine = ({ node }) => node.type === 'CallExpression' && node.callee.property?.name === 'createMachine';
    const isText = ({ key, value }) => key?.name === 'description' && value.type === 'StringLiteral';
    const isOnlyText =
      path.isObjectExpression() && path.node.properties.length > 0 && path.node.properties.every(isText);
    if ((isOnlyText || isText(path.node)) && path.findParent(isInMachine))
      return 'Only the documents read the descriptions of a chart.';
  },
};

export const strykerPlugins = [
  { kind: 'Ignore', name: 'types-of-setup', value: typesOfSetup },
  { kind: 'Ignore', name: 'descriptions', value: descriptions },
];
