import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from '../src/cli/transfer/backupFile';
import type { Contents, TableContents } from '../src/cli/transfer/contents';
import { fromNdjson, toNdjson } from '../src/cli/transfer/ndjson';
import { withProgress } from '../src/cli/transfer/progress';
import { readContents } from '../src/cli/transfer/readContents';
import { writeContents } from '../src/cli/transfer/writeContents';
import { teachers } from '../src/domain/tables/account';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { rowsOf } from '../src/platform/database/rows';
import { openTestDatabase } from './support/server';
import { fillWithEverything } from './support/storedData';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await fillWithEverything(database.db);
});
afterAll(() => database.close());

const namesIn = (source: OpenDatabase) =>
  readContents(source.db, async ({ tables }) => {
    const names: string[] = [];
    for await (const { name } of tables) names.push(name);
    return names;
  });

async function* linesOf(contents: Contents, chunkLength: number): AsyncGenerator<string> {
  let all = '';
  for await (const text of toNdjson(contents)) all += text;
  for (let start = 0; start < all.length; start += chunkLength) yield all.slice(start, start + chunkLength);
}

const complaints = { foreign: 'foreign', damaged: 'damaged' };

test('every table is copied except those excluded on purpose', async () => {
  const Name = v.object({ name: v.string() });
  const isPartition = '_[0-9]{4}_[0-9]{2}$';
  const all = await rowsOf(
    database.db,
    Name,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename !~ ${isPartition}`,
  );
  expect([...(await namesIn(database)), 'development_mails', 'rate_limits'].sort()).toEqual(
    all.map(({ name }) => name).sort(),
  );
});

test('a table added later is copied after those it references, and missed when absent', async () => {
  const later = await openTestDatabase();
  await later.db.execute(
    'create table answers (id integer primary key generated always as identity, teacher_id integer references teachers)',
  );
  const names = await namesIn(later);
  expect(names.indexOf('answers')).toBeGreaterThan(names.indexOf('teachers'));
  await expect(readContents(database.db, (contents) => writeContents(later.db, contents, 'It'))).rejects.toThrow(
    'The contents lack the tables answers.',
  );
  const fresh = await openTestDatabase();
  await expect(readContents(later.db, (contents) => writeContents(fresh.db, contents, 'It'))).rejects.toThrow(
    'The database has no table answers.',
  );
  expect(await fresh.db.select().from(students)).toHaveLength(40);
  await later.close();
  await fresh.close();
});

test('a copy that differs from its source is rolled back', async () => {
  const fresh = await openTestDatabase();
  const changed = (change: { rowCount: number } | { nextId: number }) =>
    readContents(database.db, ({ schema: version, tables }) => {
      async function* changedTables() {
        for await (const table of tables) yield table.name === 'sections' ? { ...table, ...change } : table;
      }
      return writeContents(fresh.db, { schema: version, tables: changedTables() }, 'It');
    });
  await expect(changed({ rowCount: 11 })).rejects.toThrow('10 of 11 rows arrived in sections.');
  await expect(changed({ nextId: 10 })).rejects.toThrow('The next id of sections would be 10, after 10.');
  expect(await fresh.db.select().from(teachers)).toEqual([]);
  await fresh.close();
});

test('a backup that breaks off leaves the old file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-contents-'));
  const file = join(folder, 'backup');
  writeFileSync(file, 'old');
  async function* breakingOff(): AsyncGenerator<TableContents> {
    yield* tablesOf(['{}']);
    throw new Error('Interrupted');
  }
  await expect(writeBackup(file, { schema: 'x', tables: breakingOff() })).rejects.toThrow('Interrupted');
  expect(readFileSync(file, 'utf8')).toBe('old');
  rmSync(folder, { recursive: true });
});

test.each([7, 1_000_000])('lines survive chunks of %i characters', async (length) => {
  const rows = ['{"name":"a\u2028b"}', '{"name":"é😀"}'];
  const contents = (): Contents => ({ schema: 'x', tables: tablesOf(rows) });
  const { schema: version, tables } = await fromNdjson(linesOf(contents(), length), complaints);
  expect(version).toBe('x');
  const read = [];
  for await (const { batches, ...table } of tables) {
    const all: string[] = [];
    for await (const batch of batches) all.push(...batch);
    read.push({ ...table, rows: all });
  }
  expect(read).toEqual([
    { name: 'names', rowCount: 2, nextId: 3, rows },
    { name: 'none', rowCount: 0, nextId: null, rows: [] },
  ]);
});

test('at most a megabyte or five hundred rows are in flight, except for a single row', async () => {
  const rows = [...Array.from({ length: 1200 }, () => '{}'), ...Array.from({ length: 3 }, () => 'x'.repeat(3_000_000))];
  const { tables } = await fromNdjson(linesOf({ schema: 'x', tables: tablesOf(rows) }, 65_536), complaints);
  const sizes: number[] = [];
  for await (const { batches } of tables) for await (const batch of batches) sizes.push(batch.length);
  expect(sizes).toEqual([500, 500, 201, 1, 1]);

  const pictures: number[] = [];
  await readContents(database.db, async (contents) => {
    for await (const { name, batches } of contents.tables) {
      for await (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(500);
        if (name === 'screenshots') pictures.push(batch.length);
      }
    }
  });
  expect(pictures).toEqual([1, 1, 1]);
});

test.each([
  [true, ['\r\x1b[Knames: 1 of 2 rows', '\r\x1b[Knames: 2 rows', '\r\x1b[Knone: 0 rows', '\r\x1b[K']],
  [false, ['names: 2 rows\n', 'none: 0 rows\n']],
])('progress on a terminal %s', async (isTTY, expected) => {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) };
  const { tables } = withProgress({ schema: 'x', tables: tablesOf(['{}', '{}']) }, output);
  for await (const { batches } of tables) for await (const _ of batches);
  expect(written).toEqual(expected);
});

async function* tablesOf(rows: string[]): AsyncGenerator<TableContents> {
  yield { name: 'names', rowCount: rows.length, nextId: 3, batches: oneByOne(rows) };
  yield { name: 'none', rowCount: 0, nextId: null, batches: oneByOne([]) };
}

async function* oneByOne(rows: string[]): AsyncGenerator<string[]> {
  for (const row of rows) yield [row];
}
