import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type ClientConfig, Pool, type PoolClient } from 'pg';
import { migrationsFolder } from '../../folders';
import { OperatorError } from '../config/operatorError';
import { casing, type Database, isDeadlock, isLockTimeout, type OpenDatabase } from './database';
import { createPostgresListeners } from './postgresListener';
import { refuseNewerSchema } from './schemaVersion';

/** Advisory lock, the same for all instances. */
const migrationLock = 7_482_001;
/** How long a start waits for the migrations of another instance. */
const migrationMinutes = 10;
/** Unless DATABASE_URL or a setting sets another. */
const migrationLockTimeout = '5s';

/** Tries of a transaction that ends in a deadlock. */
const maxTries = 4;
const maxPauseMilliseconds = 100;

/** Detects a server that is gone without closing its connections. */
const timeouts = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Defaults are those of pg and the database. */
export interface PostgresSettings {
  /** Null to skip them. */
  migrations?: string | null | undefined;
  /** URL of the listening connection, which must not go through a transaction pooler. */
  listenUrl?: string | undefined;
  /** Pool size, without the listening connection. */
  connections?: number | undefined;
  /** Statement timeout. */
  statementSeconds?: number | undefined;
  /** Lock timeout. */
  lockSeconds?: number | undefined;
  /** How often the listening connection is probed. */
  probeMilliseconds?: number | undefined;
}

/**
 * Opens a PostgreSQL database and migrates it.
 * @param onError receives lost connections, which are replaced
 * @throws OperatorError when it cannot be used
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { migrations = migrationsFolder, ...options }: PostgresSettings = {},
): Promise<OpenDatabase> {
  const { connections, statementSeconds, lockSeconds, listenUrl, probeMilliseconds } = options;
  const connection: ClientConfig = { connectionString: url, ...timeouts };
  const pool = new Pool({
    ...connection,
    ...(connections !== undefined && { max: connections }),
    // Poolers may reject these parameters, so unset ones are not sent.
    ...(statementSeconds !== undefined && { statement_timeout: statementSeconds * 1000 }),
    ...(lockSeconds !== undefined && { lock_timeout: lockSeconds * 1000 }),
  });
  pool.on('error', onError);
  // The failing query reports the loss of a connection in use. An unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrateLocked(pool, migrations);
  } catch (error) {
    await pool.end();
    throw error instanceof OperatorError
      ? error
      : new OperatorError(`The database at DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  const listeners = createPostgresListeners({ ...connection, connectionString: listenUrl ?? url }, pool, {
    onError,
    probeMilliseconds,
  });

  return {
    db: openQueries(pool),
    isShared: true,
    listen: (channel, listener) =>
      listeners.listen(channel, listener).catch((error) => {
        const name = listenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL';
        throw new OperatorError(`The database at ${name} cannot be listened to: ${reasonOf(error)}.`);
      }),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listeners.close();
      await pool.end();
    },
  };
}

function openQueries(pool: Pool): Database {
  const db = drizzle({ client: pool, casing });
  // Drizzle never releases a connection whose `begin` failed.
  const transact: typeof db.transaction = async (use, options) => {
    const client = await pool.connect().catch((error: Error) => {
      throw new DrizzleQueryError('begin', [], error);
    });
    return drizzle({ client, casing })
      .transaction(use, options)
      .finally(() => client.release());
  };
  db.transaction = async (use, options) => {
    // A read-only transaction cannot be retried: its rows may already have been streamed out.
    const tries = options?.accessMode === 'read only' ? 1 : maxTries;
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(use, options);
      } catch (error) {
        if (!isDeadlock(error) || attempt === tries) throw error;
        await pause(Math.random() * maxPauseMilliseconds);
      }
    }
  };
  return db;
}

/**
 * Migrates in one transaction, which holds an advisory lock, so that instances that start together do not race. Nothing is set for
 * the session: behind a pooler it outlives this connection.
 * @throws OperatorError when another instance has not finished in time
 */
async function migrateLocked(pool: Pool, migrations: string | null): Promise<void> {
  const client = await pool.connect();
  try {
    if (migrations === null) return;
    await client.query('begin');
    // Migrating large tables may take long.
    await client.query('set local statement_timeout = 0');
    await lockMigrations(client);
    await refuseNewerSchema(drizzle({ client, casing }));
    // Begins no other transaction within this one, but commits it, which releases the lock.
    await migrate(drizzle({ client, casing }), { migrationsFolder: migrations });
  } finally {
    // Rolls back what is not committed.
    client.release(true);
  }
}

/** Locks the migrations until the end of the transaction, and bounds how long their tables are waited for. */
async function lockMigrations(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ given: string; isLocked: boolean }>(
    `select current_setting('lock_timeout') as given, pg_try_advisory_xact_lock($1) as "isLocked"`,
    [migrationLock],
  );
  const [{ given, isLocked } = { given: '0', isLocked: false }] = rows;
  const setLockTimeout = (timeout: string) => client.query(`select set_config('lock_timeout', $1, true)`, [timeout]);
  if (!isLocked) {
    console.error(`Another instance is migrating the database. Waiting for it, at most ${migrationMinutes} minutes.`);
    await setLockTimeout(`${migrationMinutes}min`);
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]).catch((error) => {
      throw isLockTimeout(error)
        ? new OperatorError(
            `Another instance has been migrating the database for ${migrationMinutes} minutes. Start again once it is ready.`,
          )
        : error;
    });
  }
  // All other queries queue behind a migration that waits for a lock.
  await setLockTimeout(given === '0' ? migrationLockTimeout : given);
}

/** Describes an error. A refused connection to a name with several addresses is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (isLockTimeout(error)) return 'its tables must be migrated, but another process has locked them; try again';
  return error instanceof Error ? error.message : String(error);
}
