import { setTimeout as pause } from 'node:timers/promises';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type ClientConfig, Pool } from 'pg';
import { migrationsFolder } from '../../folders';
import { OperatorError } from '../operatorError';
import { casing, type Database, isDeadlock, isLockTimeout, type OpenDatabase } from './database';
import { type BeforeOneWay, migrate } from './migrate';
import { createPostgresListeners } from './postgresListener';

/** Tries of a transaction that ends in a deadlock. */
const maxTries = 4;
const maxPauseMilliseconds = 100;

/** Detects a server that is gone without closing its connections. */
const timeouts = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Defaults are those of pg and the database. */
export interface PostgresSettings {
  /** Null to skip them. */
  migrations?: string | null | undefined;
  beforeOneWay?: BeforeOneWay | undefined;
  /** How long to wait for the migrations of another instance. */
  migrationPatience?: number | undefined;
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
  { migrations = migrationsFolder, beforeOneWay, migrationPatience, ...options }: PostgresSettings = {},
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
  const db = openQueries(pool);
  try {
    await (migrations === null ? db.execute(sql`select`) : migrate(db, migrations, beforeOneWay, migrationPatience));
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
    db,
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

/** Describes an error. A refused connection to a name with several addresses is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (isLockTimeout(error)) return 'its tables must be migrated, but another process has locked them; try again';
  // Its own message would show the query.
  if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}
