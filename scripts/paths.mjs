/** `npm run paths`: walks the charts in Chromium, writes down what a person has to do and see, and prints the pages. */
import './lib/node-version.mjs';
import { installWhenStale } from './lib/install.mjs';
import { run } from './lib/project.mjs';
import { installPrograms, runTests } from './lib/tests.mjs';

await installWhenStale();
const { chromium } = await installPrograms();
if (chromium === undefined) throw new Error('Chromium was not found and could not be installed. Set CHROMIUM_PATH.');
const { failed } = await runTests({ chromium, args: ['--project', 'walks in Chromium', '--update'] });
if (failed > 0) process.exitCode = 1;
else await run(process.execPath, ['scripts/charts.mjs'], { show: true });
