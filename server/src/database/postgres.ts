import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool } from 'pg';
import { migrationsFolder } from '../folders';
import { StartFailure } from '../startFailure';
import { casing, type Database, type OpenDatabase } from './database';
import * as schema from './schema';

/** Any number that all instances agree on. */
const migrationLock = 7_482_001;
const reconnectMilliseconds = 1000;

/** A server that is gone without a word is given up, rather than waited for without end. */
const patience = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Opens a PostgreSQL database and brings its tables up to date.
 * @param onError hears of connections that were lost; they are replaced by themselves
 * @param migrations null leaves its tables as they are
 * @throws StartFailure when it cannot be reached
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  migrations: string | null = migrationsFolder,
): Promise<OpenDatabase> {
  const connection: ClientConfig = { connectionString: url, ...patience };
  const pool = new Pool(connection);
  pool.on('error', onError);
  // Whoever uses a connection hears of its loss by the query that fails; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrateAlone(pool, migrations);
  } catch (error) {
    await pool.end();
    throw new StartFailure(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  const closing = new AbortController();
  const listeners = new Set<Client>();

  return {
    db: openQueries(pool),
    isShared: true,
    async listen(channel, listener) {
      const connect = async (): Promise<void> => {
        const client = new Client(connection);
        client.on('error', onError);
        client.on('notification', ({ payload }) => listener.message(payload ?? ''));
        try {
          await client.connect();
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
        } catch (error) {
          await client.end();
          throw error;
        }
        listeners.add(client);
        client.once('end', () => {
          listeners.delete(client);
          listener.lost();
          void reconnect();
        });
      };
      const reconnect = async (): Promise<void> => {
        while (!closing.signal.aborted) {
          try {
            await pause(reconnectMilliseconds, undefined, { signal: closing.signal });
            await connect();
            return listener.back();
          } catch (error) {
            if (!closing.signal.aborted && error instanceof Error) onError(error);
          }
        }
      };
      await connect();
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      closing.abort();
      await Promise.all([...listeners].map((client) => client.end()));
      await pool.end();
    },
  };
}

function openQueries(pool: Pool): Database {
  const db = drizzle({ client: pool, schema, casing });
  // By itself drizzle would never give a connection back whose `begin` failed.
  db.transaction = async (use, options) => {
    const client = await pool.connect().catch((error: Error) => {
      throw new DrizzleQueryError('begin', [], error);
    });
    return drizzle({ client, schema, casing })
      .transaction(use, options)
      .finally(() => client.release());
  };
  return db;
}

/** Instances that start together would race: the lock and the migrations share one connection. */
async function migrateAlone(pool: Pool, migrations: string | null): Promise<void> {
  const client = await pool.connect();
  try {
    if (migrations === null) return;
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle({ client, casing }), { migrationsFolder: migrations });
  } finally {
    // Closing the connection rather than handing it back also gives the lock back, whatever happened.
    client.release(true);
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
