/** `npm start`: installs and builds what is missing, then becomes the server. */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';
import { endWithNpm } from './lib/npm.mjs';
import { root } from './lib/project.mjs';

process.chdir(root);
void endWithNpm();
await installWhenStale({ tools: false });
await buildOrFail();
// In this very process, so that a signal reaches the server without anybody in between.
await import('../server/dist/main.js');
