/**
 * `npm run mutation`: checks that the charts' examples catch mutations of the charts: a transition is removed or redirected, a
 * delay is changed. Names select charts: `npm run mutation -- auth detection`; `--changed` those that have changed since.
 */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale();
const { runChartMutations } = await import('./lib/chart-mutations.mjs');

const args = process.argv.slice(2);
const onlyChanged = args.includes('--changed');
const names = args.filter((arg) => arg !== '--changed');
// Vitest sets it to 1 for each mutation that is killed.
process.exitCode = (await runChartMutations({ names, onlyChanged })) ? 0 : 1;
