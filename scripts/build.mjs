/** `npm run build`: builds front end and server anew. */
import './lib/node-version.mjs';
import { buildOrFail } from './lib/build.mjs';
import { installWhenStale } from './lib/install.mjs';

await installWhenStale({ tools: false });
await buildOrFail({ anew: true });
