import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { migrationsFolder } from '../../folders';
import { fileReason } from '../files/fileReason';
import { OperatorError } from '../operatorError';
import { casing, type Database, type OpenDatabase } from './database';
import { EmbeddedClient } from './embeddedClient';
import { type BeforeOneWay, migrate } from './migrate';

const reopenMilliseconds = 2000;
/** Two WAL segments, which PostgreSQL needs to open. */
const neededBytes = 32 * 1024 * 1024;

/** The embedded database. A server can be built around it before it is open. */
export interface EmbeddedDatabase extends OpenDatabase {
  /**
   * Opens the database and migrates it. Queries fail until then.
   * @throws OperatorError when it cannot be used
   */
  open(): Promise<void>;
  /** Also works when `open` was never called or failed. */
  close(): Promise<void>;
}

interface Instance {
  client: EmbeddedClient;
  database: OpenDatabase;
}

/** Creates and opens an embedded database. @throws OperatorError when it cannot be used */
export async function openEmbedded(...args: Parameters<typeof createEmbedded>): Promise<OpenDatabase> {
  const database = createEmbedded(...args);
  await database.open();
  return database;
}

/**
 * Creates an embedded database, which reopens itself after disk failures. The caller must hold the folder's lock.
 * @param folder created when missing
 * @param migrations null to skip them
 */
export function createEmbedded(
  folder: string,
  migrations: string | null = migrationsFolder,
  beforeOneWay?: BeforeOneWay,
): EmbeddedDatabase {
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
    closeToOthers(folder);
    try {
      opened = reopenOnPanic(await openOnce(folder, migrations, beforeOneWay));
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(
        `The database in ${folder} cannot be opened: ${diskProblem(folder) ?? fileReason(error)}.`,
      );
    }
  }
  function reopenOnPanic(instance: Instance): Instance {
    instance.client.onPanic = (error) => {
      console.error(
        `The database in ${folder} had to stop: ${diskProblem(folder) ?? error.message}. It will reopen as soon as possible.`,
      );
      for (const [, listener] of listeners) listener.lost();
      opening = reopen();
    };
    return instance;
  }
  async function reopen(): Promise<void> {
    while (await pause(reopenMilliseconds, true, { signal: closing.signal }).catch(() => false)) {
      if (diskProblem(folder)) continue;
      try {
        const next = await openOnce(folder, migrations, beforeOneWay);
        for (const listener of listeners) await next.database.listen(...listener);
        opened = reopenOnPanic(next);
      } catch {
        continue;
      }
      console.error(`The database in ${folder} is open again.`);
      for (const [, listener] of listeners) listener.back();
      return;
    }
  }

  return {
    // Delegates to the current instance, which changes on reopening.
    db: new Proxy<Database>(Object.create(PgDatabase.prototype), {
      get: (_target, name) => Reflect.get(current().db, name),
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
      // `open` has already reported a failure.
      await opening.catch(() => {});
      await opened?.database.close();
    },
  };
}

/** PGlite writes files that everybody may read, and a data directory that somebody made may be open, too. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Some network drives know no modes.
  }
}

async function openOnce(folder: string, migrations: string | null, beforeOneWay?: BeforeOneWay): Promise<Instance> {
  const client = await EmbeddedClient.open(folder);
  try {
    return { client, database: await openPGlite(client, migrations, beforeOneWay) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Returns why the folder's disk cannot be written to, as the end of a sentence, if it cannot. */
function diskProblem(folder: string): string | undefined {
  const file = `${folder}.probe`;
  try {
    try {
      writeFileSync(file, Buffer.alloc(neededBytes));
    } finally {
      // On a full disk, some file systems have no space even for this.
      rmSync(file, { force: true });
    }
    return undefined;
  } catch (error) {
    return fileReason(error);
  }
}

/** Wraps a running PGlite after migrating it. */
export async function openPGlite(
  client: PGlite,
  migrations: string | null = migrationsFolder,
  beforeOneWay?: BeforeOneWay,
): Promise<OpenDatabase> {
  const db = drizzle({ client, casing });
  if (migrations !== null) await migrate(db, migrations, beforeOneWay);
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

/** Creates a cluster in a child process, because it takes some 500 MB of memory that is never released. */
async function initialiseInChild(folder: string): Promise<void> {
  const child = fork(fileURLToPath(new URL('./initialise.js', import.meta.url)), [folder], { stdio: 'pipe' });
  let message = '';
  child.stderr?.on('data', (chunk) => {
    message += chunk;
  });
  const [code, signal] = await once(child, 'exit');
  const killed = signal === 'SIGKILL' ? 'its process was killed; creating it takes 700 MB of memory' : message.trim();
  if (code !== 0)
    throw new OperatorError(`The database could not be created in ${folder}: ${diskProblem(folder) ?? killed}.`);
}
