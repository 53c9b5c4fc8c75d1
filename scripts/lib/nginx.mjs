/** Finds nginx for the test of deploy/nginx.conf, and installs it when there is none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run } from './project.mjs';

/**
 * The program file of an installed nginx. Distributions put it where only administrators look.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findNginx() {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']) {
    const file = join(folder, 'nginx');
    if (existsSync(file) && (await run(file, ['-v'])).ok) return file;
  }
  return undefined;
}

/**
 * Installs the distribution's package where that needs no password.
 *
 * @returns {Promise<string | undefined>} its program file, when that worked
 */
export async function installNginx() {
  console.log('Installing nginx for the server tests…');
  await installPackage({ apt: 'nginx', dnf: 'nginx', apk: 'nginx' });
  return findNginx();
}
