import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { auditCommand } from '../../domain/audit/audit';
import { migrationsFolder } from '../../folders';
import { databaseFolder, openDataDirectory } from '../../platform/config/dataDirectory';
import type { Database, OpenDatabase } from '../../platform/database/database';
import { openEmbedded } from '../../platform/database/embedded';
import { migrate } from '../../platform/database/migrate';
import { openPostgres } from '../../platform/database/postgres';
import { isKnownSchema, readSchemaVersion, withMigrationsUpTo } from '../../platform/database/schemaVersion';
import { askServer } from '../../platform/files/askServer';
import { OperatorError } from '../../platform/operatorError';
import type { StorageSettings } from '../../settings';
import { type Contents, madeByNewer } from './contents';
import { fromNdjson, toNdjson } from './ndjson';
import { readContents } from './readContents';
import { writeContents } from './writeContents';

/** The request of a command to a running server. */
export const contentsRequest = 'contents';

/** Answers `contentsRequest`. */
export const replyContents = (db: Database, reply: Writable): Promise<void> =>
  readContents(db, (contents) => pipeline(toNdjson(contents), reply));

type Use<T> = (contents: Contents) => Promise<T>;

/**
 * Reads all stored data. A running server reads the embedded database for us, as only one process can open it.
 *
 * @throws OperatorError when there is nothing, or it cannot be reached
 */
export async function readStored<T>({ databaseUrl, dataDirectory }: StorageSettings, use: Use<T>): Promise<T> {
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, () => {}, { migrations: null });
    return readContents(database.db, use).finally(database.close);
  }
  const reply = await askServer(dataDirectory, contentsRequest);
  if (!reply) return readEmbedded(dataDirectory, use);
  const broken = 'The running server broke the connection. Please try again.';
  return use(await fromNdjson(reply, { foreign: broken, damaged: broken }));
}

/** Reads an embedded database that no server has open. Throws as `readStored` does. */
export async function readEmbedded<T>(dataDirectory: string, use: Use<T>): Promise<T> {
  if (!existsSync(databaseFolder(dataDirectory))) {
    throw new OperatorError(`There is no database in the data directory ${dataDirectory}.`);
  }
  const directory = await openDataDirectory(dataDirectory);
  const database = await openEmbedded(directory.databaseFolder, null);
  return readContents(database.db, use).finally(database.close).finally(directory.close);
}

/**
 * Writes contents to the database of the settings, which must be empty; see `writeContents`. Contents of an older schema are
 * migrated afterwards, as at a start of the server. All of it is one transaction: a failure leaves nothing behind, not even tables.
 *
 * @throws OperatorError when it is not empty or cannot be reached, or the contents are newer than this Vigil
 */
export async function writeStored({ databaseUrl, dataDirectory }: StorageSettings, contents: Contents): Promise<void> {
  if (!isKnownSchema(contents.schema)) throw new OperatorError(madeByNewer);
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, () => {}, { migrations: null });
    return fill(database, contents, 'The database at DATABASE_URL').finally(database.close);
  }
  const directory = await openDataDirectory(dataDirectory);
  const database = await openEmbedded(directory.databaseFolder, null);
  await fill(database, contents, `The data directory ${dataDirectory}`)
    .finally(database.close)
    .finally(directory.close);
}

const fill = ({ db }: OpenDatabase, contents: Contents, databaseName: string): Promise<void> =>
  db.transaction(async (tx) => {
    await withMigrationsUpTo(contents.schema, (migrations) => migrate(tx, migrations));
    if ((await readSchemaVersion(tx)) !== contents.schema) {
      throw new OperatorError(
        `${databaseName} has a newer schema than the data to write. Use a database that Vigil has never opened.`,
      );
    }
    await writeContents(tx, contents, databaseName);
    await migrate(tx, migrationsFolder);
    await auditCommand(tx, { action: 'command', detail: 'everything was written' });
  });
