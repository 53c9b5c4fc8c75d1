/** The checks run by `npm run check` and `npm test`. */
import { cpus } from 'node:os';
import { run, runTool, stopwatch } from './project.mjs';
import { compiler, compilerOptions } from './types.mjs';

const typescript = (name, folder) => runTool(compiler, compilerOptions(name, folder));

/** Slowest first, so that none runs alone at the end. */
const checks = {
  types: () => typescript('types', '.'),
  'server types': () => typescript('server-types', 'server'),
  'dead code': () => runTool('knip/bin/knip.js', []),
  imports: () =>
    runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['src', 'student/src', 'server/src', 'server/simulator']),
  lint: () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=none', '.']),
  charts: () => run(process.execPath, ['scripts/charts.mjs', '--check']),
  mutations: () => run(process.execPath, ['scripts/mutation.mjs', '--changed']),
  rules: (report) => run(process.execPath, ['scripts/specification.mjs', '--check', ...report]),
  generated: () => run(process.execPath, ['scripts/contract.mjs', '--check']),
};

/**
 * Runs the checks in parallel, one per processor, and prints a line for each and the output of failed ones.
 *
 * @param {string[]} [names] the checks to run; default: all
 * @param {string[]} [report] report file of a full test run, which saves listing the test titles
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
