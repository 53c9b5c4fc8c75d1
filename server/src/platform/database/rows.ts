import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from './database';

/** Runs a raw statement and validates its rows. */
export async function rowsOf<T>(db: Database, Row: v.GenericSchema<unknown, T>, statement: SQL): Promise<T[]> {
  return v.parse(v.object({ rows: v.array(Row) }), await db.execute(statement)).rows;
}

/**
 * Counts within a statement. Both drivers return a number, exact up to 2^53 and without 32-bit overflow.
 * @param what the argument of `count`
 */
export const countOf = (what: SQL = sql`*`): SQL<number> => sql<number>`count(${what})::double precision`;

export const idsOf = (rows: Iterable<{ id: number }>): number[] => Array.from(rows, ({ id }) => id);

/** Returns whether a table exists. @param name with its schema unless that is `public` */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    v.object({ exists: v.boolean() }),
    sql`select to_regclass(${name}) is not null as exists`,
  );
  return row?.exists === true;
}

/** Evaluates a subquery once. With `in`, PostgreSQL may join it and run it, including its limit, for every row. */
export const anyOf = (subquery: SQLWrapper) => sql`any(array(${subquery}))`;
