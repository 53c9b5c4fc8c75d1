import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, OpenDatabase } from '../src/platform/database/database';
import { oldestSchema } from '../src/platform/database/migrate';
import { rowsOf } from '../src/platform/database/rows';
import { upgrade } from './support/upgrade';

/*
 * Instances are upgraded one at a time, and an upgrade can be undone, so the version before works on with the migrated database. The schema
 * that it knows is made here by its migrations, which never change.
 */

/** What the version of `oldestSchema` finds changed but no longer uses, such as `sections.subject is gone`. */
const unused: string[] = [];

const Column = v.object({
  name: v.string(),
  table: v.string(),
  type: v.string(),
  isNullable: v.boolean(),
  isOptional: v.boolean(),
});
/** What rows must satisfy, and functions that queries call, which are of no table. */
const Rule = v.object({ name: v.string(), table: v.nullable(v.string()) });

interface Schema {
  columns: Map<string, v.InferOutput<typeof Column>>;
  rules: Map<string, v.InferOutput<typeof Rule>>;
}

const byName = <T extends { name: string }>(rows: T[]) => new Map(rows.map((row) => [row.name, row]));

async function readSchema(db: Database): Promise<Schema> {
  const tables = sql`
    select oid, relname from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  const columns = await rowsOf(
    db,
    Column,
    sql`
      select
        relname || '.' || attname as name, relname as table, format_type(atttypid, atttypmod) as type,
        not attnotnull as "isNullable", not attnotnull or atthasdef or attidentity <> '' as "isOptional"
      from (${tables}) as tables join pg_attribute on attrelid = oid
      where attnum > 0 and not attisdropped`,
  );
  const rules = await rowsOf(
    db,
    Rule,
    sql`
      select relname || ': ' || pg_get_constraintdef(pg_constraint.oid) as name, relname as table
      from (${tables}) as tables join pg_constraint on conrelid = tables.oid where contype <> 'n'
      union
      select relname || ': ' || regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* USING', ''), relname
      from (${tables}) as tables join pg_index on indrelid = oid where indisunique
      union
      select oid::regprocedure::text || ' ' || pg_get_function_result(oid), null
      from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  return { columns: byName(columns), rules: byName(rules) };
}

/** Finds what breaks a version that knows only the first schema. New tables are none of its business. */
function findBreaks(before: Schema, after: Schema): string[] {
  const known = new Set(Array.from(before.columns.values(), ({ table }) => table));
  const changed = Array.from(before.columns.values()).flatMap(({ name, type, isNullable, isOptional }) => {
    const now = after.columns.get(name);
    if (!now) return [`${name} is gone`];
    if (now.type !== type) return [`${name} is ${now.type}`];
    if (isOptional && !now.isOptional) return [`${name} is required`];
    return isNullable && !now.isNullable ? [`${name} is not null`] : [];
  });
  const added = Array.from(after.columns.values())
    .filter(({ name, table, isOptional }) => known.has(table) && !before.columns.has(name) && !isOptional)
    .map(({ name }) => `${name} is required`);
  const gone = Array.from(before.rules.keys())
    .filter((name) => !after.rules.has(name))
    .map((name) => `${name} is gone`);
  const restricted = Array.from(after.rules.values())
    .filter(({ name, table }) => table !== null && known.has(table) && !before.rules.has(name))
    .map(({ name }) => `${name} is new`);
  return [...changed, ...added, ...gone, ...restricted];
}

let database: OpenDatabase;
let before: Schema;
let newest: Schema;
beforeAll(async () => {
  database = await upgrade(oldestSchema, async (db) => {
    before = await readSchema(db);
  });
  newest = await readSchema(database.db);
});
afterAll(() => database.close());

test('no migration breaks the version before', () => {
  expect(before.columns.size).toBeGreaterThan(100);
  expect(findBreaks(before, newest)).toEqual(unused);
});

describe('is noticed to break it or not:', () => {
  test.each([
    ['alter table sign_ins add column why text not null', ['sign_ins.why is required']],
    [`alter table sign_ins add column why text not null default ''`, []],
    ['alter table sign_ins add column why text', []],
    ['alter table sections drop column subject', ['sections.subject is gone']],
    ['alter table sections rename column subject to topic', ['sections.subject is gone', 'sections.topic is required']],
    ['alter table sections alter column subject drop not null', []],
    ['alter table sections alter column subject type varchar(50)', ['sections.subject is character varying(50)']],
    ['alter table detections alter column details set not null', ['detections.details is required']],
    [
      `alter table detections alter column details set default '', alter column details set not null`,
      ['detections.details is not null'],
    ],
    ['alter table detections alter column change drop default', ['detections.change is required']],
    ['drop table excuses', expect.arrayContaining(['excuses.reason is gone'])],
    ['create unique index one on sections (name)', [expect.stringMatching(/^sections: .*\(name\) is new$/)]],
    [`alter table sections add check (name <> '')`, [expect.stringMatching(/^sections: CHECK .* is new$/)]],
    ['drop index one_number_at_the_door', [expect.stringMatching(/^attendances: .* is gone$/)]],
    ['drop function make_month(timestamptz)', ['make_month(timestamp with time zone) void is gone']],
    ['create table rooms (id integer primary key, name text not null unique)', []],
  ])('%s', async (statement, breaks) => {
    let after: Schema | undefined;
    const change = database.db.transaction(async (tx) => {
      await tx.execute(sql.raw(statement));
      after = await readSchema(tx);
      tx.rollback();
    });
    await expect(change).rejects.toThrow('Rollback');
    expect(after && findBreaks(newest, after)).toEqual(breaks);
  });
});
