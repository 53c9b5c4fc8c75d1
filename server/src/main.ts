import { runCommand } from './cli/failures';
import { isOpenToOthers } from './platform/files/dataDirectory';
import { startProduct } from './product';
import { readSettings } from './settings';
import { welcome } from './welcome';

const closeDeadlineMilliseconds = 10_000;

await runCommand(async () => {
  const settings = readSettings(process.env);
  const { log, close } = await startProduct(settings);
  console.log(welcome(settings, isOpenToOthers));

  // State is unknown after an uncaught exception: exit and let the supervisor restart us.
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'uncaught error');
    process.exit(1);
  });

  // npm passes Ctrl-C on, so it arrives twice: only the first counts.
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), closeDeadlineMilliseconds).unref();
    await close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
});
