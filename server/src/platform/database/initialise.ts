import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { EmbeddedClient } from './embeddedClient';

// Runs in a child process of the first start: creates the embedded database's files and ends. The folder is there only when
// all of them are.
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('The folder is missing.');
const unfinishedName = `${folder}.new-`;
const unfinished = `${unfinishedName}${randomUUID()}`;
process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }));
// The start was killed, and another may be making the same by now.
process.once('disconnect', () => process.exit(1));
// For three seconds it does not pay to optimise the database's WebAssembly. Where the flag is unknown, it is passed over.
setFlagsFromString('--liftoff-only');
removeLeft();
try {
  const client = await EmbeddedClient.open(unfinished);
  await client.close();
  renameSync(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

/** Takes away what an earlier first start could not: it was killed, or its disk let nothing be removed. */
function removeLeft(): void {
  const parent = dirname(unfinishedName);
  const left = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((path) => path.startsWith(unfinishedName));
  for (const path of left) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // One that was killed just now may still be writing there, and a disk that refuses this refuses what follows.
    }
  }
}
