/** `npm run check`: every check, or those named: `npm run check -- types lint`. */
import './lib/node-version.mjs';
import { checkNames, runChecks } from './lib/checks.mjs';
import { installWhenStale } from './lib/install.mjs';
import { fail } from './lib/project.mjs';

const names = process.argv.slice(2);
const unknown = names.find((name) => !checkNames.includes(name));
if (unknown) fail(`There is no check called ${unknown}; there are: ${checkNames.join(', ')}.`);

await installWhenStale();
const { failed } = await runChecks(names.length > 0 ? names : checkNames);
if (failed > 0) process.exitCode = 1;
