import { OperatorError } from '../platform/config/operatorError';
import { readStorageSettings } from '../platform/config/settings';
import { runCommand } from './command';
import { readBackup } from './transfer/backupFile';
import { exitOnInterrupt } from './transfer/exitOnInterrupt';
import { withProgress } from './transfer/progress';
import { writeStored } from './transfer/storage';
import { withoutExpired } from './transfer/withoutExpired';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new OperatorError('Usage: npm run restore -- FILE');
  const settings = readStorageSettings(process.env);
  exitOnInterrupt();
  await writeStored(settings, withProgress(withoutExpired(await readBackup(file))));
  console.log(`Everything of ${file} is there. Everybody signs in anew.`);
  process.exit(0);
});
