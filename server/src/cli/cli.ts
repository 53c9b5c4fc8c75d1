import { runCommand } from './failures';
import { startTyped } from './startTyped';

await runCommand(async () => {
  await startTyped(process.argv.slice(2));
  process.exit(0);
});
