import { defineConfig } from 'vitest/config';
import features from './src/features.json' with { type: 'json' };

/**
 * What `npm run mutation` runs against each change of a chart: the charts' examples. Generated paths and
 * documents are left out, for they would be generated from the changed chart.
 */
export default defineConfig({
  test: {
    include: [`tests/{${[...features, 'student'].join(',')}}/*.test.ts`],
  },
});
