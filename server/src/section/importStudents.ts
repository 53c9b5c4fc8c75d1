import * as v from 'valibot';
import { normaliseEmail } from '../account/teachers';
import type { Database } from '../database/database';
import { tellOfNames } from './changeStudents';
import { parseCsv } from './csv';
import { saveStudents } from './directory';

/** What became of the lines of a file. */
export const ImportReport = v.object({
  added: v.number(),
  renamed: v.number(),
  alreadyThere: v.number(),
  skipped: v.array(v.object({ line: v.number(), reason: v.string() })),
});
export type ImportReport = v.InferOutput<typeof ImportReport>;

const batchSize = 1000;

/** A student's name as it is kept. */
export const Name = v.pipe(
  v.string(),
  v.transform((name) => name.replace(/\s+/g, ' ').trim()),
  v.nonEmpty('the name is missing'),
  v.maxLength(200, 'the name is longer than 200 characters'),
  v.regex(/^\P{Cc}*$/u, 'the name has characters that cannot be kept'),
);
const Email = v.pipe(
  v.string(),
  v.transform(normaliseEmail),
  v.nonEmpty('the email is missing'),
  v.email('the email is not valid'),
  v.maxLength(254, 'the email is longer than 254 characters'),
);
const Student = v.object({ name: Name, email: Email });

/**
 * Adds the students of a CSV file, whose header names the columns `name` and `email`, to the directory, and corrects the names of
 * those who are there. All is done or nothing.
 */
export async function importStudents(db: Database, csv: string): Promise<ImportReport> {
  const [header, ...rows] = parseCsv(csv);
  const columns = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [name, email] = [columns.indexOf('name'), columns.indexOf('email')];
  if (name < 0 || email < 0) {
    return {
      added: 0,
      renamed: 0,
      alreadyThere: 0,
      skipped: [{ line: 1, reason: 'the header must name the columns name and email' }],
    };
  }
  const lineOf = new Map<string, number>();
  const skipped: ImportReport['skipped'] = [];
  const students = rows.flatMap(({ line, cells, isOpen }) => {
    const student = v.safeParse(Student, { name: cells[name] ?? '', email: cells[email] ?? '' });
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
  const { added, renamed } = await db.transaction(async (tx) => {
    const sum = { added: 0, renamed: 0 };
    for (let start = 0; start < students.length; start += batchSize) {
      const saved = await saveStudents(tx, students.slice(start, start + batchSize));
      await tellOfNames(tx, saved.renamedIds);
      sum.added += saved.added;
      sum.renamed += saved.renamedIds.length;
    }
    return sum;
  });
  return { added, renamed, alreadyThere: students.length - added - renamed, skipped };
}
