import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findChromium, installChromium } from './chromium.mjs';
import { countTests } from './count.mjs';
import { findDisplay, installDisplay } from './display.mjs';
import { findNginx, installNginx } from './nginx.mjs';
import { findPostgres, installPostgres } from './postgres.mjs';
import { root, runTool } from './project.mjs';

/**
 * Finds or installs the programs that the tests need.
 *
 * @returns {Promise<{ chromium?: string, postgres?: string, nginx?: string, display?: string }>} their executables or folders; missing
 *   ones are undefined
 */
export async function installPrograms() {
  return {
    chromium: (await findChromium()) ?? (await installChromium()),
    postgres: process.env.TEST_DATABASE_URL ?? (await findPostgres()) ?? (await installPostgres()),
    nginx: (await findNginx()) ?? (await installNginx()),
    display: findDisplay() ?? (await installDisplay()),
  };
}

/** The projects of vitest.config.ts. Vitest runs a project that any of several negations lets through, so that they are named. */
export const projects = [
  ...['machines', 'inspect', 'simulation', 'components', 'screens', 'walks', 'walks in Chromium'],
  ...['server', 'embedded database', 'server on PostgreSQL', 'scripts', 'journeys'],
];

/**
 * Selects the tests that can run with the available programs.
 *
 * @param {{ chromium?: string, postgres?: string, nginx?: string, display?: string }} programs
 * @returns {{ args: string[], leftOut: string[] }} test runner arguments, and a line for each skipped part
 */
export function selectTests({ chromium, postgres, nginx, display }) {
  // Walks take the same steps in both environments. Those in Chromium prove more.
  const without = [chromium ? 'walks' : 'walks in Chromium'];
  const leftOut = [];
  if (!chromium) {
    without.push('journeys');
    leftOut.push(
      'the journeys, the drawings and the walks in Chromium (they ran in happy-dom): Chromium, Chrome or Edge was not found and could not be installed. Install one, or set CHROMIUM_PATH.',
    );
  } else if (!display) {
    leftOut.push('another window over the students’ page: Xvfb was not found and could not be installed. Install it.');
  }
  // The shared tests run on both databases in `npm run test:long`.
  without.push(postgres ? 'server' : 'server on PostgreSQL');
  if (!postgres) {
    leftOut.push(
      'the server on PostgreSQL: PostgreSQL 15 or newer was not found and could not be installed. Install it, or set TEST_DATABASE_URL to a server on which its user can create databases.',
    );
  } else if (!nginx) {
    leftOut.push('two instances behind nginx: nginx was not found and could not be installed. Install it.');
  }
  const selected = projects.filter((project) => !without.includes(project));
  return { args: selected.flatMap((project) => ['--project', project]), leftOut };
}

/** Vitest's JSON report of the last run. */
export const reportFile = join(root, '.cache/tests.json');

/**
 * Runs the tests of all projects or those selected by the arguments.
 *
 * @param {{ chromium?: string, args?: string[], env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ passed: number, failed: number, skipped: number, files: { project: string, file: string,
 *   milliseconds: number }[] }>}
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
    { show: true, env: { ...env, ...(chromium && { CHROMIUM_PATH: chromium }), TEST_TIMES: times } },
  );
  const read = async (file, otherwise) => JSON.parse(await readFile(file, 'utf8').catch(() => otherwise));
  return { ...countTests(await read(reportFile, '{"testResults":[]}'), ok), files: await read(times, '[]') };
}

/** Formats a run's last lines: the parts left out and the count. */
export function formatCount({ passed, failed, skipped }, leftOut = []) {
  return [
    ...leftOut.map((part) => `Left out: ${part}`),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n');
}
