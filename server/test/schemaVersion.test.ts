import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { OperatorError } from '../src/platform/config/operatorError';
import type { OpenDatabase } from '../src/platform/database/database';
import { openPGlite } from '../src/platform/database/embedded';
import { openPostgres } from '../src/platform/database/postgres';
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

test('security 39: a database migrated by a newer server is refused with a sentence', async () => {
  const { open, drop } = await newPlace();
  const database = await open();
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  );
  await database.close();
  await expect(open()).rejects.toThrow(
    new OperatorError(
      'A newer version of Vigil has migrated the database. Update this one, or go back: restore the backup from before the upgrade into an empty database.',
    ),
  );
  await drop();
});
