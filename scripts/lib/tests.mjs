import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findOrInstall } from './programs.mjs';
import { root, runTool } from './project.mjs';

/**
 * Finds or installs the programs that the tests need.
 *
 * @returns {Promise<{ chromium?: string, postgres?: string, nginx?: string, pgbouncer?: string, display?: string }>} their executables or folders; missing
 *   ones are undefined
 */
export async function installPrograms() {
  return {
    chromium: await findOrInstall('chromium'),
    postgres: process.env.TEST_DATABASE_URL ?? (await findOrInstall('postgres')),
    nginx: await findOrInstall('nginx'),
    pgbouncer: await findOrInstall('pgbouncer'),
    display: await findOrInstall('display'),
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
 * @param {{ chromium?: string, postgres?: string, nginx?: string, pgbouncer?: string, display?: string }} programs
 * @returns {{ args: string[], leftOut: string[] }} test runner arguments, and a line for each skipped part
 */
export function selectTests({ chromium, postgres, nginx, pgbouncer, display }) {
  // Walks take the same steps in both environments. Those in Chromium prove more.
  const without = [chromium ? 'walks' : 'walks in Chromium'];
  const leftOut = [];
  if (!chromium) {
    without.push('journeys');
    leftOut.push(
      'the journeys and the walks in Chromium (they ran in happy-dom): Chromium, Chrome or Edge was not found and could not be installed. Install one, or set CHROMIUM_PATH.',
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
  } else {
    const left = (what, name) => leftOut.push(`${what}: ${name} was not found and could not be installed. Install it.`);
    if (!nginx) left('two instances behind nginx', 'nginx');
    if (!pgbouncer) left('instances behind PgBouncer', 'PgBouncer');
  }
  const selected = projects.filter((project) => !without.includes(project));
  return { args: selected.flatMap((project) => ['--project', project]), leftOut };
}

/** Each `.turn.` file is in one of so many runs. */
const turns = 3;

/**
 * Returns the journeys that a run leaves to other seeds. Those named `.turn.` prove no rule that another test does not, so they take turns: together
 * they take longer than anybody waits for. `npm run test:long` runs all of them.
 *
 * @param {number} seed
 * @returns {Promise<string[]>} their paths
 */
export async function journeysOfOtherSeeds(seed) {
  const folder = 'tests/journeys';
  const files = (await readdir(join(root, folder))).filter((file) => file.includes('.turn.')).sort();
  return files.filter((_, index) => index % turns !== seed % turns).map((file) => `${folder}/${file}`);
}

/** Vitest's JSON report of the last run. */
export const reportFile = join(root, '.cache/tests.json');

/**
 * Runs the tests of all projects or those selected by the arguments.
 *
 * @param {{ chromium?: string, args?: string[], env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ passed: number, failed: number, skipped: number, slowest: string[] }>} `slowest`: the slowest files
 */
export async function runTests({ chromium, args = [], env = {} }) {
  await rm(reportFile, { force: true });
  const { ok } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...args],
    { show: true, env: { ...env, ...(chromium && { CHROMIUM_PATH: chromium }) } },
  );
  const report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => '{"testResults":[]}'));
  const slowest = report.testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 8)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  return { ...countTests(report, ok), slowest };
}

/**
 * Counts the tests of a run. A file that failed to load counts as one failure, as does a run that failed without a
 * failed test or ran no test.
 *
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report Vitest's JSON report
 * @param {boolean} ok whether the run itself succeeded
 */
export function countTests({ testResults }, ok) {
  const statuses = testResults.flatMap(({ status, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0 ? status : assertionResults.map((test) => test.status),
  );
  const count = (wanted) => statuses.filter((status) => status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  return {
    passed,
    failed: failed === 0 && (!ok || passed === 0) ? 1 : failed,
    skipped: statuses.length - passed - failed,
  };
}

/** Formats a run's last lines: the parts left out and the count. */
export function formatCount({ passed, failed, skipped }, leftOut = []) {
  return [
    ...leftOut.map((part) => `Left out: ${part}`),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n');
}
