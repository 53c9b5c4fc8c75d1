/** Everything in a database, streamed in one pass, a few rows at a time. */
export interface Contents {
  /** The newest migration of the tables. */
  schema: string;
  /** Ordered so that rows follow those that they reference. */
  tables: AsyncIterable<TableContents>;
}

export interface TableContents {
  name: string;
  rowCount: number;
  /** The next generated id; null in a table without generated ids. */
  nextId: number | null;
  /** Rows as JSON by PostgreSQL: JavaScript's dates would lose the microseconds. */
  batches: AsyncIterable<string[]>;
}

export const madeByNewer = 'It was made by a newer Vigil: update this one first.';
