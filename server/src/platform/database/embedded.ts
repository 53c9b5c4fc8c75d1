import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../../folders';
import { OperatorError } from '../config/operatorError';
import { fileReason } from '../files/fileReason';
import { casing, type Database, type OpenDatabase } from './database';
import { EmbeddedClient } from './embeddedClient';
import * as schema from './schema';
import { refuseNewerSchema } from './schemaVersion';

const reopenMilliseconds = 2000;
/** Two segments of PostgreSQL's log: enough for it to open. */
const roomBytes = 32 * 1024 * 1024;

/** The embedded database, around which a server can be built before it is open. */
export interface EmbeddedDatabase extends OpenDatabase {
  /**
   * Opens it and brings its tables up to date; until then it answers nothing.
   * @throws OperatorError when they cannot be used
   */
  open(): Promise<void>;
  /** Also one that was never opened, or could not be. */
  close(): Promise<void>;
}

/** What is open until the disk fails it. */
interface Instance {
  client: EmbeddedClient;
  database: OpenDatabase;
}

/** An embedded database that is open. @throws OperatorError when it cannot be */
export async function openEmbedded(...place: Parameters<typeof createEmbedded>): Promise<OpenDatabase> {
  const database = createEmbedded(...place);
  await database.open();
  return database;
}

/**
 * The embedded database. The caller holds the folder's lock. When the disk fails it, the console says so, and it opens again by
 * itself as soon as it can.
 * @param folder where its files live; made when missing
 * @param migrations null leaves its tables as they are
 */
export function createEmbedded(folder: string, migrations: string | null = migrationsFolder): EmbeddedDatabase {
  const closing = new AbortController();
  const listeners: Parameters<OpenDatabase['listen']>[] = [];
  let opened: Instance | undefined;
  let opening = Promise.resolve();

  const current = () => {
    if (opened === undefined) throw new Error(`The database in ${folder} is not open yet.`);
    return opened.database;
  };
  async function openFirst(): Promise<void> {
    if (!existsSync(folder)) await initialiseInChild(folder);
    try {
      opened = watched(await openOnce(folder, migrations));
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(
        `The database in ${folder} cannot be opened: ${troubleWith(folder) ?? fileReason(error)}.`,
      );
    }
  }
  function watched(instance: Instance): Instance {
    instance.client.onPanic = (error) => {
      console.error(
        `The database in ${folder} had to stop: ${troubleWith(folder) ?? error.message}. It opens again when it can.`,
      );
      for (const [, listener] of listeners) listener.lost();
      opening = reopen();
    };
    return instance;
  }
  async function reopen(): Promise<void> {
    while (await pause(reopenMilliseconds, true, { signal: closing.signal }).catch(() => false)) {
      if (troubleWith(folder)) continue;
      try {
        const next = await openOnce(folder, migrations);
        for (const listener of listeners) await next.database.listen(...listener);
        opened = watched(next);
      } catch {
        continue;
      }
      console.error(`The database in ${folder} is open again.`);
      for (const [, listener] of listeners) listener.back();
      return;
    }
  }

  return {
    // Whatever is asked for is asked of the one that is open now.
    db: new Proxy<Database>(Object.create(PgDatabase.prototype), {
      get: (_none, name) => Reflect.get(current().db, name),
    }),
    isShared: false,
    open() {
      opening = openFirst();
      return opening;
    },
    async listen(...listener) {
      listeners.push(listener);
      return current().listen(...listener);
    },
    async close() {
      closing.abort();
      // Whoever opened it was told why that failed.
      await opening.catch(() => {});
      await opened?.database.close();
    },
  };
}

async function openOnce(folder: string, migrations: string | null): Promise<Instance> {
  const client = await EmbeddedClient.open(folder);
  try {
    return { client, database: await openPGlite(client, migrations) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** What keeps the folder's disk from being written to, as the end of a sentence. */
function troubleWith(folder: string): string | undefined {
  const file = `${folder}.probe`;
  try {
    try {
      writeFileSync(file, Buffer.alloc(roomBytes));
    } finally {
      // Some file systems need room for that, too, and refuse it on a full disk.
      rmSync(file, { force: true });
    }
    return undefined;
  } catch (error) {
    return fileReason(error);
  }
}

/** Wraps a running PGlite after bringing its tables up to date. */
export async function openPGlite(client: PGlite, migrations: string | null = migrationsFolder): Promise<OpenDatabase> {
  const db = drizzle({ client, schema, casing });
  if (migrations !== null) {
    await refuseNewerSchema(db);
    await migrate(db, { migrationsFolder: migrations });
  }
  return {
    db,
    isShared: false,
    listen: async (channel, { message }) => {
      await client.listen(channel, message);
      return true;
    },
    close: () => client.close(),
  };
}

/** Creating a cluster takes some 500 MB that a process never gives back, so a short-lived child does it. */
async function initialiseInChild(folder: string): Promise<void> {
  const child = fork(fileURLToPath(new URL('./initialise.js', import.meta.url)), [folder], { stdio: 'pipe' });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new OperatorError(
      `The database could not be created in ${folder}: ${troubleWith(folder) ?? complaint.trim()}.`,
    );
}
