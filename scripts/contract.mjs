/** Generates the types that the front end, the students' page and the server share from the API contract. `--check` fails if they are stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale();
const { default: openapiTypescript, astToString } = await import('openapi-typescript');

const contract = new URL('../api/openapi.yaml', import.meta.url);
const output = new URL('../api/contract.d.ts', import.meta.url);

const banner = '// Generated from api/openapi.yaml by `npm run contract`. Do not edit.\n\n';
const generated = banner + astToString(await openapiTypescript(contract));

if (!process.argv.includes('--check')) {
  await writeFile(output, generated);
} else if ((await readFile(output, 'utf8').catch(() => '')) !== generated) {
  console.error(`${output.pathname} is stale: run \`npm run contract\`.`);
  process.exitCode = 1;
}
