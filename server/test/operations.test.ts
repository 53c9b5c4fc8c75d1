import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { version } from '../../package.json';
import { queuedMails } from '../src/domain/tables/mail';
import { Listener } from './support/listener';
import { holdLock } from './support/locks';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newSection, newTeacher } from './support/teachers';

const monitoring = { authorization: `Bearer ${'m'.repeat(32)}` };

let server: TestServer;
let measured: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  measured = await startTestServer({ metrics: { token: 'm'.repeat(32) } });
  await measured.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await measured.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const get = async ({ app }: TestServer, url: string, options: InjectOptions = {}) => {
  const { statusCode: status, headers, body } = await app.inject({ url, ...options });
  return { status, headers, body };
};

describe('/health and /ready', () => {
  test('report liveness and readiness to anyone, uncached', async () => {
    for (const [path, body] of [
      ['/health', { status: 'alive', version }],
      ['/ready', { status: 'ready' }],
    ] as const) {
      const answer = await get(server, path, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toEqual(body);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('report mail that waits longer than five minutes', async () => {
    const { db } = server.database;
    // The clock is frozen: the time of the requests does not matter here.
    vi.useFakeTimers({ toFake: ['Date'] });
    const late = new Date(Date.now() + 3_600_000);
    const mail = { to: 'a@school.example', subject: 'Code', text: '123456', expiresAt: late, nextTryAt: late };
    const waitingSince = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await db.insert(queuedMails).values({ ...mail, createdAt: waitingSince(300) });
    expect((await get(server, '/ready')).status).toBe(200);
    await db.insert(queuedMails).values({ ...mail, createdAt: waitingSince(425) });
    const answer = await get(server, '/ready');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      503,
      {
        status: 'not ready',
        part: 'mail',
        reason: 'Mails that the mail server has not taken: 2, the oldest for 7 minutes.',
      },
    ]);
    expect((await get(server, '/health')).status).toBe(200);
    await db.delete(queuedMails);
    expect((await get(server, '/ready')).status).toBe(200);
  });

  test('report a database busy for more than two seconds, asking it once for all callers', async () => {
    const release = await holdLock(server.database.db, sql`lock table queued_mails`);
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(server, '/ready')));
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeGreaterThan(1.9);
    for (const { status, body } of answers) {
      expect([status, JSON.parse(body)]).toEqual([
        503,
        { status: 'not ready', part: 'database', reason: 'The database has not answered within 2 seconds.' },
      ]);
    }
    expect((await get(server, '/health')).status).toBe(200);
    expect(server.database.connections?.().waiting ?? 0).toBe(0);
    await release();
    expect((await get(server, '/ready')).status).toBe(200);
  });

  test('report an unreachable database, and metrics continue without its figures', async () => {
    const database = await openTestDatabase();
    const lost = await startTestServer({ metrics: { token: undefined } }, database);
    await database.close();
    const answer = await get(lost, '/ready');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      503,
      { status: 'not ready', part: 'database', reason: 'The database does not answer.' },
    ]);
    expect((await get(lost, '/health')).status).toBe(200);
    const metrics = await get(lost, '/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.body).toContain('vigil_database_up 0\n');
    expect(metrics.body).not.toMatch(/^vigil_active_sessions/m);
    await lost.app.close();
  });
});

