import Papa from 'papaparse';

/** A cell that begins so would be a formula. The library's own pattern overlooks one with a line break in it. */
const formula = /^[=+\-@\t\r]/;

/**
 * The separator that a spreadsheet expects where these numbers are written: a semicolon where the comma is taken. A line
 * `sep=` in the file would say so too, but Excel then overlooks that the text is UTF-8.
 */
const separatorFor = (locale?: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ';'
    : ',';

/** Rows of cells as CSV that Excel opens right: UTF-8 with its mark, and nothing in it that it would calculate. */
export const csvOf = (rows: readonly string[][], locale?: string): string =>
  `\uFEFF${Papa.unparse([...rows], { delimiter: separatorFor(locale), newline: '\r\n', escapeFormulae: formula })}`;

/** Offers the rows as a file of that name. */
export function saveCsv(name: string, rows: readonly string[][]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
