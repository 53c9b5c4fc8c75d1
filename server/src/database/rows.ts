import type { SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database';

/** Runs a statement of our own. @returns its rows, checked */
export async function rowsOf<T>(db: Database, Row: v.GenericSchema<unknown, T>, statement: SQL): Promise<T[]> {
  return v.parse(v.object({ rows: v.array(Row) }), await db.execute(statement)).rows;
}
