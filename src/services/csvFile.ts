import Papa from 'papaparse';
import type { Separator } from '../model/logs/csvSeparator';

/** Cells that spreadsheets would run as a formula. The library's own pattern misses cells with a line break. */
const formula = /^[=+\-@\t\r]/;

/**
 * Formats rows as CSV for Excel: UTF-8 with a byte order mark, formulas defused. A `sep=` line would make Excel ignore
 * the mark.
 */
export const csvOf = (rows: readonly string[][], delimiter: Separator): string =>
  `\uFEFF${Papa.unparse([...rows], { delimiter, newline: '\r\n', escapeFormulae: formula })}`;

/** Downloads the rows as a CSV file. */
export function saveCsv(name: string, rows: readonly string[][], separator: Separator): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(rows, separator)], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
