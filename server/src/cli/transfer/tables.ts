import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';
import { countOf, rowsOf } from '../../platform/database/rows';

/** Not copied: the development mailbox and short-lived rate-limit counters. */
const excludedTables = new Set(['development_mails', 'rate_limits']);

/** A table according to the database's catalog. */
const Table = v.object({
  name: v.string(),
  identity: v.nullable(v.object({ column: v.string(), sequence: v.string() })),
  /** Without generated columns. */
  columns: v.array(v.string()),
  hasBytes: v.boolean(),
  references: v.array(v.string()),
});
export type Table = v.InferOutput<typeof Table>;

const Identity = v.object({ next: v.number(), highest: v.number() });

/**
 * Lists the tables to copy, each after those that it references: all but the excluded ones, so that new ones are never forgotten.
 * Partitions are copied as part of their table.
 */
export async function listTables(db: Database): Promise<Table[]> {
  const tables = await rowsOf(
    db,
    Table,
    sql`
      select
        relname as name,
        (
          select json_build_object(
            'column', attname,
            'sequence', pg_get_serial_sequence(format('%I.%I', 'public', relname), attname)
          )
          from pg_attribute where attrelid = pg_class.oid and attidentity <> ''
        ) as identity,
        (
          select json_agg(attname order by attnum) from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and attgenerated = '' and not attisdropped
        ) as columns,
        exists (
          select from pg_attribute
          where attrelid = pg_class.oid and atttypid = 'bytea'::regtype and not attisdropped
        ) as "hasBytes",
        coalesce(
          (
            select json_agg(other.relname)
            from pg_constraint
            left join pg_inherits partition on partition.inhrelid = conrelid
            left join pg_inherits referred on referred.inhrelid = confrelid
            join pg_class other on other.oid = coalesce(referred.inhparent, confrelid)
            where coalesce(partition.inhparent, conrelid) = pg_class.oid and contype = 'f' and other.oid <> pg_class.oid
          ),
          '[]'
        ) as "references"
      from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      order by relname`,
  );
  const waiting = new Map(tables.filter(({ name }) => !excludedTables.has(name)).map((table) => [table.name, table]));
  const sorted: Table[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ references }) => !references.some((name) => waiting.has(name)));
    if (!next) throw new Error(`The tables ${[...waiting.keys()].join(', ')} refer to each other in a circle.`);
    waiting.delete(next.name);
    sorted.push(next);
  }
  return sorted;
}

export async function countRows(db: Database, { name }: Table): Promise<number> {
  const [row] = await rowsOf(
    db,
    v.object({ count: v.number() }),
    sql`select ${countOf()} as count from ${sql.identifier(name)}`,
  );
  return row?.count ?? 0;
}

/** Returns the next id of a table's sequence, and the highest id in use; null in a table without generated ids. */
export async function readIdentity(
  db: Database,
  { name, identity }: Table,
): Promise<v.InferOutput<typeof Identity> | null> {
  if (!identity) return null;
  const [row] = await rowsOf(
    db,
    Identity,
    sql`
      select
        (case when is_called then last_value + 1 else last_value end)::double precision as next,
        (select coalesce(max(${sql.identifier(identity.column)}), 0) from ${sql.identifier(name)})::double precision as highest
      from ${sql.raw(identity.sequence)}`,
  );
  return row ?? null;
}
