/**
 * `npm test`: runs the checks, the builds and the tests. Finds or installs a browser and PostgreSQL. TEST_SEED sets the time zone, the
 * language, and which journeys take their turn. Ends with timings, skipped parts and one count.
 */
import { basename } from 'node:path';
import './lib/node-version.mjs';
import { build } from './lib/build.mjs';
import { checkNames, runChecks } from './lib/checks.mjs';
import { installWhenStale } from './lib/install.mjs';
import { stopwatch } from './lib/project.mjs';
import { localeOf, testSeed } from './lib/test-locale.mjs';
import { formatCount, installPrograms, journeysOfOtherSeeds, reportFile, runTests, selectTests } from './lib/tests.mjs';

const seed = testSeed();
const locale = localeOf(seed);
Object.assign(process.env, locale);
console.log(`TEST_SEED=${seed}: TZ=${locale.TZ}, LC_ALL=${locale.LC_ALL}`);

const parts = [];
async function timed(name, run) {
  const time = stopwatch();
  const result = await run();
  parts.push(`${name} ${time()}`);
  return result;
}

const programs = await timed('installs', async () => {
  await installWhenStale();
  return installPrograms();
});
const checks = await timed('checks', () => runChecks(checkNames.filter((name) => name !== 'rules')));
const { args, leftOut } = selectTests(programs);
const otherSeeds = await journeysOfOtherSeeds(seed);
const env = { OTHER_SEEDS: otherSeeds.join(' ') };
const failure = await timed('builds', () => build());
if (failure) console.log(failure);
const tests = failure
  ? { passed: 0, failed: 1, skipped: 0, slowest: [] }
  : await timed('tests', () => runTests({ chromium: programs.chromium, args, env }));

// Test titles name the rules they prove. A full run's report saves listing them.
const report = leftOut.length === 0 ? [reportFile] : [];
const rules = failure ? { passed: 0, failed: 1 } : await timed('rules', () => runChecks(['rules'], report));

const count = {
  passed: checks.passed + rules.passed + tests.passed,
  failed: checks.failed + rules.failed + tests.failed,
  skipped: tests.skipped,
};
for (const line of ['', parts.join(', '), 'The slowest files:', ...tests.slowest, '']) console.log(line);
if (programs.chromium)
  console.log(`With other seeds: ${otherSeeds.map((file) => basename(file, '.turn.test.ts')).join(', ')}.`);
console.log(formatCount(count, leftOut));
if (count.failed > 0) process.exitCode = 1;
