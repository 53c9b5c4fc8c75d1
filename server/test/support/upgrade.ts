import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { migrationsFolder } from '../../src/folders';
import type { Database, OpenDatabase } from '../../src/platform/database/database';
import { openPGlite } from '../../src/platform/database/embedded';
import { extensions } from '../../src/platform/database/embeddedClient';
import { openPostgres } from '../../src/platform/database/postgres';
import { withMigrationsUpTo } from '../../src/platform/database/schemaVersion';
import { createDatabase } from './databases';

/**
 * Opens a database with the schema of an older Vigil, then with the current one.
 * @param older the last migration of the older version
 * @param fill runs in between
 */
export async function upgrade(older: string, fill: (db: Database) => Promise<void>): Promise<OpenDatabase> {
  const postgres = inject('postgres');
  if (!postgres) {
    const client = await PGlite.create({
      loadDataDir: new Blob([readFileSync(inject('databaseArchive'))]),
      extensions,
    });
    // A new cluster would take some 500 MB that this process never releases.
    await client.exec('drop schema public, drizzle cascade; create schema public');
    await fill((await withMigrationsUpTo(older, (folder) => openPGlite(client, folder))).db);
    return openPGlite(client, migrationsFolder);
  }
  const { url, drop } = await createDatabase(postgres.url);
  const database = await withMigrationsUpTo(older, (migrations) => openPostgres(url, console.error, { migrations }));
  await fill(database.db);
  await database.close();
  const upgraded = await openPostgres(url, console.error);
  return { ...upgraded, close: () => upgraded.close().finally(drop) };
}
