import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database on PostgreSQL that a test has to itself. */
export interface TestDatabase {
  url: string;
  name: string;
  /** Removes it, whoever is connected to it. */
  drop(): Promise<void>;
}

/**
 * Makes a database.
 * @param server any database of the server, open to a user who may create others
 * @param template the name of another to copy; an empty one without
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
