import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../folders';
import { StartFailure } from '../startFailure';
import { casing, type OpenDatabase } from './database';
import { DurableFileSystem, durableStartParameters } from './durableFileSystem';
import * as schema from './schema';

/**
 * Opens the embedded database and brings its tables up to date. The caller holds the folder's lock.
 * @param folder where its files live; made when missing
 * @throws StartFailure when they cannot be used
 */
export async function openEmbedded(folder: string): Promise<OpenDatabase> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialiseInChild(folder);
  try {
    return await openPGlite(await openFiles(folder));
  } catch (error) {
    throw new StartFailure(
      `The database in ${folder} cannot be opened: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Opens the files themselves; the first time this creates them. */
export function openFiles(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFileSystem(folder), startParams: durableStartParameters });
}

/** Wraps a running PGlite after bringing its tables up to date. */
export async function openPGlite(client: PGlite): Promise<OpenDatabase> {
  const db = drizzle({ client, schema, casing });
  await migrate(db, { migrationsFolder });
  return {
    db,
    isShared: false,
    listen: async (channel, { message }) => {
      await client.listen(channel, message);
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
  if (code !== 0) throw new StartFailure(`The database could not be created in ${folder}. ${complaint.trim()}`);
}
