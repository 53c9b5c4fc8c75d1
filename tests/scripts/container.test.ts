import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engines, version, workspaces } from '../../package.json';
import { readSettings } from '../../server/src/settings';
import { freePort } from '../../server/test/support/freePort';
import { newDataDirectory, remove, startServer } from '../../server/test/support/product';
import { root } from '../support/product';

/*
 * No image is built here, which would download its base. Instead its files are put together as deploy/Containerfile says, and the product is
 * started from them.
 */

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lines = read('deploy/Containerfile').split('\n');
/** What follows an instruction, each time it is given. */
const given = (instruction: string) =>
  lines.flatMap((line) => (line.startsWith(`${instruction} `) ? line.slice(instruction.length + 1) : []));
const environment: Record<string, string> = Object.fromEntries(
  given('ENV').flatMap((line) => line.split(' ').map((setting) => setting.split('='))),
);

let image: string;
beforeAll(() => {
  if (!existsSync(join(root, 'student/dist'))) throw new Error('The product is not built: run `npm run build` first.');
  image = mkdtempSync(join(tmpdir(), 'vigil-image-'));
  for (const copy of given('COPY')) {
    const [, from, to = ''] = /^--from=build \/opt\/vigil\/(\S+) (\S+)$/.exec(copy) ?? [];
    if (from) cpSync(join(root, from), join(image, to), { recursive: true, dereference: true });
  }
});
afterAll(() => remove(image));

test('the container has the Node version that is tested, and the ports and folders of the settings', () => {
  const bases = given('FROM').map((base) => /^docker\.io\/library\/node:(\d+)-slim( AS build)?$/.exec(base)?.[1]);
  expect(bases).toEqual([bases[0], bases[0]]);
  expect(Number(bases[0])).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace('>=', ''), 10));
  expect(read('.github/workflows/test.yml')).toMatch(new RegExp(`node: \\[.*\\b${bases[0]}\\b.*\\]`));

  const { port, host, dataDirectory } = readSettings({ ...environment, REGISTRATION: 'invited' });
  expect([String(port), host]).toEqual([given('EXPOSE')[0], '0.0.0.0']);
  expect(given('VOLUME')).toEqual([dataDirectory]);
  expect(given('USER')).toEqual(['node']);
  expect(read('deploy/Containerfile')).toContain(`vigil:${version} `);
});

test('its build sees every workspace, and no settings, data or packages of this machine', () => {
  const sent = read('.dockerignore').split('\n');
  expect(sent[1]).toBe('*');
  for (const name of sent.flatMap((line) => (line.startsWith('!') ? line.slice(1) : [])))
    expect(existsSync(join(root, name)), name).toBe(true);
  expect(sent).toEqual(expect.arrayContaining(workspaces.map((name) => `!${name}`)));
  expect(sent).toEqual(expect.arrayContaining(['**/dist', '**/node_modules', '**/.env*']));
});

test('its files are all that the product needs, and its health check tells when it is ready', async () => {
  const DATA_DIR = newDataDirectory();
  const PORT = await freePort();
  const settings = { ...environment, DATA_DIR, PORT, REGISTRATION: 'invited' };
  const check = async () => {
    const [line = ''] = lines.filter((one) => one.startsWith('HEALTHCHECK '));
    const [program, ...args] = JSON.parse(line.replace(/^[^[]*/, '')) as string[];
    expect(program).toBe('node');
    return promisify(execFile)(process.execPath, args, { env: { PORT } });
  };
  await expect(check()).rejects.toThrow();
  const { child, exited } = await startServer(settings, join(image, 'server/dist'));
  expect(JSON.parse((await check()).stdout)).toEqual({ status: 'ready' });
  for (const page of ['/login', '/attend'])
    expect((await fetch(`http://127.0.0.1:${PORT}${page}`)).status, page).toBe(200);
  child.kill('SIGTERM');
  await exited;
  remove(DATA_DIR);
});
