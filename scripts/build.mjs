/** `npm run build`: rebuilds the front end, the students' page and the server. */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale({ tools: false });
await buildOrFail({ force: true });
