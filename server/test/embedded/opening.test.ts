import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type Server } from '../../src/app';
import { createEmbedded, type EmbeddedDatabase } from '../../src/platform/database/embedded';
import { openDataDirectory } from '../../src/platform/files/dataDirectory';
import { freePort } from '../support/freePort';
import { newDataDirectory, remove, run } from '../support/product';
import { jwtSecret, testSettings } from '../support/server';

let folder: string;
let database: EmbeddedDatabase;
let server: Server;
beforeEach(async () => {
  folder = newDataDirectory();
  database = createEmbedded(join(folder, 'database'));
  server = await buildApp(testSettings(), { jwtSecret }, database);
});
afterEach(async () => {
  await server.app.close();
  await database.close();
  remove(folder);
});

const statusOf = async (url: string) => (await server.app.inject(url)).statusCode;

test('pages are served before the database is open, and the server says that it is not ready', async () => {
  const warned = vi.spyOn(server.app.log, 'warn');
  expect(await statusOf('/login')).toBe(200);
  expect(await statusOf('/health')).toBe(200);
  for (let probe = 0; probe < 3; probe++) {
    const { statusCode, body } = await server.app.inject('/ready');
    expect([statusCode, JSON.parse(body)]).toEqual([
      503,
      { status: 'not ready', part: 'database', reason: 'The database is opening.' },
    ]);
  }
  // However often it is asked for, once and without an error's stack.
  expect(warned.mock.calls).toEqual([['The database is opening.']]);
});

test('figures are served before the database is open, and nothing is logged of that', async () => {
  const measured = await buildApp(testSettings({ metrics: { token: undefined } }), { jwtSecret }, database);
  const warned = vi.spyOn(measured.app.log, 'warn');
  for (let scrape = 0; scrape < 3; scrape++) {
    const { statusCode, body } = await measured.app.inject('/metrics');
    expect(statusCode).toBe(200);
    expect(body).toContain('vigil_database_up 0\n');
  }
  expect(warned).not.toHaveBeenCalled();
  await measured.app.close();
});

test('calls wait for the database', async () => {
  const calls = ['/section/list/', '/ws/detection/', '/dev/mail.json'].map(async (url) => {
    const status = await statusOf(url);
    answered.push(url);
    return status;
  });
  const answered: string[] = [];
  await database.open();
  // Others are answered meanwhile, these are not before what looks after the data has begun.
  await statusOf('/login');
  expect(answered).toEqual([]);
  await server.open();
  expect(await Promise.all(calls)).toEqual([401, 404, 200]);
  expect(await statusOf('/ready')).toBe(200);
});

test('calls that wait are refused when the database cannot be opened', async () => {
  const call = server.app.inject('/section/list/');
  // It has come.
  await statusOf('/login');
  await server.app.close();
  const { statusCode, headers, body } = await call;
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
    503,
    '1',
    { detail: 'The server is starting. Please try again.' },
  ]);
});

test('a command that comes while the database is created waits for it, and says so', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'vigil-first-'));
  const environment = { DATA_DIR: fresh, PORT: await freePort(), SIMULATE: '0' };
  const first = run('main', [], environment);
  // From then on it answers for the data.
  await expect.poll(() => existsSync(join(fresh, 'lock')), { timeout: 30_000 }).toBe(true);
  const commands = [run('teachers', ['list'], environment), run('backup', [join(fresh, 'file')], environment)];
  for (const { exited, output } of commands) {
    expect(await exited, output()).toBe(0);
    expect(output()).toMatch(/^Vigil is still starting\. Waiting for it…\n/);
  }
  expect(first.output()).toContain('is ready at');
  first.child.kill('SIGTERM');
  await first.exited;
  remove(fresh);
});

test('a command that comes while another is at work waits for it, and says so', async () => {
  const held = await openDataDirectory(folder);
  const command = run('teachers', ['list'], { DATA_DIR: folder });
  await expect.poll(() => command.output()).toBe('Another command is at work on the data. Waiting for it…\n');
  await held.close();
  expect(await command.exited, command.output()).toBe(0);
});
