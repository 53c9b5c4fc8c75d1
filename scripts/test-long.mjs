/**
 * `npm run test:long`: runs what `npm test` does not: more rounds of the randomised tests, the walks in happy-dom, the
 * server's shared tests on the embedded database, interrupted copies and full disks, all of the detector's pictures and breaks,
 * more widths of windows, a longer monkey, a build without the packages of the tests, mistakes that the simulation must
 * find, and 20,000 steps of it; and paths by hand, walked through the tester's panel.
 */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';
import { runSimulation } from './lib/simulation.mjs';
import { formatCount, installPrograms, runTests } from './lib/tests.mjs';

const files = [
  'timing',
  'properties',
  'ingest',
  'embedded/killed',
  'embedded/failingDisk',
  'postgres/transfer',
  'postgres/instances',
  'postgres/oldestCompatible',
];

await installWhenStale();
const { chromium, postgres } = await installPrograms();
const server = await runTests({
  chromium,
  args: [
    // Alone, for exact timing.
    ...['--project', 'server', '--project', 'embedded database', '--maxWorkers', '1'],
    ...(postgres ? ['--project', 'server on PostgreSQL'] : []),
    ...files.map((name) => `server/test/${name}.test.ts`),
  ],
  env: { LONG_TESTS: '1' },
});
const others = await runTests({ chromium, args: ['--project', 'walks', '--project', 'server'] });
const search = await runTests({
  chromium,
  args: [
    '--project',
    'simulation',
    '--project',
    'journeys',
    '--project',
    'scripts',
    'tests/simulation/',
    'tests/journeys/detector',
    'tests/journeys/evidence',
    'tests/journeys/monkey',
    'tests/scripts/install',
    'tests/journeys/layout',
    'tests/journeys/handPaths',
  ],
  env: { LONG_TESTS: '1' },
});
const isSimulationGreen = await runSimulation(20_000, 1);
const sum = (key) => server[key] + others[key] + search[key];
const count = {
  passed: sum('passed') + Number(isSimulationGreen),
  failed: sum('failed') + Number(!isSimulationGreen),
  skipped: sum('skipped'),
};
console.log(`\n${formatCount(count)}`);
if (count.failed > 0) process.exitCode = 1;
