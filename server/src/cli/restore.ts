import { readStorageSettings } from '../platform/config/settings';
import { StartFailure } from '../platform/config/startFailure';
import { runCommand } from './command';
import { readBackup } from './transfer/backupFile';
import { endWhenInterrupted } from './transfer/interruption';
import { withProgress } from './transfer/progress';
import { writeStored } from './transfer/stored';
import { withoutEnded } from './transfer/withoutEnded';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new StartFailure('Usage: npm run restore -- FILE');
  const settings = readStorageSettings(process.env);
  endWhenInterrupted();
  await writeStored(settings, withProgress(withoutEnded(await readBackup(file))));
  console.log(`Everything of ${file} is there. Everybody signs in anew.`);
  process.exit(0);
});
