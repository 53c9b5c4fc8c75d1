import Papa from 'papaparse';

/** What separates the cells of a CSV file. */
export type Separator = ',' | ';';

/**
 * Where a formula could begin: at the start of a cell, and behind whatever a spreadsheet may split at. It may expect
 * another separator than the file's.
 */
const formulaStart = /((?:^|[,;\t\r\n])"*)(?=[=+\-@\t\r])/g;

/**
 * Formats rows as CSV for Excel: UTF-8 with a byte order mark, formulas defused by an apostrophe. A `sep=` line would
 * make Excel ignore the mark.
 */
export const csvOf = (rows: readonly string[][], delimiter: Separator): string => {
  const defused = rows.map((cells) => cells.map((cell) => cell.replace(formulaStart, "$1'")));
  return `\uFEFF${Papa.unparse(defused, { delimiter, newline: '\r\n', quotes: true })}`;
};

/** Downloads the rows as a CSV file. */
export function saveCsv(name: string, rows: readonly string[][], separator: Separator): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(rows, separator)], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
