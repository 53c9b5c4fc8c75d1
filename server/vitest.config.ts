import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    name: 'server',
    include: ['test/*.test.ts', 'test/embedded/*.test.ts'],
    globalSetup: ['test/support/builtServer.ts', 'test/support/embedded.ts'],
    // Each file opens a database of its own, and none changes what others share.
    isolate: false,
    // The embedded database's WebAssembly, as in support/baselineCompiler.mjs.
    execArgv: ['--liftoff-only'],
    setupFiles: 'test/support/checkFetched.ts',
    // As long as a busy machine may need: what is polled for comes, or never does.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
