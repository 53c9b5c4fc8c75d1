import { builtinEnvironments, type Environment } from 'vitest/runtime';

let ready = false;

/**
 * A window of happy-dom for all files of a worker, which loads their modules once: React and Testing Library keep to the
 * document that they were loaded with.
 */
const oneWindow: Environment = {
  name: 'one window',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!ready) await builtinEnvironments['happy-dom'].setup(global, options);
    ready = true;
    return { teardown() {} };
  },
};

export default oneWindow;
