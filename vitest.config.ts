import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumOptions } from './scripts/lib/chromium.mjs';

// One file after another, once the rest has left the processors alone.
const wholeProducts = { maxWorkers: 1, testTimeout: 120_000, hookTimeout: 120_000 };

/** One runner for everything: `npx vitest run --project machines` runs one part by itself. */
export default defineConfig({
  test: {
    projects: [
      ...['machines', 'services', 'inspect'].map((name) => ({
        test: { name, include: [`tests/${name}/**/*.test.ts`] },
      })),
      ...['components', 'screens', 'walks'].map((name) => ({
        // Far more than any of them takes: only a busy machine needs it.
        test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'happy-dom', testTimeout: 20_000 },
      })),
      {
        test: {
          name: 'walks in Chromium',
          include: ['tests/walks/**/*.test.tsx'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: await chromiumOptions() }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
          },
        },
      },
      'server/vitest.config.ts',
      'server/vitest.postgres.config.ts',
      {
        test: {
          name: 'scripts',
          include: ['tests/scripts/**/*.test.ts'],
          ...wholeProducts,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          ...wholeProducts,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
