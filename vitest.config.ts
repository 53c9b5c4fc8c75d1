import { defineConfig } from 'vitest/config';

/** One runner for everything: `npx vitest run --project machines` runs one part by itself. */
export default defineConfig({
  test: {
    projects: [
      ...['machines', 'services'].map((name) => ({
        test: { name, include: [`tests/${name}/**/*.test.ts`] },
      })),
      ...['components', 'screens'].map((name) => ({
        test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'happy-dom' },
      })),
      'server/vitest.config.*',
      {
        // These start whole products and a browser: one after another, once the rest has left the processors alone.
        test: {
          name: 'scripts',
          include: ['tests/scripts/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: 'tests/support/built.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
