import { readStorageSettings } from '../platform/config/settings';
import { StartFailure } from '../platform/config/startFailure';
import { jwtSecretFile } from '../platform/files/dataDirectory';
import { runCommand } from './command';
import { endWhenInterrupted } from './transfer/interruption';
import { withProgress } from './transfer/progress';
import { readEmbedded, writeStored } from './transfer/stored';

await runCommand(async () => {
  const settings = readStorageSettings(process.env);
  if (settings.databaseUrl === undefined || process.argv.length > 2) {
    throw new StartFailure('Usage: DATABASE_URL=postgres://user:password@host:5432/vigil npm run move');
  }
  endWhenInterrupted();
  const { dataDirectory } = settings;
  await readEmbedded(dataDirectory, (contents) => writeStored(settings, withProgress(contents)));
  console.log(
    [
      `Everything in ${dataDirectory} is now at DATABASE_URL as well.`,
      'Sign-ins and screenshot addresses go on only with the same secret: unless you have set JWT_SECRET yourself so far,',
      `it is what ${jwtSecretFile(dataDirectory)} holds.`,
    ].join('\n'),
  );
  process.exit(0);
});
