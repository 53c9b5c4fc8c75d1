/**
 * Generates from the API contract what the front end, the students' page and the server share: its types, and its values (lists of enums,
 * `x-values`). `--check` fails if they are stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale();
const { default: openapiTypescript, astToString } = await import('openapi-typescript');
const { parse } = await import('yaml');

const folder = new URL('../api/', import.meta.url);
const contract = new URL('openapi.yaml', folder);
const banner = '// Generated from api/openapi.yaml by `npm run contract`. Do not edit.\n\n';

const generated = {
  'contract.d.ts': astToString(await openapiTypescript(contract)),
  'values.ts': valuesOf(parse(await readFile(contract, 'utf8'))),
};

for (const [name, contents] of Object.entries(generated)) {
  const output = new URL(name, folder);
  if (!process.argv.includes('--check')) {
    await writeFile(output, banner + contents);
  } else if ((await readFile(output, 'utf8').catch(() => '')) !== banner + contents) {
    console.error(`${output.pathname} is stale: run \`npm run contract\`.`);
    process.exitCode = 1;
  }
}

/** Writes a list for each schema that is an enum (`DeviceKind`: `deviceKinds`), and the constants in `x-values`. */
function valuesOf({ components, 'x-values': constants }) {
  const enums = Object.entries(components.schemas).filter(([, schema]) => schema.enum !== undefined);
  const lists = enums.map(([name, schema]) => [
    `${name[0].toLowerCase()}${name.slice(1)}s`,
    schema.description,
    schema.enum,
  ]);
  const others = Object.entries(constants).map(([name, { description, value }]) => [name, description, value]);
  return [...lists, ...others]
    .map(
      ([name, description, value]) =>
        `/** ${description.trim().replaceAll('\n', ' ')} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`,
    )
    .join('\n');
}
