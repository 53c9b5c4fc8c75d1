import { OperatorError } from '../platform/config/operatorError';
import { readStorageSettings } from '../platform/config/settings';
import { jwtSecretFile } from '../platform/files/dataDirectory';
import { runCommand } from './command';
import { exitOnInterrupt } from './transfer/exitOnInterrupt';
import { withProgress } from './transfer/progress';
import { readEmbedded, writeStored } from './transfer/storage';

await runCommand(async () => {
  const settings = readStorageSettings(process.env);
  if (settings.databaseUrl === undefined || process.argv.length > 2) {
    throw new OperatorError('Usage: DATABASE_URL=postgres://user:password@host:5432/vigil npm run move');
  }
  exitOnInterrupt();
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
