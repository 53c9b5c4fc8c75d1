import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/database';
import { openPostgres, type PostgresSettings } from '../../src/platform/database/postgres';
import { createDatabase, type TestDatabase } from '../support/databases';
import { Listener } from '../support/listener';
import { holdLock } from '../support/locks';
import { startTestServer, type TestServer } from '../support/server';
import { newSection, newTeacher } from '../support/teachers';

/** A proxy between the server and its database: it forwards everything, all but notifications, or nothing. */
type Mood = 'open' | 'mute' | 'dead';

let mood: Mood;
let between: Server;
let database: TestDatabase;
let opened: OpenDatabase;
let server: TestServer | undefined;
let lost: string[];

/** Removes notifications from PostgreSQL's output. */
function createSieve(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const passed: Buffer[] = [];
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      if (mood === 'open' || rest[0] !== 'A'.charCodeAt(0)) passed.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return passed;
  };
}

beforeEach(async () => {
  mood = 'open';
  lost = [];
  const postgres = inject('postgres')!;
  database = await createDatabase(postgres.url, postgres.template);
  const { hostname, port } = new URL(database.url);
  between = createServer((client: Socket) => {
    const upstream = connect(Number(port || 5432), hostname);
    const sieve = createSieve();
    client.on('data', (chunk) => mood !== 'dead' && upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (mood !== 'dead') for (const message of sieve(chunk)) client.write(message);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {});
      one.once('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
});
afterEach(async () => {
  mood = 'open';
  await server?.close();
  server = undefined;
  await opened.close();
  await database.drop();
  between.close();
});

async function start(settings: PostgresSettings = {}): Promise<TestServer> {
  const listenUrl = new URL(database.url);
  listenUrl.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const note = (error: Error) => void lost.push(error.message);
  const probing = { listenUrl: listenUrl.href, probeMilliseconds: 200, ...settings };
  opened = await openPostgres(database.url, note, probing);
  server = await startTestServer({}, opened);
  return server;
}

const ready = async ({ app }: TestServer) => {
  const { statusCode, body } = await app.inject({ url: '/ready' });
  return [statusCode, JSON.parse(body)];
};
const isReady = [200, { status: 'ready' }];
const isDeaf = [
  503,
  {
    status: 'not ready',
    part: 'notifications',
    reason:
      'What other instances change is not heard: the connection that listens is lost or, if DATABASE_LISTEN_URL does not lead past a pooler, shared. The log says more.',
  },
];

/** Returns whether the list of sections comes from the cache and not from the database, which another process has changed. */
async function isRemembered(one: TestServer, token: string, id: number): Promise<boolean> {
  const names = async () => (await one.call('GET', '/section/list/', { token })).body[0].name;
  const before = await names();
  await opened.db.execute(sql`update sections set name = name || '!' where id = ${id}`);
  return (await names()) === before;
}

describe('security 33: a connection that receives nothing', () => {
  test('is detected, caching stops, and the windows reconnect once it recovers', async () => {
    const one = await start();
    await one.app.listen({ port: 0, host: '127.0.0.1' });
    const teacher = await newTeacher(one);
    const id = await newSection(one, teacher);
    await expect.poll(() => ready(one)).toEqual(isReady);
    await expect.poll(() => isRemembered(one, teacher.access, id)).toBe(true);
    const window = await new Listener((one.app.server.address() as AddressInfo).port, teacher.access).admitted(1);

    // The other side is gone without closing the connection.
    mood = 'dead';
    await expect.poll(() => ready(one)).toEqual(isDeaf);
    expect(lost).toContain('the listening connection receives nothing');
    expect(await isRemembered(one, teacher.access, id)).toBe(false);
    expect(window.socket.readyState).toBe(1);

    mood = 'open';
    await expect.poll(() => ready(one)).toEqual(isReady);
    expect(await window.closed).toBe(1012);
    await expect.poll(() => isRemembered(one, teacher.access, id)).toBe(true);
  });

  test('from the start, as behind a pooler, disables caching and is reported', async () => {
    mood = 'mute';
    const one = await start();
    const teacher = await newTeacher(one);
    const id = await newSection(one, teacher);
    expect(await ready(one)).toEqual(isDeaf);
    expect(await isRemembered(one, teacher.access, id)).toBe(false);
    mood = 'open';
    await expect.poll(() => ready(one)).toEqual(isReady);
    await expect.poll(() => isRemembered(one, teacher.access, id)).toBe(true);
  });
});

describe('security 34: database settings', () => {
  test('abort statements and lock waits that take too long, and report that the database is busy', async () => {
    const one = await start({ lockSeconds: 1, statementSeconds: 2 });
    const teacher = await newTeacher(one);
    const id = await newSection(one, teacher);
    const release = await holdLock(opened.db, sql`select from sections where id = ${id} for update`);
    const body = { section_id: id, is_active: true };
    const answer = await one
      .call('POST', '/detection/sessions/start/', { token: teacher.access, body })
      .finally(release);
    expect([answer.status, answer.body]).toEqual([
      503,
      { detail: 'The database is too busy at the moment. Please try again shortly.' },
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await expect(opened.db.execute(sql`select pg_sleep(10)`)).rejects.toMatchObject({ cause: { code: '57014' } });
  });

  test('limit the pool', async () => {
    await start({ connections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => opened.db.execute(sql`select pg_sleep(0.05)`)));
    expect(opened.connections?.().open).toBe(2);
  });
});
