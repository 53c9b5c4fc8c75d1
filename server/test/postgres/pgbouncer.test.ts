import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { createDatabase, type TestDatabase } from '../support/databases';
import { freePort } from '../support/freePort';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer';
import { callTo, postgresEnvironment, type Running, signInTo, startServer } from '../support/product';

const program = await findProgram('pgbouncer');
if (!program) console.warn('PgBouncer is not installed, so instances behind it are not tested.');

describe.skipIf(!program)('instances behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  const running: Running[] = [];
  beforeAll(async () => {
    database = await createDatabase(inject('postgres')?.url ?? '');
    pooler = await startPgBouncer(program ?? '', database.url);
  });
  afterAll(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGTERM');
      await exited;
    }
    await pooler.stop();
    await database.drop();
  });

  const start = async (PORT: string) => {
    const settings = { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url, PORT, HOST: '127.0.0.1' };
    const server = await startServer({ ...postgresEnvironment, ...settings });
    running.push(server);
    return server;
  };
  /** Asks each connection of the pooler, which lends them in turn. */
  const ask = async (query: string) => {
    const client = new Client({ connectionString: pooler.url });
    await client.connect();
    const answers = [];
    for (let turn = 0; turn < 20; turn += 1) answers.push(...(await client.query(query)).rows);
    await client.end();
    return answers;
  };

  test('start together on an empty database, and again after one was killed', async () => {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const [first] = await Promise.all(ports.map(start));
    const token = await signInTo(ports[1], 'ada@school.example');
    first?.child.kill('SIGKILL');
    await first?.exited;
    await start(ports[0]);
    expect(await callTo(ports[0], '/section/list/', undefined, token)).toEqual([]);
  });

  test('leave neither a lock nor a setting behind', async () => {
    const locks = await ask(
      `select * from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()`,
    );
    expect(locks).toEqual([]);
    const settings = await ask(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    );
    expect(settings).toEqual(Array.from({ length: 20 }, () => ({ lock: '0', statement: '0' })));
  });
});
