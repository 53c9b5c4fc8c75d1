import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { listNamesakes, saveStudents } from '../section/directory';
import { ListedStudent } from '../section/listedStudent';
import { publishRenames } from './changeStudents';
import { delimiters, parseCsv } from './csv';
import { findStudentColumns } from './studentColumns';

export interface ImportReport {
  added: number;
  renamed: number;
  alreadyThere: number;
  skipped: { line: number; reason: string }[];
  /** Students added whose name an existing student outside the file has: perhaps the same person. */
  alike: { name: string; email: string; other: string }[];
}

const batchSize = 1000;

const noHeader =
  'it must name the columns, such as “Name,Email” or “First name;Last name;E-mail”: add such a first line';

/** @returns the rows below the header and how to read them; null when the header lacks the columns */
function readTable(csv: string) {
  for (const delimiter of delimiters) {
    const [header, ...rows] = parseCsv(csv, delimiter);
    const columns = findStudentColumns(header?.cells ?? []);
    if (columns) return { rows, columns };
  }
  return null;
}

/**
 * Adds the students of a CSV file to the directory and corrects the names of existing ones, in one transaction.
 * @param csv its first row names the columns
 */
export async function importStudents(db: Database, csv: string): Promise<ImportReport> {
  const table = readTable(csv);
  if (!table) return { added: 0, renamed: 0, alreadyThere: 0, skipped: [{ line: 1, reason: noHeader }], alike: [] };
  const { rows, columns } = table;
  const lineOf = new Map<string, number>();
  const skipped: ImportReport['skipped'] = [];
  const students = rows.flatMap(({ line, cells, isOpen }) => {
    const student = v.safeParse(ListedStudent, { name: columns.name(cells), email: columns.email(cells) });
    const reason = isOpen ? 'a quotation mark is never closed' : student.issues?.[0].message;
    if (reason !== undefined || !student.success) {
      skipped.push({ line, reason: reason ?? 'it cannot be read' });
      return [];
    }
    const earlier = lineOf.get(student.output.email);
    if (earlier !== undefined) {
      skipped.push({ line, reason: `the email is on line ${earlier} already` });
      return [];
    }
    lineOf.set(student.output.email, line);
    return [student.output];
  });
  return db.transaction(async (tx) => {
    const addedIds: number[] = [];
    let renamed = 0;
    for (let start = 0; start < students.length; start += batchSize) {
      const saved = await saveStudents(tx, students.slice(start, start + batchSize));
      await publishRenames(tx, saved.renamedIds);
      addedIds.push(...saved.addedIds);
      renamed += saved.renamedIds.length;
    }
    const alike = (await listNamesakes(tx, addedIds)).filter(({ other }) => !lineOf.has(other));
    const added = addedIds.length;
    return { added, renamed, alreadyThere: students.length - added - renamed, skipped, alike };
  });
}
