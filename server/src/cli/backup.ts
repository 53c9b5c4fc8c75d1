import { OperatorError } from '../platform/config/operatorError';
import { readStorageSettings } from '../platform/config/settings';
import { runCommand } from './command';
import { writeBackup } from './transfer/backupFile';
import { exitOnInterrupt } from './transfer/exitOnInterrupt';
import { withProgress } from './transfer/progress';
import { readStored } from './transfer/storage';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new OperatorError('Usage: npm run backup -- FILE');
  exitOnInterrupt();
  await readStored(readStorageSettings(process.env), (contents) => writeBackup(file, withProgress(contents)));
  console.log(`Everything is in ${file}, but JWT_SECRET: keep that as well, in another place.`);
  process.exit(0);
});
