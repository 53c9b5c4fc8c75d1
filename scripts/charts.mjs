/**
 * Writes docs/statecharts: a page and a drawing per chart, and an index. `--check` fails if one is stale. The check need
 * not draw: each drawing's first line identifies its source.
 */
import './lib/node-version.mjs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhenStale } from './lib/install.mjs';
import { root } from './lib/project.mjs';

await installWhenStale();
const { runnerImport } = await import('vite');
const { draw, headerOf } = await import('./lib/mermaid.mjs');

const folder = new URL('../docs/statecharts/', import.meta.url);

const { module } = await runnerImport(`${root}tests/support/documents/documents.ts`, {
  root,
  configFile: false,
  logLevel: 'warn',
});
const { pages, drawings, total } = module.documents();

await mkdir(folder, { recursive: true });
const present = new Map();
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  // What the walks have recorded is their own.
  if (entry.isFile() && !file.endsWith('.json'))
    present.set(relative(fileURLToPath(folder), file), await readFile(file, 'utf8'));
}

const stalePages = Object.keys(pages).filter((name) => present.get(name) !== pages[name]);
const staleDrawings = Object.keys(drawings).filter(
  (name) => !present.get(`${name}.svg`)?.startsWith(headerOf(drawings[name])),
);
const orphans = [...present.keys()].filter((name) => !(name in pages) && !(name.replace(/\.svg$/, '') in drawings));

if (process.argv.includes('--check')) {
  for (const name of [...stalePages, ...staleDrawings.map((name) => `${name}.svg`), ...orphans]) {
    console.error(`docs/statecharts/${name} is stale: run \`npm run charts\`.`);
    process.exitCode = 1;
  }
} else {
  // Draw first, so that nothing is written if a drawing fails.
  const drawn = await draw(Object.fromEntries(staleDrawings.map((name) => [name, drawings[name]])));
  for (const name of stalePages) await writeFile(new URL(name, folder), pages[name]);
  for (const [name, svg] of Object.entries(drawn)) await writeFile(new URL(`${name}.svg`, folder), svg);
  for (const name of orphans) await rm(new URL(name, folder));
}
console.log(total);
