import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, type Server } from '../../src/app';
import { createEmbedded, type EmbeddedDatabase } from '../../src/database/embedded';
import { newDataDirectory, remove } from '../support/product';
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
  expect(await statusOf('/login')).toBe(200);
  expect(await statusOf('/health')).toBe(200);
  expect(await statusOf('/ready')).toBe(503);
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
