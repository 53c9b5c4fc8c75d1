import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openPGlite } from '../../src/database/embedded';
import { EmbeddedClient } from '../../src/database/embeddedClient';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a fresh database's files, to be copied. */
    databaseFolder: string;
    /** The same as an archive that an in-memory database starts from. */
    databaseArchive: string;
  }
}

const initialise = fileURLToPath(new URL('../../dist/initialise.js', import.meta.url));

/** Creates the one embedded database that all tests start from. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-test-'));
  const databaseFolder = join(folder, 'database');
  const databaseArchive = join(folder, 'database.tar');
  execFileSync(process.execPath, [initialise, databaseFolder]);
  const files = await EmbeddedClient.open(databaseFolder);
  const { close } = await openPGlite(files);
  writeFileSync(databaseArchive, Buffer.from(await (await files.dumpDataDir('none')).arrayBuffer()));
  await close();
  project.provide('databaseFolder', databaseFolder);
  project.provide('databaseArchive', databaseArchive);
  return () => rmSync(folder, { recursive: true });
}
