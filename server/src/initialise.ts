import { openFiles } from './database/embedded';

// Runs in a child process of the first start: creates the embedded database's files and ends.
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('The folder is missing.');
try {
  const files = await openFiles(folder);
  await files.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
