import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { OpenDatabase } from '../server/src/platform/database/database';
import { openPGlite } from '../server/src/platform/database/embedded';
import { EmbeddedClient } from '../server/src/platform/database/embeddedClient';
import { openPostgres } from '../server/src/platform/database/postgres';
import { startCluster } from '../server/test/support/cluster';
import { createDatabase } from '../server/test/support/databases';
import { foundSchool, type Teacher } from './school';
import type { Started } from './started';

/** A database filled with a school. */
export interface SchoolDatabase {
  /** Server settings that select it. */
  settings: Record<string, string>;
  /** PostgreSQL's version. */
  version: string;
  teachers: Teacher[];
}

/** Creates an empty server folder, removed after the run. */
export function newFolder(started: Started): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  started.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function prepareEmbedded(started: Started): Promise<SchoolDatabase> {
  const folder = newFolder(started);
  const files = join(folder, 'database');
  execFileSync(process.execPath, [fileURLToPath(new URL('../server/dist/initialise.js', import.meta.url)), files]);
  const prepared = await fill(await openPGlite(await EmbeddedClient.open(files)));
  return { ...prepared, settings: { DATA_DIR: folder } };
}

/** Creates a database on the server in DATABASE_URL, or on a temporary one. */
export async function preparePostgres(started: Started): Promise<SchoolDatabase> {
  const { url, drop } = await createDatabase(process.env.DATABASE_URL ?? (await throwawayCluster(started)));
  started.add(drop);
  const prepared = await fill(await openPostgres(url, console.error));
  return { ...prepared, settings: { DATABASE_URL: url } };
}

async function throwawayCluster(started: Started): Promise<string> {
  const cluster = await startCluster();
  started.add(() => cluster.remove());
  return cluster.url;
}

const Version = v.object({ rows: v.tuple([v.object({ server_version: v.string() })]) });

async function fill({ db, close }: OpenDatabase): Promise<Pick<SchoolDatabase, 'version' | 'teachers'>> {
  try {
    const told = v.parse(Version, await db.execute(sql`show server_version`));
    return { version: told.rows[0].server_version, teachers: await db.transaction(foundSchool) };
  } finally {
    await close();
  }
}
