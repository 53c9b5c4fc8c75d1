/** `npm run detector`: shows the test pictures to the built detector, and writes its errors to docs/agent.md. */
import './lib/node-version.mjs';
import { readFile, writeFile } from 'node:fs/promises';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { chromiumOptions } from './lib/programs.mjs';
import { root, stopwatch } from './lib/project.mjs';

await installWhenStale();
await buildOrFail();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(`${root}tests/support/detector/table.ts`, {
  root,
  configFile: false,
  logLevel: 'warn',
});

const page = new URL('../docs/agent.md', import.meta.url);
const time = stopwatch();
const tables = module.tablesOf(await module.shootFilms(await chromiumOptions()));
await writeFile(page, module.withTables(await readFile(page, 'utf8'), tables));
console.log(`${tables}\nMeasured in ${time()}.`);
