import { builtinEnvironments, type Environment } from 'vitest/runtime';

let ready = false;

/**
 * One happy-dom window for all files of a worker, which loads modules once: React and Testing Library keep the document
 * they were loaded with.
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
