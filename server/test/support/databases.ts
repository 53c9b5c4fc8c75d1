import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A PostgreSQL database for one test. */
export interface TestDatabase {
  url: string;
  name: string;
  /** Drops it, even with open connections. */
  drop(): Promise<void>;
}

/**
 * Creates a database.
 * @param server any database of the server, with a user who may create others
 * @param template database to copy; defaults to an empty one
 */
export async function createDatabase(server: string, template = 'template0'): Promise<TestDatabase> {
  const name = `vigil_test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, name, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
