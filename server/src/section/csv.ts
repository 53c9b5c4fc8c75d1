/** One record of a CSV file. */
export interface CsvRow {
  /** Where it starts, from 1. */
  line: number;
  cells: string[];
  /** A quotation mark in it is never closed. */
  isOpen: boolean;
}

/** A cell in quotation marks or without, and what ends it. */
const cellPattern = (delimiter: string) =>
  new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)("?)|([^${delimiter}\\r\\n]*))[^${delimiter}\\r\\n]*(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'y',
  );

/** Reads CSV as RFC 4180 describes it, with commas or, as some spreadsheets write, semicolons. Empty lines are left out. */
export function parseCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  const [header = ''] = text.split(/[\r\n]/, 1);
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  const pattern = cellPattern(delimiter);
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [], isOpen: false };
  while (pattern.lastIndex < text.length) {
    const [cell, quoted, closing, plain = '', end = ''] = pattern.exec(text) ?? [];
    if (cell === undefined) break;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    row.isOpen ||= closing === '';
    line += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === delimiter) continue;
    if (row.cells.some((value) => value !== '')) rows.push(row);
    row = { line, cells: [], isOpen: false };
  }
  return rows;
}
