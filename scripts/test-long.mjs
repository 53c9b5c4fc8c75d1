/**
 * `npm run test:long`: runs what `npm test` leaves to it: files named `.long.test.ts`, every case and more rounds of the others
 * (server/test/support/long.ts), the walks in happy-dom, the server's shared tests on the embedded database, and 20,000 steps of
 * the simulation.
 */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { runSimulation } from './lib/simulation.mjs';
import { formatCount, installPrograms, runTests } from './lib/tests.mjs';

await installWhenStale();
const { chromium, postgres } = await installPrograms();
await buildOrFail();
const env = { LONG_TESTS: '1' };
const server = await runTests({
  chromium,
  args: [
    // Alone, for exact timing.
    ...['--project', 'server', '--project', 'embedded database', '--maxWorkers', '1'],
    ...(postgres ? ['--project', 'server on PostgreSQL'] : []),
    ...['server/test/properties', 'server/test/deviceProperties', 'server/test/ingest', '.long.'],
  ],
  env,
});
const others = await runTests({ chromium, args: ['--project', 'walks', '--project', 'server'] });
const search = await runTests({
  chromium,
  args: [
    ...['--project', 'simulation', '--project', 'journeys', '--project', 'scripts', '--project', 'screens'],
    ...['tests/simulation/', 'tests/journeys/', 'tests/scripts/', '.long.'],
  ],
  env,
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
