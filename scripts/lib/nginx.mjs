/** Finds or installs nginx for the test of deploy/nginx.conf. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';
import { run } from './project.mjs';

/**
 * Returns the nginx executable. Distributions install it outside users' paths.
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
 * Installs the distribution's package if no password is needed.
 *
 * @returns {Promise<string | undefined>} the executable, if that worked
 */
export async function installNginx() {
  console.log('Installing nginx for the server tests…');
  await installPackage({ apt: 'nginx', dnf: 'nginx', apk: 'nginx' });
  return findNginx();
}
