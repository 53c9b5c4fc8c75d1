/** Finds PostgreSQL's programs for the server's tests, and installs them when there are none. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run } from './project.mjs';

const oldest = 15;

/** Where distributions and installers put the programs of each version, without adding them to the path. */
const places = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'],
  ['/usr', /^pgsql-\d+$/, 'bin'],
  ['/usr/libexec', /^postgresql\d+$/, ''],
  ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
  ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', /^\d+$/, 'bin'],
];

/**
 * The folder of an installed PostgreSQL's programs, of version 15 or newer: the first on the path, else the one that
 * pg_config tells, else the newest in a usual place.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findPostgres() {
  const told = await run('pg_config', ['--bindir']);
  const usual = places.flatMap(([parent, name, programs]) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((entry) => name.test(entry))
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((entry) => join(parent, entry, programs)),
  );
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...(told.ok ? [told.output] : []), ...usual];
  for (const folder of folders) if (await isRecent(folder)) return folder;
  return undefined;
}

/** A client alone also has a pg_config: the server's own programs must be there. */
async function isRecent(folder) {
  if (!['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))) return false;
  const { ok, output } = await run(join(folder, 'postgres'), ['--version']);
  return ok && Number(/ (\d+)/.exec(output)?.[1]) >= oldest;
}

/**
 * Installs the distribution's package where that needs no password.
 *
 * @returns {Promise<string | undefined>} the folder of its programs, when that worked
 */
export async function installPostgres() {
  console.log('Installing PostgreSQL for the server tests…');
  await installPackage({ apt: 'postgresql', dnf: 'postgresql-server', apk: 'postgresql' });
  return findPostgres();
}
