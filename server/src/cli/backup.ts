import { readStorageSettings } from '../platform/config/settings';
import { StartFailure } from '../platform/config/startFailure';
import { runCommand } from './command';
import { writeBackup } from './transfer/backupFile';
import { endWhenInterrupted } from './transfer/interruption';
import { withProgress } from './transfer/progress';
import { readStored } from './transfer/stored';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new StartFailure('Usage: npm run backup -- FILE');
  endWhenInterrupted();
  await readStored(readStorageSettings(process.env), (contents) => writeBackup(file, withProgress(contents)));
  console.log(`Everything is in ${file}, but JWT_SECRET: keep that as well, in another place.`);
  process.exit(0);
});
