/** `npm test`: the checks, the builds and every test, with a browser found or installed, and one count at the end. */
import './lib/node-version.mjs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { findChromium, installChromium } from './lib/chromium.mjs';
import { installWhenStale } from './lib/install.mjs';
import { fail, root, runTool } from './lib/project.mjs';

await installWhenStale();
const chromium = (await findChromium()) ?? (await installChromium());
if (!chromium) {
  fail(
    'The browser tests need Chromium, Chrome or Edge: install one, or name its program file in CHROMIUM_PATH, and run `npm test` again.',
  );
}

const checks = await runChecks();
const failure = await build();
if (failure) console.log(failure);
const tests = failure ? { passed: 0, failed: 1, skipped: 0 } : await runTests();

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`\n${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
if (failed > 0) process.exitCode = 1;

/** Runs every test of every project and counts them; a file that does not load counts as one failed test. */
async function runTests() {
  const report = join(root, 'node_modules/.cache/vigil/tests.json');
  await rm(report, { force: true });
  const { ok } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { show: true, env: { CHROMIUM_PATH: chromium } },
  );
  const files = await readFile(report, 'utf8').then(
    (text) => JSON.parse(text).testResults,
    () => [],
  );
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = count('failed') + unloaded;
  // An error outside of any test fails the run without failing a test, and so does a run without tests.
  return {
    passed: count('passed'),
    failed: failed === 0 && (!ok || count('passed') === 0) ? 1 : failed,
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
  };
}
