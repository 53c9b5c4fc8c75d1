import { defineConfig } from 'vitest/config';

/**
 * What `npm run mutation` runs against each change of a chart: the examples of tests/machines. Generated paths and
 * documents are left out, for they would be generated from the changed chart.
 */
export default defineConfig({
  test: {
    include: ['tests/machines/*.test.ts'],
    exclude: ['charts', 'documents', 'paths'].map((name) => `tests/machines/${name}.test.ts`),
  },
});
