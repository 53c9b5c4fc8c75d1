import { version } from '../../package.json';
import { runCommand } from './cli/failures';
import { isOpenToOthers } from './platform/config/dataDirectory';
import { OperatorError } from './platform/operatorError';
import { startProduct } from './product';
import { misspeltSettings, readSettings } from './settings';
import { welcome } from './welcome';

const closeDeadlineMilliseconds = 10_000;

if (process.argv.includes('--version')) {
  console.log(version);
  process.exit(0);
}

await runCommand(async () => {
  const [argument] = process.argv.slice(2);
  if (argument !== undefined)
    throw new OperatorError(
      `Vigil does not know ${argument}. Its settings are environment variables: see README.md. --version prints its version.`,
    );
  for (const sentence of misspeltSettings(process.env)) console.error(sentence);
  const settings = readSettings(process.env);
  const { log, close } = await startProduct(settings);
  // Standard output is for the log's lines of JSON.
  console.error(welcome(settings, isOpenToOthers));

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
