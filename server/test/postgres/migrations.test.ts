import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openPostgres } from '../../src/platform/database/postgres';
import { withMigrationsUpTo } from '../../src/platform/database/schemaVersion';
import { createDatabase, type TestDatabase } from '../support/databases';

const first = '0000_first';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(inject('postgres')?.url ?? '');
  const { close } = await withMigrationsUpTo(first, (migrations) =>
    openPostgres(database.url, console.error, { migrations }),
  );
  await close();
});
afterAll(() => database.drop());

/** Opens the database with one migration after those up to the first. */
const openWith = (statement: string, parameters = '') =>
  withMigrationsUpTo(first, (folder) => {
    const file = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8'));
    const [entry] = journal.entries;
    journal.entries.push({ ...entry, idx: 1, tag: 'more', when: entry.when + 1 });
    writeFileSync(file, JSON.stringify(journal));
    writeFileSync(join(folder, 'more.sql'), statement);
    return openPostgres(database.url + parameters, console.error, { migrations: folder });
  });

test('security 39: migrations that find a table locked fail with a sentence and change nothing', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table teachers in access share mode');
  const options = `?options=${encodeURIComponent('-c lock_timeout=50')}`;
  await expect(openWith('create table half (); alter table teachers add column more text', options)).rejects.toThrow(
    'The database at DATABASE_URL cannot be used: its tables must be migrated, but another process has locked them; try again.',
  );
  expect((await holder.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
  await holder.end();
});

test('security 39: they wait for five seconds unless the address says otherwise', async () => {
  const { db, close } = await openWith(`create table seen as select current_setting('lock_timeout') as patience`);
  expect(await db.execute(sql`select * from seen`)).toMatchObject({ rows: [{ patience: '5s' }] });
  await close();
});

test('a start refuses a database that unreleased code has migrated, rather than work without its tables', async () => {
  const { url, drop } = await createDatabase(inject('postgres')?.url ?? '', inject('postgres')?.template);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('update drizzle.__drizzle_migrations set created_at = created_at - 1');
  await client.end();
  await expect(openPostgres(url, () => {})).rejects.toThrow(
    'The database was migrated by a state of Vigil that was never released.',
  );
  await drop();
});

test('a start says that it waits while another instance migrates', async () => {
  const { url, drop } = await createDatabase(inject('postgres')?.url ?? '', inject('postgres')?.template);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('begin; select pg_advisory_xact_lock(7482001)');
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const opening = openPostgres(url, () => {});
  await expect
    .poll(() => said.mock.calls.flat())
    .toContainEqual('Another instance is migrating the database. Waiting for it, at most 10 minutes.');
  await other.query('commit');
  await (await opening).close();
  said.mockRestore();
  await other.end();
  await drop();
});

test('a start gives up waiting for another instance that does not finish', async () => {
  const { url, drop } = await createDatabase(inject('postgres')?.url ?? '', inject('postgres')?.template);
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('begin; select pg_advisory_xact_lock(7482001)');
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(openPostgres(url, () => {}, { migrationPatience: 60 })).rejects.toThrow(
    'Another instance has been migrating the database for 0.001 minutes. Start again once it is ready. If none is starting, restart the pooler.',
  );
  said.mockRestore();
  await other.end();
  await drop();
});
