import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../src/platform/database/database';
import { openPGlite } from '../src/platform/database/embedded';
import { oldestSchema } from '../src/platform/database/migrate';
import { openPostgres } from '../src/platform/database/postgres';
import { OperatorError } from '../src/platform/operatorError';
import { createDatabase } from './support/databases';

/** Returns a database that can be opened repeatedly. */
async function newPlace(): Promise<{ open(): Promise<OpenDatabase>; drop(): Promise<void> }> {
  const postgres = inject('postgres');
  if (postgres) {
    const { url, drop } = await createDatabase(postgres.url, postgres.template);
    return { open: () => openPostgres(url, console.error), drop };
  }
  const client = await PGlite.create({ loadDataDir: new Blob([readFileSync(inject('databaseArchive'))]) });
  return { open: async () => ({ ...(await openPGlite(client)), close: async () => {} }), drop: () => client.close() };
}

/** Opens a database that a newer version has migrated. @param oldest the oldest schema that it says can work with it */
async function openNewer(oldest: string): Promise<void> {
  const { open, drop } = await newPlace();
  const { db, close } = await open();
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  await db.execute(sql.raw(`comment on table drizzle.__drizzle_migrations is '${oldest}'`));
  await close();
  const reopened = open();
  await reopened.then((database) => database.close()).finally(drop);
}

test('security 39: a database migrated by a newer server is refused with a sentence', async () => {
  await expect(openNewer('9999_newer')).rejects.toThrow(
    new OperatorError(
      'A newer version of Vigil has migrated the database. Update this one, or go back: restore the backup from before the upgrade into an empty database.',
    ),
  );
});

test('unless it says that this one can work with it', async () => {
  await expect(openNewer(oldestSchema)).resolves.toBeUndefined();
});
