import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database';

/** Runs a statement of our own. @returns its rows, checked */
export async function rowsOf<T>(db: Database, Row: v.GenericSchema<unknown, T>, statement: SQL): Promise<T[]> {
  return v.parse(v.object({ rows: v.array(Row) }), await db.execute(statement)).rows;
}

/**
 * Counts within a statement. More than 32 bits hold are no error, and either driver gives a number, which it is exactly up to 2^53.
 * @param what as it stands between the brackets of `count`
 */
export const countOf = (what: SQL = sql`*`): SQL<number> => sql<number>`count(${what})::double precision`;

/** Whether there is a table. @param name with its schema, unless that is the public one */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    v.object({ exists: v.boolean() }),
    sql`select to_regclass(${name}) is not null as exists`,
  );
  return row?.exists === true;
}
