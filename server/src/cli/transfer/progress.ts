import type { Contents, TableContents } from './contents';

const updateMilliseconds = 100;

/** Where progress is shown: process.stdout, or a test's double. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const wholeNumber = new Intl.NumberFormat('en');

/** Prints progress as the contents are read: on a terminal in one line that is updated, otherwise in a line for each table. */
export function withProgress(contents: Contents, output: Output = process.stdout): Contents {
  return { ...contents, tables: tablesWithProgress(contents.tables, output) };
}

async function* tablesWithProgress(tables: Contents['tables'], output: Output): AsyncGenerator<TableContents> {
  for await (const table of tables) {
    yield { ...table, batches: batchesWithProgress(table, output) };
    const line = `${table.name}: ${wholeNumber.format(table.rowCount)} rows`;
    output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }
  if (output.isTTY) output.write('\r\x1b[K');
}

async function* batchesWithProgress(
  { name, rowCount, batches }: TableContents,
  output: Output,
): AsyncGenerator<string[]> {
  let done = 0;
  let shownAt = 0;
  for await (const rows of batches) {
    yield rows;
    done += rows.length;
    if (!output.isTTY || Date.now() - shownAt < updateMilliseconds) continue;
    shownAt = Date.now();
    output.write(`\r\x1b[K${name}: ${wholeNumber.format(done)} of ${wholeNumber.format(rowCount)} rows`);
  }
}
