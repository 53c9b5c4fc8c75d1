/** Installs the packages that package-lock.json names, when they are not there yet. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, root, run, stopwatch } from './project.mjs';

/** Installs when packages are missing or older than the lock file. Ends the process with one sentence when it cannot. */
export async function installWhenStale() {
  if (await isInstalled()) return;
  console.log('Installing packages…');
  const time = stopwatch();
  const { ok, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (!ok) fail(`The packages could not be installed: ${reasonIn(output)}. \`npm ci\` shows the whole story.`);
  console.log(`Installed packages in ${time()}.`);
}

/** npm leaves a copy of what it installed in node_modules: every package of the lock file must be in it, and on disk. */
async function isInstalled() {
  const wanted = await packagesOf('package-lock.json');
  const present = await packagesOf('node_modules/.package-lock.json').catch(() => ({}));
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    if (!present[path]) return optional === true;
    return link === true || (present[path].version === version && existsSync(join(root, path, 'package.json')));
  });
}

async function packagesOf(lockFile) {
  return JSON.parse(await readFile(join(root, lockFile), 'utf8')).packages;
}

/** The npm that started this command; without one, the npm on the path (a script on Windows, hence the shell). */
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
