import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { addMadeUpStudents } from '../../src/domain/section/madeUpStudents';
import { openPGlite } from '../../src/platform/database/embedded';
import { EmbeddedClient } from '../../src/platform/database/embeddedClient';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with a fresh database's files, to be copied. */
    databaseFolder: string;
    /** The same as an archive for in-memory databases. */
    databaseArchive: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, '.cache');
const initialise = join(root, 'server/dist/initialise.js');
const prefix = 'test-database-';

/** Creates the embedded database that all tests copy, once until its inputs change. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = join(cache, prefix + hashOfInputs());
  if (!existsSync(folder)) await create(folder);
  project.provide('databaseFolder', join(folder, 'database'));
  project.provide('databaseArchive', join(folder, 'database.tar'));
}

async function create(folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) if (name.startsWith(prefix)) rmSync(join(cache, name), { recursive: true });
  const unfinished = mkdtempSync(join(cache, prefix));
  execFileSync(process.execPath, [initialise, join(unfinished, 'database')]);
  const files = await EmbeddedClient.open(join(unfinished, 'database'));
  const { db, close } = await openPGlite(files);
  // Tests find them, with and without a simulated class.
  await addMadeUpStudents(db);
  writeFileSync(join(unfinished, 'database.tar'), Buffer.from(await (await files.dumpDataDir('none')).arrayBuffer()));
  await close();
  renameSync(unfinished, folder);
}

function hashOfInputs(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['server/migrations', 'server/src/platform/database', 'server/test/support']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isFile()) hash.update(`${entry.name}\0`).update(readFileSync(join(root, folder, entry.name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
