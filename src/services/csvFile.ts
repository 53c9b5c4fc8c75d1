import Papa from 'papaparse';

/** Cells that spreadsheets would run as a formula. The library's own pattern misses cells with a line break. */
const formula = /^[=+\-@\t\r]/;

/**
 * Returns the separator that spreadsheets expect in a locale: a semicolon where the comma is the decimal mark. A `sep=`
 * line would make Excel ignore the UTF-8 mark.
 */
const separatorFor = (locale?: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ';'
    : ',';

/** Formats rows as CSV for Excel: UTF-8 with a byte order mark, formulas defused. */
export const csvOf = (rows: readonly string[][], locale?: string): string =>
  `\uFEFF${Papa.unparse([...rows], { delimiter: separatorFor(locale), newline: '\r\n', escapeFormulae: formula })}`;

/** Downloads the rows as a CSV file. */
export function saveCsv(name: string, rows: readonly string[][]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
