import { runCommand } from './command';
import { startProduct } from './product';
import { readSettings } from './settings';

const isLoopback = (host: string) => /^(localhost|127\..*|::1)$/.test(host);
const closeDeadlineMilliseconds = 10_000;

await runCommand(async () => {
  const settings = readSettings(process.env);
  const close = await startProduct(settings);
  console.log(`Vigil is ready at ${settings.publicUrl}`);
  if (settings.developmentMailbox) console.log(`Development mailbox: ${settings.publicUrl}/dev/mail`);
  if (settings.developmentMailbox && !isLoopback(settings.host)) {
    console.log('Whoever reaches this server can read that mailbox: set SMTP_URL before others use it.');
  }
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
