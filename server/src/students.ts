import { readFileSync } from 'node:fs';
import { runCommand } from './command';
import { ImportReport } from './section/importStudents';
import { readSettings } from './settings';
import { StartFailure } from './startFailure';
import { runTask } from './tasks';

await runCommand(async () => {
  const [action, file] = process.argv.slice(2);
  if (action !== 'import' || file === undefined) throw new StartFailure('Usage: npm run students -- import FILE.csv');
  const task = { task: 'importStudents', csv: readText(file) } as const;
  const report = await runTask(readSettings(process.env), task, ImportReport);
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
