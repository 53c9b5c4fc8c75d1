import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { dependencies } from '../server/package.json';
import type { OpenDatabase } from '../server/src/platform/database/database';
import { openPGlite } from '../server/src/platform/database/embedded';
import { EmbeddedClient } from '../server/src/platform/database/embeddedClient';
import { openPostgres } from '../server/src/platform/database/postgres';
import { startCluster } from '../server/test/support/cluster';
import { createDatabase } from '../server/test/support/databases';
import type { Limit, Row, Run } from './run';
import { foundSchool, type Teacher } from './school';
import type { Started } from './started';

/** A database filled with a school. */
interface SchoolDatabase {
  /** Server settings that select it. */
  settings: Record<string, string>;
  /** PostgreSQL's version. */
  version: string;
  teachers: Teacher[];
  /** Opens it in this process, while no server runs on it. */
  open(): Promise<OpenDatabase>;
}

/** One of the databases that a group of measurements compares. */
export interface ComparedDatabase extends SchoolDatabase {
  name: string;
  /** Returns a budget, which applies to PostgreSQL only. */
  atMost(limit: number): Limit | undefined;
}

/** Measures the same on the embedded database and on PostgreSQL, and ends what was started in between. */
export async function onEachDatabase(
  { started, uses }: Run,
  measure: (database: ComparedDatabase) => Promise<Row[]>,
): Promise<Row[]> {
  const embedded = await prepareEmbedded(started);
  uses(`PGlite ${dependencies['@electric-sql/pglite']} (PostgreSQL ${embedded.version})`);
  const rows = await measure({ ...embedded, name: 'embedded', atMost: () => undefined });
  await started.end();
  const postgres = await preparePostgres(started);
  uses(`PostgreSQL ${postgres.version}`);
  return [...rows, ...(await measure({ ...postgres, name: 'PostgreSQL', atMost: (limit) => ({ atMost: limit }) }))];
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
  const open = async () => openPGlite(await EmbeddedClient.open(files));
  return { ...(await fill(await open())), settings: { DATA_DIR: folder }, open };
}

/** Creates a database on the server in DATABASE_URL, or on a temporary one. */
export async function preparePostgres(started: Started): Promise<SchoolDatabase> {
  const { url, drop } = await createDatabase(process.env.DATABASE_URL ?? (await throwawayCluster(started)));
  started.add(drop);
  const open = () => openPostgres(url, console.error);
  return { ...(await fill(await open())), settings: { DATABASE_URL: url }, open };
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
