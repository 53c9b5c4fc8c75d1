/** Finds or installs PostgreSQL for the server's tests. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run } from './project.mjs';

const oldest = 15;

/** Install locations of each version that are not on the path. */
const installLocations = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'],
  ['/usr', /^pgsql-\d+$/, 'bin'],
  ['/usr/libexec', /^postgresql\d+$/, ''],
  ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
  ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', /^\d+$/, 'bin'],
];

/**
 * Returns the folder with the programs of PostgreSQL 15 or newer: the first on the path, else pg_config's, else the
 * newest in an install location.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findPostgres() {
  const configured = await run('pg_config', ['--bindir']);
  const usual = installLocations.flatMap(([parent, name, programs]) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((entry) => name.test(entry))
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((entry) => join(parent, entry, programs)),
  );
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(configured.ok ? [configured.output] : []),
    ...usual,
  ];
  for (const folder of folders) if (await hasRecentServer(folder)) return folder;
  return undefined;
}

/** Returns whether a folder has a recent server. Client packages have pg_config but no server. */
async function hasRecentServer(folder) {
  if (!['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))) return false;
  const { ok, output } = await run(join(folder, 'postgres'), ['--version']);
  return ok && Number(/ (\d+)/.exec(output)?.[1]) >= oldest;
}

/**
 * Installs the distribution's package if no password is needed.
 *
 * @returns {Promise<string | undefined>} the folder of its programs, if that worked
 */
export async function installPostgres() {
  console.log('Installing PostgreSQL for the server tests…');
  await installPackage({ apt: 'postgresql', dnf: 'postgresql-server', apk: 'postgresql' });
  return findPostgres();
}
