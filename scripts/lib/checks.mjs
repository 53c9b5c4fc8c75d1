/** What must hold before anything is committed; `npm run check` and `npm test` both run it. */
import { cpus } from 'node:os';
import { run, runTool, stopwatch } from './project.mjs';

const typescript = (name, folder) =>
  runTool('typescript/bin/tsc', [
    ...['-p', folder],
    ...['--incremental', '--tsBuildInfoFile', `.cache/${name}.tsbuildinfo`],
  ]);

/** The slow ones first, so that none is left alone at the end. */
const checks = {
  types: () => typescript('types', '.'),
  'server types': () => typescript('server-types', 'server'),
  'dead code': () => runTool('knip/bin/knip.js', []),
  imports: () => runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['src', 'server/src', 'server/simulator']),
  lint: () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=none', '.']),
  charts: () => run(process.execPath, ['scripts/charts.mjs', '--check']),
  rules: (report) => run(process.execPath, ['scripts/specification.mjs', '--check', ...report]),
  generated: () => run(process.execPath, ['scripts/contract.mjs', '--check']),
};

/**
 * Runs the checks, as many at once as there are processors, with a line for each and what a failed one printed.
 *
 * @param {string[]} [names] only these
 * @param {string[]} [report] the file in which a run of all tests has told their titles, which saves listing them
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(names = Object.keys(checks), report = []) {
  const waiting = [...names];
  const count = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const time = stopwatch();
      const { ok, output } = await checks[name](report);
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${time()})`);
      if (!ok) console.log(output);
      count[ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: cpus().length }, worker));
  return count;
}

export const checkNames = Object.keys(checks);
