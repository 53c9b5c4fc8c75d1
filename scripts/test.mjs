/** `npm test`: the checks, the builds and every test, with a browser and PostgreSQL found or installed, and one count at the end. */
import './lib/node-version.mjs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { findChromium, installChromium } from './lib/chromium.mjs';
import { countTests } from './lib/count.mjs';
import { installWhenStale } from './lib/install.mjs';
import { findNginx, installNginx } from './lib/nginx.mjs';
import { findPostgres, installPostgres } from './lib/postgres.mjs';
import { fail, root, runTool } from './lib/project.mjs';

await installWhenStale();
const chromium = (await findChromium()) ?? (await installChromium());
if (!chromium) {
  fail(
    'The browser tests need Chromium, Chrome or Edge: install one, or name its program file in CHROMIUM_PATH, and run `npm test` again.',
  );
}
if (!process.env.TEST_DATABASE_URL && !(await findPostgres()) && !(await installPostgres())) {
  fail(
    'The server tests need PostgreSQL 15 or newer: install it, or name a server in TEST_DATABASE_URL whose user may create databases, and run `npm test` again.',
  );
}

// Where it cannot be installed, the one test that needs it is passed over and counted so.
if (!(await findNginx())) await installNginx();

const checks = await runChecks();
const failure = await build();
if (failure) console.log(failure);
const tests = failure ? { passed: 0, failed: 1, skipped: 0 } : await runTests();

const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`\n${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
if (failed > 0) process.exitCode = 1;

/** Runs every test of every project. */
async function runTests() {
  const file = join(root, '.cache/tests.json');
  await rm(file, { force: true });
  const { ok } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { show: true, env: { CHROMIUM_PATH: chromium } },
  );
  const report = await readFile(file, 'utf8').catch(() => '{"testResults":[]}');
  return countTests(JSON.parse(report), ok);
}
