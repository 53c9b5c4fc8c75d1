/**
 * `npm run mutation`: checks that the charts' examples catch mutations of the charts: a transition is removed or redirected, a
 * delay is changed. Names select charts: `npm run mutation -- auth detection`.
 */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale();
const { runChartMutations } = await import('./lib/chart-mutations.mjs');

const { killed, equivalent, survived } = await runChartMutations(process.argv.slice(2));
console.log(`${killed} of ${killed + survived} killed; ${equivalent} equivalent ones are not counted`);
if (survived > 0) process.exitCode = 1;
