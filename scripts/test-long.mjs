/**
 * `npm run test:long`: runs the randomised tests for many more rounds than `npm test`, the walks in happy-dom, which
 * `npm test` runs in Chromium, the server's shared tests on the embedded database, which `npm test` runs on PostgreSQL, and
 * 20,000 steps of the simulation.
 */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';
import { tellSimulation } from './lib/simulation.mjs';
import { installPrograms, runTests, tellCount } from './lib/tests.mjs';

const files = ['timing', 'properties', 'ingest', 'embedded/killed', 'embedded/failingDisk', 'postgres/transfer'];

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
const isSimulationGreen = await tellSimulation(20_000, 1);
const sum = (key) => server[key] + others[key];
const count = {
  passed: sum('passed') + Number(isSimulationGreen),
  failed: sum('failed') + Number(!isSimulationGreen),
  skipped: sum('skipped'),
};
console.log(`\n${tellCount(count)}`);
if (count.failed > 0) process.exitCode = 1;
