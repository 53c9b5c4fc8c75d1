import { defineConfig } from 'vitest/config';

/** The charts' own tests alone: what `npm run mutation` runs against each changed chart. */
export default defineConfig({
  test: { include: ['tests/machines/**/*.test.ts'] },
});
