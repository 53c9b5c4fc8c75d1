import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { runCommand } from './command';
import { openEmbedded } from './database/embedded';
import { openPostgres } from './database/postgres';
import { openDataDirectory } from './dataDirectory';
import { askHolder } from './folderLock';
import { ImportReport, importStudents } from './section/importStudents';
import { readSettings, type Settings } from './settings';
import { StartFailure } from './startFailure';

await runCommand(async () => {
  const [action, file] = process.argv.slice(2);
  if (action !== 'import' || file === undefined) throw new StartFailure('Usage: npm run students -- import FILE.csv');
  const report = await importInto(readSettings(process.env), readText(file));
  for (const { line, reason } of report.skipped) console.log(`Line ${line} skipped: ${reason}.`);
  console.log(`${report.added} added, ${report.alreadyThere} already there, ${report.skipped.length} skipped.`);
  process.exit(report.added + report.alreadyThere > 0 ? 0 : 1);
});

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const isEncoding = error instanceof TypeError;
    throw new StartFailure(isEncoding ? `${file} is not UTF-8. Save it as CSV UTF-8.` : `${file} cannot be read.`);
  }
}

/** A running server takes the file over, as the embedded database is open to one process only. */
async function importInto({ databaseUrl, dataDirectory }: Settings, csv: string): Promise<ImportReport> {
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, console.error);
    return importStudents(database.db, csv).finally(database.close);
  }
  const answer = existsSync(dataDirectory) ? await askHolder(dataDirectory, csv) : undefined;
  if (answer !== undefined) return readAnswer(answer);
  const directory = await openDataDirectory(dataDirectory, async () => '');
  const database = await openEmbedded(directory.databaseFolder);
  const report = await importStudents(database.db, csv);
  await database.close();
  await directory.close();
  return report;
}

function readAnswer(answer: string): ImportReport {
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), ImportReport), answer);
  if (!report.success) throw new StartFailure('The running Vigil could not take the students. Please try again.');
  return report.output;
}
