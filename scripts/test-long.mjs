/** `npm run test:long`: the tests that find more the longer they run, for many more rounds than in `npm test`. */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';
import { installPrograms, runTests, tellCount } from './lib/tests.mjs';

const files = ['timing', 'properties', 'embedded/killed', 'embedded/failingDisk'];

await installWhenStale();
const chromium = await installPrograms();
const count = await runTests({
  chromium,
  args: [
    // Alone, for the sake of the stopwatch.
    ...['--project', 'server', '--project', 'server on PostgreSQL', '--maxWorkers', '1'],
    ...files.map((name) => `server/test/${name}.test.ts`),
  ],
  env: { LONG_TESTS: '1' },
});
console.log(`\n${tellCount(count)}`);
if (count.failed > 0) process.exitCode = 1;
