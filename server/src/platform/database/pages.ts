import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database';
import { countOf, rowsOf } from './rows';

const rowsPerPage = 50;
/** More rows are neither counted nor shown, as counting millions would delay everybody on the embedded database. */
const maxCounted = 10_000;

export interface Page<T> {
  results: T[];
  /** On all pages: 10,000 stands for that many or more. */
  total: number;
  /** From 1 on. */
  page: number;
  pages: number;
}

/**
 * Reads one page of a query's rows.
 * @param query `order` sorts the rows of all pages; `page` is the last one if there are fewer
 */
export async function readPage<T>(
  db: Database,
  Row: v.GenericSchema<unknown, T>,
  { rows, order, page = 1 }: { rows: SQL; order: SQL; page?: number | undefined },
): Promise<Page<T>> {
  const Count = v.object({ total: v.number() });
  const some = sql`select from (${rows}) as found limit ${maxCounted}`;
  const [counted] = await rowsOf(db, Count, sql`select ${countOf()} as total from (${some}) as counted`);
  const total = counted?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / rowsPerPage));
  const shown = Math.min(page, pages);
  const offset = (shown - 1) * rowsPerPage;
  const results = await rowsOf(
    db,
    Row,
    sql`select * from (${rows}) as listed order by ${order} limit ${rowsPerPage} offset ${offset}`,
  );
  return { results, total, page: shown, pages };
}
