import { defineConfig } from 'vitest/config';

/** `npm run screenshots`. */
export default defineConfig({
  test: {
    include: ['tests/screenshots/*.test.ts'],
    globalSetup: ['server/test/support/builtServer.ts', 'server/test/support/embedded.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
