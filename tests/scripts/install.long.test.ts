import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { root, run, startProduct } from '../support/product';
import { throwawayProject } from './throwawayProject';

const project = throwawayProject({ installed: false });

const LockFile = v.looseObject({
  packages: v.record(
    v.string(),
    v.looseObject({
      version: v.optional(v.string()),
      resolved: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      devOptional: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
    }),
  ),
});
const readLockFile = async (file: string) => v.parse(LockFile, JSON.parse(await readFile(file, 'utf8')));
const inPackages = (path: string) => path.startsWith('node_modules/') || path.includes('/node_modules/');

/** A fake npm that records its arguments. */
const npm = () => project.path('npm-cli.js');
const asked = async () => (await readFile(project.path('asked'), 'utf8').catch(() => '')).trim().split('\n');

beforeAll(() =>
  writeFile(
    npm(),
    `import { appendFileSync } from 'node:fs';
     appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
     console.error('npm error the registry is out');
     process.exitCode = 1;`,
  ),
);
beforeEach(() => rm(project.path('asked'), { force: true }));

const script = (name: string, ...args: string[]) => scriptWith(npm(), name, ...args);

async function scriptWith(npm_execpath: string, name: string, ...args: string[]) {
  const { output, ended } = run([process.execPath, project.path(`scripts/${name}.mjs`), ...args], { npm_execpath });
  return { code: await ended, output: output() };
}

/** Installs into the copy what `npm ci --omit=dev` would. */
async function installWithoutTools() {
  const { packages } = await readLockFile(join(root, 'package-lock.json'));
  const kept = Object.entries(packages).filter(
    // Packages for other systems are not installed here.
    ([path, { dev, devOptional }]) => inPackages(path) && !dev && !devOptional && existsSync(join(root, path)),
  );
  for (const [path, { link: isLink, resolved = '' }] of kept) {
    await mkdir(project.path(dirname(path)), { recursive: true });
    if (isLink) await symlink(project.path(resolved), project.path(path));
    else await copyPackage(path);
  }
  const record = { packages: Object.fromEntries(kept) };
  await writeFile(project.path('node_modules/.package-lock.json'), JSON.stringify(record));
}

async function copyPackage(path: string) {
  await mkdir(project.path(path), { recursive: true });
  for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
    const file = join(path, entry.name);
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) await copyPackage(file);
    // Hard links are fast; across disks, copy.
    else await link(join(root, file), project.path(file)).catch(() => copyFile(join(root, file), project.path(file)));
  }
}

const freshly = (what: string) => [
  `ci ${what} --no-audit --no-fund --prefer-offline`,
  // npm's cache may have been too old.
  `ci ${what} --no-audit --no-fund`,
];

test('starting the product installs only what builds and runs it; other commands install everything', async () => {
  const { code, output } = await script('start');
  expect(output).toBe(
    'Installing packages…\nThe packages could not be installed: the registry is out. `npm ci` shows the whole story.\n',
  );
  expect(code).toBe(1);
  expect(await asked()).toEqual(freshly('--omit=dev'));

  for (const name of ['build', 'run-server']) {
    await rm(project.path('asked'));
    await script(name);
    expect(await asked()).toEqual(freshly('--omit=dev'));
  }
  for (const name of ['dev', 'test', 'check', 'charts', 'contract', 'specification']) {
    await rm(project.path('asked'));
    await script(name);
    expect(await asked()).toEqual(freshly('--include=dev'));
  }
});

test('an installation that was killed says what it needs, and is not tried again', async () => {
  const killed = project.path('killed-npm-cli.js');
  await writeFile(killed, "process.kill(process.pid, 'SIGKILL');");
  const { code, output } = await scriptWith(killed, 'build');
  expect(output).toBe(
    'Installing packages…\nThe packages could not be installed: npm was killed. Installing takes 700 MB of memory.\n',
  );
  expect(code).toBe(1);
});

// Three builds and a start. `npm run check -- imports` notices an import of another package sooner.
test('with these packages the product builds and starts; the tests then install theirs', {
  timeout: 600_000,
}, async () => {
  await installWithoutTools();
  const product = await startProduct({ npm_execpath: npm() }, [process.execPath, project.path('scripts/start.mjs')]);
  const page = await fetch(`${product.url}/login`, { headers: { Accept: 'text/html' } });
  await product.stop();
  expect(product.output()).toContain('Built the front end');
  expect(page.status).toBe(200);
  expect(existsSync(project.path('asked'))).toBe(false);

  await script('check');
  expect(await asked()).toEqual(freshly('--include=dev'));
});

test('packages of the tests are not removed if present', async () => {
  await rename(project.path('node_modules'), project.path('some-packages'));
  await symlink(join(root, 'node_modules'), project.path('node_modules'));
  expect((await script('check', 'no-such-check')).output).toMatch(/no check called/);
  await script('run-server', 'cli', 'students', 'import', 'no-such-file.csv');
  expect(existsSync(project.path('asked'))).toBe(false);

  const lockFile = await readFile(project.path('package-lock.json'), 'utf8');
  await writeFile(
    project.path('package-lock.json'),
    lockFile.replace(/("node_modules\/vite": {\s+"version": ")/, '$1999.'),
  );
  await script('start');
  expect(await asked()).toEqual(freshly('--include=dev'));
});

test('the product’s packages are few, and the lock file names no registry', async () => {
  const { packages } = await readLockFile(join(root, 'package-lock.json'));
  const resolved = Object.values(packages).flatMap((one) => one.resolved ?? []);
  expect(resolved).toEqual(['api', 'languages', 'server', 'student']);

  const needed = Object.entries(packages).filter(([path, { dev }]) => inPackages(path) && !dev);
  const names = needed.map(([path]) => path.replace(/^.*node_modules\//, ''));
  for (const tool of ['mermaid', 'playwright-core', 'vitest', '@biomejs/biome', 'knip', 'happy-dom', 'lighthouse'])
    expect(names).not.toContain(tool);
});
