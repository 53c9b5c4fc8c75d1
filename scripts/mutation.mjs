/**
 * `npm run mutation`: checks that the charts' tests catch mutations. First Stryker mutates the source, then the chart
 * objects are mutated: a transition is removed or redirected. Names select charts: `npm run mutation -- auth detection`.
 */
import './lib/node-version.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWhenStale } from './lib/install.mjs';
import { fail, root, runTool } from './lib/project.mjs';

await installWhenStale();
const { runChartMutations } = await import('./lib/chart-mutations.mjs');

const names = process.argv.slice(2);
const machines = readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' });
const files = names.map((name) => {
  const file = machines.find((one) => one.endsWith(`/${name}Machine.ts`));
  return file === undefined ? fail(`There is no ${name}Machine.ts in src/machines.`) : `src/machines/${file}`;
});

const { ok } = await runTool(
  '@stryker-mutator/core/bin/stryker.js',
  ['run', ...(files.length > 0 ? ['--mutate', files.join(',')] : [])],
  { show: true },
);

const { killed, equivalent, survived } = await runChartMutations(names);
console.log(`chart mutations: ${killed} of ${killed + survived} killed; ${equivalent} equivalent ones are not counted`);
if (!ok || survived > 0) process.exitCode = 1;
