import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildApp, type Server } from '../../src/app';
import { openDataDirectory } from '../../src/platform/config/dataDirectory';
import { createEmbedded, type EmbeddedDatabase } from '../../src/platform/database/embedded';
import { freePort } from '../support/freePort';
import { testLong } from '../support/long';
import { newDataDirectory, remove, run, type } from '../support/product';
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

test('pages are served before the database is open, and the server reports that it is not ready', async () => {
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
  // Logged once and without a stack, however often it is requested.
  expect(warned.mock.calls).toEqual([['The database is opening.']]);
});

test('metrics are served before the database is open, without logging errors', async () => {
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
  // Other requests are answered meanwhile, calls only after the database is open.
  await statusOf('/login');
  expect(answered).toEqual([]);
  await server.open();
  expect(await Promise.all(calls)).toEqual([401, 404, 200]);
  expect(await statusOf('/ready')).toBe(200);
});

test('waiting calls are refused when the database cannot be opened', async () => {
  const call = server.app.inject('/section/list/');
  // The request has arrived.
  await statusOf('/login');
  await server.app.close();
  const { statusCode, headers, body } = await call;
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
    503,
    '1',
    { detail: 'The server is starting. Please try again.' },
  ]);
});

testLong('a command waits for a server that is starting, and says so', async () => {
  const environment = { DATA_DIR: folder, PORT: await freePort(), SIMULATE: '0' };
  const starting = run('main', [], environment);
  // From here on it is the holder.
  await expect.poll(() => existsSync(join(folder, 'lock')), { timeout: 30_000, interval: 5 }).toBe(true);
  const { code, output } = await type(['backup', join(folder, 'file')], environment);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^Vigil is still starting\. Waiting for it…\n/);
  expect(starting.output()).toContain('is ready at');
  starting.child.kill('SIGTERM');
  await starting.exited;
});

testLong('a command waits for another command, and says so', async () => {
  const held = await openDataDirectory(folder);
  const command = run('teachers', ['list'], { DATA_DIR: folder });
  await expect.poll(() => command.output()).toBe('Another command is using the data. Waiting for it…\n');
  await held.close();
  expect(await command.exited, command.output()).toBe(0);
});
