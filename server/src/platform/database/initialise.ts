import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { EmbeddedClient } from './embeddedClient';

// Runs as a child process of the first start. Creates the embedded database under a temporary name and renames it when complete.
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('The folder is missing.');
const unfinishedName = `${folder}.new-`;
const unfinished = `${unfinishedName}${randomUUID()}`;
process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }));
// The parent was killed. Another start may be running already.
process.once('disconnect', () => process.exit(1));
// Optimising WebAssembly does not pay off in three seconds. Node ignores unknown flags.
setFlagsFromString('--liftoff-only');
removeDebris();
try {
  const client = await EmbeddedClient.open(unfinished);
  await client.close();
  renameSync(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

/** Removes what killed or failed earlier starts left behind. */
function removeDebris(): void {
  const parent = dirname(unfinishedName);
  const debris = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((path) => path.startsWith(unfinishedName));
  for (const path of debris) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A child that was just killed may still be writing. A broken disk will fail the next step too.
    }
  }
}
