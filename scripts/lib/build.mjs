/** Builds the front end, the students' page and the server if their inputs have changed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, root, runTool, stopwatch } from './project.mjs';

const shared = ['api', 'languages', 'package-lock.json', 'package.json', 'tsconfig.json'];

const frontEnd = {
  name: 'front end',
  stamp: 'front-end',
  config: 'vite.config.ts',
  output: 'dist/index.html',
  inputs: [
    ...shared,
    'index.html',
    'public',
    'src',
    'vite.config.ts',
    'scripts/lib/build-plugins.ts',
    'scripts/lib/keep-state.ts',
    'scripts/lib/prerender.ts',
    'scripts/lib/without-descriptions.ts',
    '.env',
    '.env.local',
    '.env.production',
    '.env.production.local',
  ],
};

const agent = {
  name: 'students’ page',
  stamp: 'student',
  config: 'student/vite.config.ts',
  output: 'student/dist/index.html',
  inputs: [
    ...shared,
    'student/index.html',
    'student/package.json',
    'student/src',
    'student/vite.config.ts',
    'scripts/lib/build-plugins.ts',
    'scripts/lib/without-descriptions.ts',
  ],
};

const server = {
  name: 'server',
  stamp: 'server',
  config: 'server/vite.config.ts',
  output: 'server/dist/main.js',
  inputs: [
    ...shared,
    'server/package.json',
    'server/src',
    'server/simulator',
    'server/tsconfig.json',
    'server/vite.config.ts',
  ],
};

/**
 * Builds stale targets in parallel.
 *
 * @param {{ force?: boolean, serverOnly?: boolean }} [options] `force`: rebuilds fresh targets too
 * @returns {Promise<string>} the full error output; empty on success
 */
export async function build({ force = false, serverOnly = false } = {}) {
  const failures = await Promise.all(
    (serverOnly ? [server] : [frontEnd, agent, server]).map((one) => buildOne(one, force)),
  );
  return failures.join('\n').trim();
}

/** Like `build`, but exits on failure. */
export async function buildOrFail(options) {
  const failure = await build(options);
  if (failure) fail(failure);
}

async function buildOne(build, force) {
  const stamp = join(root, '.cache', `${build.stamp}.sha256`);
  const inputs = await hashOf(build);
  const stamped = await readFile(stamp, 'utf8').catch(() => '');
  if (!force && stamped === inputs && existsSync(join(root, build.output))) return '';

  console.log(`Building the ${build.name}…`);
  const time = stopwatch();
  // An interrupted build must not count as fresh.
  await rm(stamp, { force: true });
  // A test runner's NODE_ENV would produce React's slow development build.
  const env = { NODE_ENV: 'production' };
  const tool = ['build', '--config', build.config, '--logLevel', 'warn'];
  const { ok, output, killed } = await runTool('vite/bin/vite.js', tool, { env });
  if (killed) return `The ${build.name} could not be built: its process was killed. Building takes 700 MB of memory.`;
  if (!ok) return `The ${build.name} could not be built:\n${output}`;
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, inputs);
  console.log(`Built the ${build.name} in ${time()}.`);
  return '';
}

/** Returns a hash of every input's path and content and of the build settings. */
async function hashOf(build) {
  const hash = createHash('sha256');
  for (const input of build.inputs) {
    for (const file of await filesIn(input)) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}

/** Returns the sorted files in a folder, the path itself for a file, nothing if it is missing. */
async function filesIn(path) {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(
    (error) => error.code,
  );
  if (entries === 'ENOTDIR') return [path];
  if (entries === 'ENOENT') return [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
