import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { migrationsFolder } from '../../folders';
import type { Database } from './database';
import { hasTable, rowsOf } from './rows';

/** Drizzle's record of what has run. */
export const migrationsTable = 'drizzle.__drizzle_migrations';

const journalFile = join('meta', '_journal.json');
const Journal = v.looseObject({ entries: v.array(v.looseObject({ tag: v.string(), when: v.number() })) });

const readJournal = () =>
  v.parse(v.pipe(v.string(), v.parseJson(), Journal), readFileSync(join(migrationsFolder, journalFile), 'utf8'));

/** Returns whether this version knows a schema. Unknown ones are newer. */
export const isKnownSchema = (schema: string) => readJournal().entries.some(({ tag }) => tag === schema);

/**
 * Reads the last migration of a database.
 * @returns its tag; null when Vigil has never opened the database, an empty text when a newer version has migrated it
 */
export async function readSchemaVersion(db: Database): Promise<string | null> {
  if (!(await hasTable(db, migrationsTable))) return null;
  const [row] = await rowsOf(
    db,
    v.object({ at: v.nullable(v.number()) }),
    sql`select max(created_at)::double precision as at from ${sql.raw(migrationsTable)}`,
  );
  if (!row?.at) return null;
  return readJournal().entries.find(({ when }) => when === row.at)?.tag ?? '';
}

/** Calls with a temporary folder that has the migrations up to and including one. */
export async function withMigrationsUpTo<T>(schema: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const journal = readJournal();
    const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === schema) + 1);
    writeFileSync(join(folder, journalFile), JSON.stringify({ ...journal, entries }));
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
