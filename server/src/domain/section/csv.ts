import { CsvError, parse } from 'csv-parse/sync';

/** One record of a CSV file. */
export interface CsvRow {
  /** Where it starts, from 1. */
  line: number;
  cells: string[];
  /** A quotation mark in it is never closed. */
  isOpen: boolean;
}

/** What separates the cells of a table, as spreadsheets of different countries save one, or as a copied one has it. */
export const delimiters = [',', ';', '\t', '|'];

/** Reads CSV as RFC 4180 describes it. Empty lines are left out, and so is a first one such as `sep=;`. */
export function parseCsv(file: string, delimiter: string): CsvRow[] {
  // With one kind of line ending only, the parser counts lines as an editor does.
  const text = file.replace(/\r\n?/g, '\n').replace(/^\uFEFF?sep=.(?=\n)/, '');
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells, isOpen: false });
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    rows.push({ line, cells: [], isOpen: true });
  }
  return rows;
}
