import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRow {
  /** Line where it starts, counted from 1. */
  line: number;
  cells: string[];
  /** Whether a quotation mark is never closed. */
  isOpen: boolean;
}

/** Delimiters that spreadsheets of different countries use; tabs come from copied tables. */
export const delimiters = [',', ';', '\t', '|'];

/** Parses CSV (RFC 4180). Skips empty lines and a leading `sep=;`. */
export function parseCsv(file: string, delimiter: string): CsvRow[] {
  // With uniform line endings, the parser counts lines as an editor does.
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
