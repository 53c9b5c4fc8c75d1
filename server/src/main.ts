import { runCommand } from './command';
import { startProduct } from './product';
import { readSettings } from './settings';

const closeDeadlineMilliseconds = 10_000;

await runCommand(async () => {
  const settings = readSettings(process.env);
  const close = await startProduct(settings);
  console.log(`Vigil is ready at ${settings.publicUrl}`);
  if (settings.developmentMailbox) console.log(`Development mailbox: ${settings.publicUrl}/dev/mail`);
  console.log('Stop with Ctrl-C');

  // Ctrl-C reaches this process twice when npm hands it on as well: only the first counts.
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), closeDeadlineMilliseconds).unref();
    await close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
});
