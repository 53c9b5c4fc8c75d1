import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type ClientConfig, Pool } from 'pg';
import { migrationsFolder } from '../../folders';
import { OperatorError } from '../config/operatorError';
import { casing, type Database, isDeadlock, isLockTimeout, type OpenDatabase } from './database';
import { createPostgresListeners } from './postgresListener';
import * as schema from './schema';
import { refuseNewerSchema } from './schemaVersion';

/** Any number that all instances agree on. */
const migrationLock = 7_482_001;
/** Unless DATABASE_URL or a setting says another. */
const migrationLockTimeout = '5s';

/** Of two transactions that wait for each other the database ends one, which then may begin again. */
const mostTries = 4;
const longestPauseMilliseconds = 100;

/** A server that is gone without a word is given up, rather than waited for without end. */
const patience = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** What a school's network needs; unset, pg's and the database's own. */
export interface PostgresSettings {
  /** Another address of the same database for the connection that listens, which no pooler may share out. */
  listenUrl?: string | undefined;
  /** The most connections, besides the one that listens. */
  connections?: number | undefined;
  /** A statement that takes longer is given up. */
  statementSeconds?: number | undefined;
  /** So is one that waits longer for a lock. */
  lockSeconds?: number | undefined;
  /** How often the connection that listens proves that it hears. */
  probeMilliseconds?: number | undefined;
}

/**
 * Opens a PostgreSQL database and brings its tables up to date.
 * @param onError hears of connections that were lost; they are replaced by themselves
 * @param migrations null leaves its tables as they are
 * @throws OperatorError when it cannot be reached
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  migrations: string | null = migrationsFolder,
  settings: PostgresSettings = {},
): Promise<OpenDatabase> {
  const { connections, statementSeconds, lockSeconds } = settings;
  const connection: ClientConfig = { connectionString: url, ...patience };
  const pool = new Pool({
    ...connection,
    ...(connections !== undefined && { max: connections }),
    // A pooler may know no such parameters: unset, none are sent.
    ...(statementSeconds !== undefined && { statement_timeout: statementSeconds * 1000 }),
    ...(lockSeconds !== undefined && { lock_timeout: lockSeconds * 1000 }),
  });
  pool.on('error', onError);
  // Whoever uses a connection hears of its loss by the query that fails; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrateAlone(pool, migrations);
  } catch (error) {
    await pool.end();
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  const listeners = createPostgresListeners(
    { ...connection, connectionString: settings.listenUrl ?? url },
    pool,
    onError,
    settings.probeMilliseconds,
  );

  return {
    db: openQueries(pool),
    isShared: true,
    listen: listeners.listen,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listeners.close();
      await pool.end();
    },
  };
}

function openQueries(pool: Pool): Database {
  const db = drizzle({ client: pool, schema, casing });
  // By itself drizzle would never give a connection back whose `begin` failed.
  const transact: typeof db.transaction = async (use, options) => {
    const client = await pool.connect().catch((error: Error) => {
      throw new DrizzleQueryError('begin', [], error);
    });
    return drizzle({ client, schema, casing })
      .transaction(use, options)
      .finally(() => client.release());
  };
  db.transaction = async (use, options) => {
    // What only reads hands on what it has read, and cannot take it back.
    const tries = options?.accessMode === 'read only' ? 1 : mostTries;
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(use, options);
      } catch (error) {
        if (!isDeadlock(error) || attempt === tries) throw error;
        await pause(Math.random() * longestPauseMilliseconds);
      }
    }
  };
  return db;
}

/** Instances that start together would race: the lock and the migrations share one connection. */
async function migrateAlone(pool: Pool, migrations: string | null): Promise<void> {
  const client = await pool.connect();
  try {
    if (migrations === null) return;
    // However long it takes to wait for another instance, or to bring large tables up to date.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle({ client, schema, casing });
    await refuseNewerSchema(db);
    // A migration that waits for a long query would keep every other query of the school waiting behind it.
    await client.query(`select set_config('lock_timeout', $1, false) where current_setting('lock_timeout') = '0'`, [
      migrationLockTimeout,
    ]);
    await migrate(db, { migrationsFolder: migrations });
  } finally {
    // Closing the connection rather than handing it back also gives the lock back, whatever happened.
    client.release(true);
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (isLockTimeout(error)) return 'somebody else holds its tables, which have to be brought up to date; try again';
  return error instanceof Error ? error.message : String(error);
}
