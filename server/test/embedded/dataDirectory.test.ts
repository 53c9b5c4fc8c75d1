import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataDirectory } from '../../src/platform/config/dataDirectory';
import { freePort } from '../support/freePort';
import { callTo, newDataDirectory, type Running, remove, run, signInTo, startServer } from '../support/product';
import { kai, mei } from '../support/teachers';

describe('a running server', () => {
  let folder: string;
  let port: string;
  let server: Running;
  const environment = () => ({ DATA_DIR: folder, PORT: port });
  beforeAll(async () => {
    folder = newDataDirectory();
    // As an administrator or an older Vigil may have made them.
    for (const one of [folder, join(folder, 'database')]) chmodSync(one, 0o755);
    port = await freePort();
    server = await startServer(environment());
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.exited;
    remove(folder);
  });

  test('protects its secrets', () => {
    expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'jwt-secret'), 'utf8')).toMatch(/^[\w-]{43}$/);
  });

  test('closes its database to other users of the machine, and says that the folder around it is open', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'database')).mode & 0o777).toBe(0o700);
    expect(server.output()).toContain(`chmod 700 ${folder}`);
  });

  test('makes a second one on its directory fail with one sentence', async () => {
    const second = run('main', [], { ...environment(), PORT: await freePort() });
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(`Vigil is already running on the data directory ${folder}.\n`);
  });

  test('makes two concurrent ones fail', async () => {
    const ports = await Promise.all([freePort(), freePort()]);
    const others = ports.map((port) => run('main', [], { ...environment(), PORT: port }));
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([1, 1]);
    expect(await callTo(port, '/dev/mail.json')).toEqual(expect.any(Array));
  });

  test('has a simulated class', async () => {
    const token = await signInTo(port, 'class@school.example');
    const call = (path: string, body?: object) => callTo(port, path, body, token);
    const { id } = await call('/section/create/', { name: '8b', subject: 'Physics' });
    await call(`/section/${id}/add-students/`, { student_emails: [kai, mei] });
    await call('/detection/sessions/start/', { section_id: id, is_active: true });
    const count = async () => (await call(`/detection/logs/?section=${id}`)).results.length;
    await expect.poll(count, { timeout: 30_000, interval: 200 }).toBeGreaterThan(0);
  });
});

test('checks for a port in use before it creates anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-data-'));
  const port = await freePort();
  const taken = createServer().listen(Number(port), '127.0.0.1');
  const refused = run('main', [], { DATA_DIR: folder, PORT: port });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toBe(`Port ${port} is already in use. Set PORT to another one.\n`);
  expect(readdirSync(folder)).toEqual([]);
  taken.close();
  remove(folder);
});

test.each(['', 'k'.repeat(31)])('security 23: a secret of %j stops the start with one sentence', async (secret) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-data-'));
  writeFileSync(join(folder, 'jwt-secret'), `${secret}\n`);
  const sentence = `The secret in ${join(folder, 'jwt-secret')} must have at least 32 characters`;
  await expect(openDataDirectory(folder)).rejects.toThrow(sentence);
  writeFileSync(join(folder, 'jwt-secret'), 'k'.repeat(32));
  const { close } = await openDataDirectory(folder);
  await close();
  remove(folder);
});

test('refuses a file in place of the directory with one sentence', async () => {
  const refused = run('main', [], { DATA_DIR: '/dev/null' });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toBe('The data directory /dev/null cannot be used: it is a file.\n');
});

test('refuses a damaged database with one sentence', async () => {
  const folder = newDataDirectory();
  writeFileSync(join(folder, 'database', 'global', 'pg_control'), 'damaged');
  const refused = run('main', [], { DATA_DIR: folder, PORT: await freePort() });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(/^The database in [^\n]* cannot be opened[^\n]*\n$/);
  remove(folder);
});
