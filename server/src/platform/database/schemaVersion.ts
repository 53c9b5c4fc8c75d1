import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { migrationsFolder } from '../../folders';
import { OperatorError } from '../operatorError';
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
 * @throws OperatorError when a state of the code that was never released has migrated it
 */
export async function readSchemaVersion(db: Database): Promise<string | null> {
  if (!(await hasTable(db, migrationsTable))) return null;
  const [row] = await rowsOf(
    db,
    v.object({ at: v.nullable(v.number()) }),
    sql`select max(created_at)::double precision as at from ${sql.raw(migrationsTable)}`,
  );
  const at = row?.at;
  if (!at) return null;
  const { entries } = readJournal();
  const known = entries.find(({ when }) => when === at);
  if (known === undefined && entries.some(({ when }) => when > at)) {
    throw new OperatorError(
      'The database was migrated by a state of Vigil that was never released. Go back to it and make a backup of what you need, or use another database.',
    );
  }
  return known?.tag ?? '';
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
