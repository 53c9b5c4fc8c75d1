/** All that a database holds, on its way from one to another or to a file, in one pass and a few rows at a time. */
export interface Contents {
  /** The newest migration that the tables have seen. */
  schema: string;
  /** In an order in which no row comes before one that it refers to. */
  tables: AsyncIterable<TableContents>;
}

export interface TableContents {
  name: string;
  rowCount: number;
  /** What the next row's generated id will be; null in a table without such ids. */
  nextId: number | null;
  /** Each row as JSON of PostgreSQL's own making, which loses nothing: JavaScript's dates would lose the microseconds. */
  batches: AsyncIterable<string[]>;
}

/** What is said of contents that this Vigil cannot know how to read. */
export const madeByNewer = 'It was made by a newer Vigil: update this one first.';
