/**
 * `npm run bench`: measures the built product, prints a table, and after a whole run writes bench/results.md.
 * `bench/README.md` says what and how.
 */
import './lib/node-version.mjs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { chromiumOptions } from './lib/programs.mjs';
import { fail, root, stopwatch } from './lib/project.mjs';

await installWhenStale();
await buildOrFail();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'bench/benchmark.ts'), { root, configFile: false, logLevel: 'warn' });
const { groupNames, runBenchmark, Started } = module;
const { only, strict } = readOptions();

const started = new Started();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await started.end();
    process.exit(1);
  });
}
const time = stopwatch();
const { text, missed } = await runBenchmark(only, { started, chromium: await chromiumOptions() });
console.log(`\n${text}\nMeasured in ${time()}.`);
if (only.length === groupNames.length) {
  await writeFile(join(root, 'bench/results.md'), `# What was measured last\n\n\`npm run bench\`, ${text}`);
}
if (missed > 0) console.log(`${missed} ${missed === 1 ? 'budget was' : 'budgets were'} missed.`);
process.exit(strict && missed > 0 ? 1 : 0);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, strict: { type: 'boolean', default: false } },
    });
    const only = values.only?.split(',') ?? groupNames;
    if (only.every((group) => groupNames.includes(group))) return { ...values, only };
  } catch {
    // Unknown option.
  }
  return fail(`Usage: npm run bench -- [--only ${groupNames.join(',')}] [--strict]`);
}
