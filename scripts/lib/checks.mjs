/** The checks run by `npm run check` and `npm test`. */
import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { hashFiles, kept } from './changes.mjs';
import { run, runTool, stopwatch } from './project.mjs';
import { compiler, compilerOptions } from './types.mjs';

const typescript = (name, folder) => runTool(compiler, compilerOptions(name, folder));

/** Slowest first, so that none runs alone at the end. */
const checks = {
  types: () => typescript('types', '.'),
  'server types': () => typescript('server-types', 'server'),
  'dead code': () => runTool('knip/bin/knip.js', ['--cache', '--cache-location', '.cache/knip']),
  imports: () =>
    runTool('dependency-cruiser/bin/dependency-cruise.mjs', ['src', 'student/src', 'server/src', 'server/simulator']),
  lint: () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=none', '.']),
  charts: () => run(process.execPath, ['scripts/charts.mjs', '--check']),
  mutations: () => run(process.execPath, ['scripts/mutation.mjs', '--changed']),
  rules: (report) => run(process.execPath, ['scripts/specification.mjs', '--check', ...report]),
  generated: () => run(process.execPath, ['scripts/contract.mjs', '--check']),
};

/** What some checks read. They are not repeated until one of these files changes; the others remember for themselves, or need all. */
const reads = {
  imports:
    /^((src|student\/src|server\/(src|simulator))\/|\.dependency-cruiser\.cjs|([^/]+\/)?(package|tsconfig)[^/]*$)/,
  charts: /^(src\/machines|student\/src\/machines|tests|scripts|docs\/statecharts|src\/[^/]+\.ts)/,
  rules: /^(tests|scripts|docs\/(rules|specification))/,
  generated: /^(api|scripts|package)/,
};

/** Returns a hash of what a check reads, or undefined if it must run. */
function inputOf(name, files) {
  if (files === undefined || reads[name] === undefined) return undefined;
  const hash = createHash('sha256');
  for (const [file, { contents, imports }] of files) {
    const isSource = name === 'imports' && /\.tsx?$/.test(file);
    if (reads[name].test(file)) hash.update(`${file}\0${isSource ? imports : contents}\0`);
  }
  return hash.digest('base64');
}

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
  const files = await hashFiles();
  const { value: passedWith, keep } = kept('checks');
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const time = stopwatch();
      const input = inputOf(name, files);
      if (input !== undefined && passedWith[name] === input) {
        console.log(`ok     ${name} (as before)`);
        count.passed += 1;
        continue;
      }
      const { ok, output } = await checks[name](report);
      if (input !== undefined && ok) keep(Object.assign(passedWith, { [name]: input }));
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${time()})`);
      if (!ok) console.log(output);
      count[ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: cpus().length }, worker));
  return count;
}

export const checkNames = Object.keys(checks);
