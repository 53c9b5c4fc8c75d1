/** `npm run students`, `npm run simulate` and so on: builds the server if stale and runs one of its entries. */
import './lib/node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { root } from './lib/project.mjs';

const [name, ...args] = process.argv.slice(2);
process.chdir(root);
await installWhenStale({ tools: false });
await buildOrFail({ serverOnly: true });
const command = join(root, 'server/dist', `${name}.js`);
process.argv = [process.execPath, command, ...args];
await import(pathToFileURL(command).href);
