/** `npm start`: installs and builds if needed, then runs the server. */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { exitWithNpm, root } from './lib/project.mjs';

process.chdir(root);
exitWithNpm();
await installWhenStale({ tools: false });
await buildOrFail();
// In this process, so that signals reach the server directly.
await import('../server/dist/main.js');
