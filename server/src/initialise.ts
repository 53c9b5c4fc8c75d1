import { renameSync, rmSync } from 'node:fs';
import { EmbeddedClient } from './database/embeddedClient';

// Runs in a child process of the first start: creates the embedded database's files and ends. The folder is there only when
// all of them are.
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('The folder is missing.');
const unfinished = `${folder}.new`;
try {
  rmSync(unfinished, { recursive: true, force: true });
  const client = await EmbeddedClient.open(unfinished);
  await client.close();
  renameSync(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
