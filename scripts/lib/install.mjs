/** Installs the packages of package-lock.json if needed. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, root, run, stopwatch } from './project.mjs';

/**
 * Installs if packages are missing or older than the lock file. Exits with one sentence on failure.
 *
 * @param {{ tools?: boolean }} [options] `tools: false` installs only what building and running need; tools already
 *   present stay
 */
export async function installWhenStale({ tools = true } = {}) {
  const wanted = await packagesOf('package-lock.json');
  const present = await packagesOf('node_modules/.package-lock.json').catch(() => ({}));
  if (isInstalled(wanted, present, tools)) return;
  const withTools = tools || Object.values(present).some(({ dev }) => dev);
  console.log('Installing packages…');
  const time = stopwatch();
  const install = ['ci', withTools ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'];
  // Trust npm's cache unless it is too old to know a version.
  const fromCache = await npm([...install, '--prefer-offline']);
  const { ok, output, killed } = fromCache.ok || fromCache.killed ? fromCache : await npm(install);
  if (killed) fail('The packages could not be installed: npm was killed. Installing takes 700 MB of memory.');
  if (!ok) fail(`The packages could not be installed: ${reasonIn(output)}. \`npm ci\` shows the whole story.`);
  console.log(`Installed packages in ${time()}.`);
}

/** Compares the lock file with npm's copy in node_modules and with the folders on disk. */
function isInstalled(wanted, present, tools) {
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional, link }]) => {
    if (!path.includes('node_modules/') || (dev && !tools)) return true;
    if (!present[path]) return optional === true || (devOptional === true && !tools);
    return link === true || (present[path].version === version && existsSync(join(root, path, 'package.json')));
  });
}

async function packagesOf(lockFile) {
  return JSON.parse(await readFile(join(root, lockFile), 'utf8')).packages;
}

/** Runs the npm that started this command, else the npm on the path (a script on Windows, hence the shell). */
function npm(args) {
  const started = process.env.npm_execpath;
  return started?.endsWith('npm-cli.js')
    ? run(process.execPath, [started, ...args])
    : run('npm', args, { shell: process.platform === 'win32' });
}

function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const told = lines.find((line) => line !== '' && !/^(npm |code|errno|syscall|path|dest|network)\b/.test(line));
  return (told ?? 'npm did not say why').replace(/[.\s]+$/, '');
}
