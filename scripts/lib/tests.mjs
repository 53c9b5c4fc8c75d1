/** Runs the tests, with what they need found or installed. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium, installChromium } from './chromium.mjs';
import { countTests } from './count.mjs';
import { findNginx, installNginx } from './nginx.mjs';
import { findPostgres, installPostgres } from './postgres.mjs';
import { fail, root, runTool } from './project.mjs';

/**
 * Finds or installs what the tests need besides packages. Ends the process with one sentence when it cannot.
 *
 * @returns {Promise<string>} the browser's program file
 */
export async function installPrograms() {
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
  return chromium;
}

/** Where a run says what became of each test. */
export const reportFile = join(root, '.cache/tests.json');

/**
 * Runs tests, of every project or as the arguments say.
 *
 * @param {{ chromium: string, args?: string[], env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ passed: number, failed: number, skipped: number, files: { project: string, file: string, milliseconds: number }[] }>}
 */
export async function runTests({ chromium, args = [], env = {} }) {
  const times = join(root, '.cache/test-times.json');
  await mkdir(join(root, '.cache'), { recursive: true });
  for (const file of [reportFile, times]) await rm(file, { force: true });
  const { ok } = await runTool(
    'vitest/vitest.mjs',
    [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
      `--reporter=${join(root, 'scripts/lib/time-reporter.mjs')}`,
      ...args,
    ],
    { show: true, env: { ...env, CHROMIUM_PATH: chromium, TEST_TIMES: times } },
  );
  const read = async (file, otherwise) => JSON.parse(await readFile(file, 'utf8').catch(() => otherwise));
  return { ...countTests(await read(reportFile, '{"testResults":[]}'), ok), files: await read(times, '[]') };
}

/** The last line of a run. */
export function tellCount({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
