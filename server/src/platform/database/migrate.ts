import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as v from 'valibot';
import { OperatorError } from '../operatorError';
import { type Database, isLockTimeout } from './database';
import { hasTable, rowsOf } from './rows';
import { isKnownSchema, migrationsTable, readSchemaVersion } from './schemaVersion';

/**
 * The last migration of the oldest version that can work with the newest schema: beside this version, while instances are upgraded one at
 * a time, and after it, when an upgrade is undone. server/test/rollingUpgrade.test.ts proves it. Raise it to the last migration of the
 * version before this one when a new migration needs that, and to the new migration itself when that version cannot work with it either.
 */
export const oldestSchema = '0032_administrators';

/** Called with the data before migrations after which the version that wrote them cannot work with it. To throw stops the migrations. */
export type BeforeOneWay = (db: Database, schema: string) => Promise<void>;

const table = sql.raw(migrationsTable);

/** Advisory lock, the same for all instances. */
const migrationLock = 7_482_001;
/** How long a start waits for the migrations of another instance. */
const migrationMilliseconds = 600_000;
/** Unless DATABASE_URL or a setting sets another. */
const migrationLockTimeout = '5s';

/**
 * Migrates in one transaction, which holds an advisory lock, so that instances that start together do not race. Nothing is set for the
 * session: behind a pooler it outlives the connection.
 * @param migrations folder of the migrations
 * @param patience how long to wait for another instance, in ms
 * @throws OperatorError when a newer version has migrated the database, or another instance has not finished in time
 */
export const migrate = (
  db: Database,
  migrations: string,
  beforeOneWay?: BeforeOneWay,
  patience = migrationMilliseconds,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Migrating large tables may take long.
    await tx.execute(sql`set local statement_timeout = 0`);
    await lockMigrations(tx, patience);
    const schema = await readSchemaVersion(tx);
    if (schema === '') return refuseUnlessCompatible(tx);
    // The tags begin with their numbers.
    if (schema !== null && schema < oldestSchema) await beforeOneWay?.(tx, schema);
    await runMigrations(tx, migrations);
    if ((await readOldestSchema(tx)) !== oldestSchema) {
      await tx.execute(sql`comment on table ${table} is ${sql.raw(`'${oldestSchema}'`)}`);
    }
  });

/** Locks the migrations until the end of the transaction, and bounds how long their tables are waited for. */
async function lockMigrations(tx: Database, patience: number): Promise<void> {
  const [{ given, isLocked } = { given: '0', isLocked: false }] = await rowsOf(
    tx,
    v.object({ given: v.string(), isLocked: v.boolean() }),
    sql`select current_setting('lock_timeout') as given, pg_try_advisory_xact_lock(${migrationLock}) as "isLocked"`,
  );
  const setLockTimeout = (timeout: string) => tx.execute(sql`select set_config('lock_timeout', ${timeout}, true)`);
  if (!isLocked) {
    const minutes = patience / 60_000;
    console.error(`Another instance is migrating the database. Waiting for it, at most ${minutes} minutes.`);
    await setLockTimeout(`${patience}ms`);
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`).catch((error) => {
      throw isLockTimeout(error)
        ? new OperatorError(
            `Another instance has been migrating the database for ${minutes} minutes. Start again once it is ready. If none is starting, restart the pooler.`,
          )
        : error;
    });
  }
  // All other queries queue behind a migration that waits for a lock.
  await setLockTimeout(given === '0' ? migrationLockTimeout : given);
}

/** Reads from the database the oldest schema whose version can work with it: a newer version has written it there. */
async function readOldestSchema(db: Database): Promise<string | null> {
  const [row] = await rowsOf(
    db,
    v.object({ oldest: v.nullable(v.string()) }),
    sql`select obj_description(${migrationsTable}::regclass) as oldest`,
  );
  return row?.oldest ?? null;
}

async function refuseUnlessCompatible(db: Database): Promise<void> {
  const oldest = await readOldestSchema(db);
  if (oldest !== null && isKnownSchema(oldest)) return;
  throw new OperatorError(
    'A newer version of Vigil has migrated the database. Update this one, or go back: restore the backup from before the upgrade into an empty database.',
  );
}

/** Runs the migrations that are newer than the database, and notes them as drizzle does. */
async function runMigrations(tx: Database, migrations: string): Promise<void> {
  if (!(await hasTable(tx, migrationsTable))) {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(sql`create table ${table} (id serial primary key, hash text not null, created_at bigint)`);
  }
  const [row] = await rowsOf(
    tx,
    v.object({ last: v.nullable(v.number()) }),
    sql`select max(created_at)::double precision as last from ${table}`,
  );
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({ migrationsFolder: migrations })) {
    if (folderMillis <= (row?.last ?? 0)) continue;
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into ${table} (hash, created_at) values (${hash}, ${folderMillis})`);
  }
}
