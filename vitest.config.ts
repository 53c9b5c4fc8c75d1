import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { testChromiumOptions } from './scripts/lib/programs.mjs';
import features from './src/features.json' with { type: 'json' };

const processors = availableParallelism();

/** The features of `src`, the students' page, and what is said of all charts. */
const rooms = `tests/{${[...features, 'student', 'charts'].join(',')}}`;

// Once the rest has left the processors alone. Much of their time they wait for a browser to draw.
// A poll fails only if the state is never reached: as generous as Playwright's own timeout.
const wholeProducts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Files that only `npm run test:long` runs, and those that `npm test` leaves to other seeds. */
const exclude = [
  ...configDefaults.exclude,
  ...(process.env.LONG_TESTS === '1' ? [] : ['**/*.long.*']),
  ...(process.env.OTHER_SEEDS?.split(' ') ?? []),
];

/** One runner for everything: `npx vitest run --project machines` runs one part by itself. */
export default defineConfig({
  test: {
    // One more than there are processors: many tests wait for a process or a clock.
    maxWorkers: processors + 1,
    projects: [
      // None of their files changes what others share, so that each worker loads the modules once.
      ...Object.entries({
        machines: `${rooms}/*.test.ts`,
        inspect: 'tests/inspect/*.test.ts',
      }).map(([name, include]) => ({
        test: {
          name,
          include: [include],
          exclude,
          isolate: false,
          testTimeout: 60_000,
          // As long as a busy machine may need: what is polled for comes, or never does.
          expect: { poll: { timeout: 10_000 } },
        },
      })),
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          exclude,
          // Most objects are short-lived: a large young generation avoids copying them.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      ...Object.entries({
        components: 'tests/components/*.test.{ts,tsx}',
        screens: `${rooms}/*.screen.test.tsx`,
        walks: `${rooms}/*.walk.test.tsx`,
      }).map(([name, include]) => ({
        test: {
          name,
          include: [include],
          exclude,
          environment: './tests/support/oneWindow.ts',
          isolate: false,
          setupFiles:
            name === 'components' ? 'tests/support/afterEachComponent.ts' : 'tests/support/afterEachScreen.ts',
          // Far more than any of them takes: only a busy machine needs it.
          testTimeout: 60_000,
          // One measures the heap, after it was collected.
          execArgv: ['--expose-gc', '--max-semi-space-size=64'],
        },
      })),
      {
        // Vite would otherwise find it during the tests and reload the page.
        optimizeDeps: { include: ['react-dom/client'] },
        test: {
          name: 'walks in Chromium',
          include: [`${rooms}/*.walk.test.tsx`],
          exclude,
          setupFiles: 'tests/support/afterEachScreen.ts',
          testTimeout: 60_000,
          // Each file in the page of the one before: the modules are fetched and run once.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: await testChromiumOptions() }),
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
            testerHtmlPath: 'tests/support/walk.html',
          },
        },
      },
      // Shared tests run on both databases, as `npm run test:long` does; `npm test` runs them on one of the two.
      ...Object.entries({
        server: ['server/test/*.test.ts'],
        'embedded database': ['server/test/embedded/*.test.ts', 'server/test/limits.test.ts'],
        'server on PostgreSQL': ['server/test/*.test.ts', 'server/test/postgres/*.test.ts'],
      }).map(([name, include]) => ({
        test: {
          name,
          include,
          exclude,
          globalSetup: [
            ...['server/test/support/builtServer.ts', 'server/test/support/embedded.ts'],
            ...(name === 'server on PostgreSQL' ? ['server/test/support/postgres.ts'] : []),
          ],
          // Each file opens a database of its own, and none changes what others share.
          isolate: false,
          // The embedded database's WebAssembly, as in support/baselineCompiler.mjs.
          execArgv: ['--liftoff-only'],
          setupFiles: 'server/test/support/checkFetched.ts',
          // As long as a busy machine may need: what is polled for comes, or never does.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      })),
      {
        test: {
          name: 'scripts',
          globalSetup: ['server/test/support/builtServer.ts', 'server/test/support/embedded.ts'],
          include: ['tests/scripts/**/*.test.ts'],
          exclude,
          ...wholeProducts,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          globalSetup: ['server/test/support/builtServer.ts', 'server/test/support/embedded.ts'],
          include: ['tests/journeys/**/*.test.ts'],
          exclude,
          // Each starts a product of its own, and loads what drives the browser once a worker.
          isolate: false,
          setupFiles: 'tests/support/afterEachJourney.ts',
          ...wholeProducts,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