describe('/metrics', () => {
  const read = async () => (await get(measured, '/metrics', { headers: monitoring })).body;

  test('do not exist unless enabled', async () => {
    expect((await get(server, '/metrics', { headers: { accept: 'text/html' } })).status).toBe(404);
  });

  test('require the token', async () => {
    for (const authorization of [undefined, `Bearer ${'n'.repeat(32)}`, `Basic ${'m'.repeat(32)}`, 'm'.repeat(32)]) {
      const answer = await get(measured, '/metrics', { headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    // A caller with the token is not a rebound page, whatever name it uses for the instance.
    expect((await get(measured, '/metrics', { headers: { ...monitoring, host: '10.0.0.5:3001' } })).status).toBe(200);
    expect((await get(measured, '/metrics', { headers: monitoring })).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    });
  });

  test('security 34: a remote proxy is trusted only when TRUST_PROXY names it', async () => {
    const database = await openTestDatabase();
    const trusting = await startTestServer({ metrics: { token: undefined }, trustProxy: ['10.1.0.0/16'] }, database);
    const statusFor = async (remoteAddress: string) =>
      (await get(trusting, '/metrics', { remoteAddress, headers: { 'x-forwarded-for': '127.0.0.1' } })).status;
    expect([await statusFor('10.1.2.3'), await statusFor('10.2.2.3')]).toEqual([200, 404]);
    await trusting.close();
    await database.close();
  });

  test('security 22: without a token are open to this machine only, under its own names, and not through a proxy', async () => {
    const open = await startTestServer({ metrics: { token: undefined } });
    const status = async (remoteAddress: string, headers = {}) =>
      (await get(open, '/metrics', { remoteAddress, headers })).status;
    expect(await status('127.0.0.1')).toBe(200);
    expect(await status('::1')).toBe(200);
    expect(await status('192.0.2.1')).toBe(404);
    expect(await status('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(404);
    expect(await status('192.0.2.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    expect(await status('127.0.0.1', { host: 'rebound.example:3000' })).toBe(404);
    expect(await status('127.0.0.1', { host: 'rebound.example:3000', 'x-forwarded-host': 'localhost' })).toBe(404);
    expect(await status('127.0.0.1', { host: '127.0.0.1:3000' })).toBe(200);
    await open.close();
  });

  test('count requests by route pattern, without ids', async () => {
    const teacher = await newTeacher(measured);
    const id = await newSection(measured, teacher);
    await measured.call('GET', `/detection/sessions/status/${id}/`, { token: teacher.access });
    await get(measured, '/nothing/secret');
    const figures = (await read())
      .split('\n')
      .filter((line) => line.includes('_count{'))
      .join('\n');
    expect(figures).toContain(
      'vigil_http_request_duration_seconds_count{method="GET",route="/detection/sessions/status/:sectionId/",status="200"} 1',
    );
    expect(figures).toMatch(/_count\{method="GET",route="[^"]*",status="404"\} 1$/m);
    expect(figures).not.toContain('secret');
    expect(figures).not.toContain(`/status/${id}/`);
  });

  test('count sockets, active sessions, waiting mail and the process', async () => {
    const teacher = await newTeacher(measured);
    const id = await newSection(measured, teacher);
    expect(await read()).toMatch(/^vigil_open_sockets 0$/m);
    const { port } = measured.app.server.address() as AddressInfo;
    const listener = await new Listener(port, teacher.access).admitted(1);
    const body = { section_id: id, is_active: true };
    await measured.call('POST', '/detection/sessions/start/', { token: teacher.access, body });
    const late = new Date(Date.now() + 3_600_000);
    await measured.database.db
      .insert(queuedMails)
      .values({ to: 'a@b.example', subject: 'Code', text: '1', expiresAt: late, nextTryAt: late });
    const figures = await read();
    for (const line of ['open_sockets 1', 'active_sessions 1', 'waiting_mails 1', 'database_up 1']) {
      expect(figures).toMatch(new RegExp(`^vigil_${line}$`, 'm'));
    }
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(figures).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    if (measured.database.connections) expect(figures).toMatch(/^vigil_database_connections [1-9]/m);
    else expect(figures).not.toContain('vigil_database_connections');
    listener.socket.close();
    await listener.closed;
    // A socket's lifetime is not a slow request.
    expect(await read()).not.toContain('route="/ws/detection/"');
  });
});

describe('request ids', () => {
  const idOf = async (path: string, given?: string) =>
    (await get(server, path, given === undefined ? {} : { headers: { 'x-request-id': given } })).headers[
      'x-request-id'
    ];

  test.each(['/health', '/nothing', '/section/list/', '/%zz'])('%s tells its own', async (path) => {
    const [one, other] = [await idOf(path), await idOf(path)];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(one);
  });

  test.each(['7f3a', 'a-b_c.d:e', 'x'.repeat(64)])('%j is taken over', async (given) => {
    expect(await idOf('/health', given)).toBe(given);
  });

  test.each(['', 'x'.repeat(65), 'a b', 'a"b', 'é'])('%j is not', async (given) => {
    expect(await idOf('/health', given)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
