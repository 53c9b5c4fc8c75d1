/**
 * `npm test`: the checks, the builds and every test, with a browser and PostgreSQL found or installed; where the time went,
 * and one count at the end.
 */
import './lib/node-version.mjs';
import { build } from './lib/build.mjs';
import { checkNames, runChecks } from './lib/checks.mjs';
import { installWhenStale } from './lib/install.mjs';
import { tellTimes } from './lib/test-times.mjs';
import { installPrograms, reportFile, runTests, tellCount } from './lib/tests.mjs';

const parts = [];
async function timed(name, run) {
  const start = performance.now();
  const result = await run();
  parts.push({ name, milliseconds: performance.now() - start });
  return result;
}

const chromium = await timed('installs', async () => {
  await installWhenStale();
  return installPrograms();
});
const checks = await timed('checks', () => runChecks(checkNames.filter((name) => name !== 'rules')));
const failure = await timed('builds', () => build());
if (failure) console.log(failure);
const tests = failure
  ? { passed: 0, failed: 1, skipped: 0, files: [] }
  : // The walks are gone in Chromium; in happy-dom, where they take the same steps, they are for development and long runs.
    await timed('tests', () => runTests({ chromium, args: ['--project', '!walks'] }));

// Which test proves which rule is said in their titles: after the tests, they need not be listed for it.
const rules = failure ? { passed: 0, failed: 1 } : await timed('rules', () => runChecks(['rules'], [reportFile]));

const count = {
  passed: checks.passed + rules.passed + tests.passed,
  failed: checks.failed + rules.failed + tests.failed,
  skipped: tests.skipped,
};
for (const line of ['', ...tellTimes(parts, tests.files), '']) console.log(line);
console.log(tellCount(count));
if (count.failed > 0) process.exitCode = 1;
