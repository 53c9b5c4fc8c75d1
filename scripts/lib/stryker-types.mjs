/** Tells Stryker to leave `types: …` in a machine's `setup` alone: only the compiler reads it. */
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

export const strykerPlugins = [{ kind: 'Ignore', name: 'types-of-setup', value: typesOfSetup }];
