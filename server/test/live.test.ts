import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Listener as DatabaseListener, OpenDatabase } from '../src/platform/database/database';
import { Listener } from './support/listener';
import { holdLock } from './support/locks';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, logIn, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

/** Two instances on one database. */
let database: OpenDatabase;
let one: TestServer;
let other: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  one = await startTestServer({}, database);
  other = await startTestServer({}, database);
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
};

const portOf = ({ app }: TestServer) => (app.server.address() as AddressInfo).port;

const listen = (server: TestServer, token: string, headers?: Record<string, string>) =>
  new Listener(portOf(server), token, headers);

const started = (id: number, started_at: string) => [
  { type: 'detection_start', section_id: id, started_at, ends_at: null },
  {
    type: 'status_update',
    section_id: id,
    status: {
      is_active: true,
      started_at,
      ends_at: null,
      agents_seen_at: null,
      agents_state: 'awaited',
      agents_refusal: null,
      paused: null,
    },
  },
];
const stopped = (id: number, more: object = {}) => [
  {
    type: 'status_update',
    section_id: id,
    status: {
      is_active: false,
      started_at: null,
      ends_at: null,
      agents_seen_at: null,
      agents_state: null,
      agents_refusal: null,
      ...more,
    },
  },
];

/** Creates a teacher with one section, so that a socket that requests statuses gets an answer. */
async function teacherWithSection(server: TestServer): Promise<TestTeacher> {
  const teacher = await newTeacher(server);
  await newSection(server, teacher);
  return teacher;
}

/** Now: the end can be taken back. */
const justStopped = (id: number) => stopped(id, { resumable_until: expect.any(String) });

const change = (server: TestServer, { access: token }: TestTeacher, id: number, action: 'start' | 'stop') =>
  server.call('POST', `/detection/sessions/${action}/`, {
    token,
    body: { section_id: id, ...(action === 'start' && { is_active: true }) },
  });

describe('the live channel', () => {
  test('security 16: reaches every window of the teacher on any instance, and nobody else', async () => {
    const [teacher, stranger] = [await newTeacher(one), await teacherWithSection(one)];
    const id = await newSection(one, teacher);
    const here = await listen(one, teacher.access).admitted(1);
    const there = await listen(other, teacher.access).admitted(1);
    const elsewhere = await listen(one, stranger.access).admitted(1);
    const unmoved = [...elsewhere.heard];
    expect(here.heard).toEqual(stopped(id));

    const before = performance.now();
    const { body } = await change(one, teacher, id, 'start');
    const expected = [...stopped(id), ...started(id, body.started_at)];
    await expect.poll(() => [here.heard, there.heard], { interval: 5 }).toEqual([expected, expected]);
    expect(performance.now() - before).toBeLessThan(4000);

    await change(other, teacher, id, 'start');
    await change(other, teacher, id, 'stop');
    await expect.poll(() => [here.heard, there.heard]).toEqual(Array(2).fill([...expected, ...justStopped(id)]));
    expect(elsewhere.heard).toEqual(unmoved);
    for (const { socket } of [here, there, elsewhere]) socket.close();
  });

  test('tells every window of the teacher that the list of sections changed, and nobody else', async () => {
    const teacher = await newTeacher(one);
    const kept = await newSection(one, teacher);
    const here = await listen(one, teacher.access).admitted(1);
    const there = await listen(other, teacher.access).admitted(1);
    const told = () => [here.sectionsAnnounced, there.sectionsAnnounced];
    // Messages arrive in order: this one proves that all earlier ones have arrived.
    await change(one, teacher, kept, 'start');
    await expect.poll(() => [here.heard.length, there.heard.length]).toEqual([3, 3]);

    const { access: token } = teacher;
    const expectTold = async (make: () => Promise<unknown>) => {
      const before = told();
      await make();
      await expect.poll(told).toEqual(before.map((count) => count + 1));
    };
    let id = 0;
    await expectTold(async () => (id = await newSection(one, teacher)));
    for (const what of ['add', 'remove']) {
      const body = { student_emails: [kai] };
      await expectTold(() => one.call('POST', `/section/${id}/${what}-students/`, { token, body }));
    }
    await expectTold(() => one.call('DELETE', `/section/${id}/delete/`, { token, body: { password } }));

    const before = told();
    await newSection(one, await newTeacher(one));
    await change(one, teacher, kept, 'stop');
    await expect
      .poll(() => [here.heard.at(-1), there.heard.at(-1)])
      .toEqual([...justStopped(kept), ...justStopped(kept)]);
    expect(told()).toEqual(before);
    for (const { socket } of [here, there]) socket.close();
  });

  test('answers get_status for each of the teacher’s sections, also immediately after opening', async () => {
    const teacher = await newTeacher(one);
    const ids = [await newSection(one, teacher), await newSection(one, teacher)];
    const first = await listen(one, teacher.access).admitted(2);
    const { body } = await change(one, teacher, ids[1]!, 'start');
    const nowStarted = started(ids[1]!, body.started_at);
    // Once this window has the event, no other will get it later: PostgreSQL notifies shortly after the answer.
    await expect.poll(() => first.heard.slice(2)).toEqual(nowStarted);
    first.socket.close();
    const listener = await listen(one, teacher.access).admitted(2);
    const [, update] = nowStarted;
    expect(listener.heard).toEqual([
      ...stopped(ids[0]!),
      { ...update, status: { ...update?.status, to_look_at: 0, waiting: 0 } },
    ]);
    listener.socket.close();
  });

  test('ignores unknown messages', async () => {
    const teacher = await newTeacher(one);
    const id = await newSection(one, teacher);
    const { socket, heard } = await listen(one, teacher.access).admitted(1);
    for (const message of ['', 'hello', '{', '[]', 'null', '{"type":"other"}', Buffer.from([0, 255])])
      socket.send(message);
    socket.send('{"type":"get_status"}');
    await expect.poll(() => heard).toEqual([...stopped(id), ...stopped(id)]);
    socket.close();
  });

  test('closes on a message that is too long', async () => {
    const { access } = await teacherWithSection(one);
    const { socket, closed } = await listen(one, access).admitted(1);
    socket.send('x'.repeat(2000));
    expect(await closed).toBe(1009);
  });

  test.each(['', 'nonsense'])('opens and closes with 4401 for the token %j', async (token) => {
    const listener = listen(one, token);
    await once(listener.socket, 'open');
    expect(await listener.closed).toBe(4401);
    expect(listener.heard).toEqual([]);
  });

  test('sends a heartbeat once the token is accepted, and then at least every 25 s', async () => {
    const { access } = await teacherWithSection(one);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const listener = await listen(one, access).admitted(1);
    const stranger = listen(one, 'not a token');
    expect(listener.heartbeats).toBe(1);
    for (const heartbeats of [2, 3, 4]) {
      vi.advanceTimersByTime(25_000);
      await expect.poll(() => listener.heartbeats).toBe(heartbeats);
      // The answer proves that the server has received the pong, too.
      listener.socket.send('{"type":"get_status"}');
      await expect.poll(() => listener.heard.length).toBe(heartbeats);
    }
    expect(await stranger.closed).toBe(4401);
    expect(stranger.heartbeats).toBe(0);
    listener.socket.close();
    await listener.closed;
  });

  test('security 15: closes with 4401 when the token expires', async () => {
    const { access } = await teacherWithSection(one);
    const end = Number(decodeJwt(access).exp) * 1000;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
    const { socket, heard, closed } = await listen(one, access).admitted(1);
    vi.advanceTimersByTime(end - Date.now() - 1);
    // It still gets an answer.
    socket.send('{"type":"get_status"}');
    await once(socket, 'message');
    expect(heard).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(await closed).toBe(4401);
  });

  test('security 15: closes with 4401 on sign-out, on every instance, and only for that sign-in', async () => {
    const teacher = await teacherWithSection(one);
    const { body: second } = await logIn(one, teacher.email);
    const sockets = [await listen(one, teacher.access).admitted(1), await listen(other, teacher.access).admitted(1)];
    const kept = await listen(other, second.access).admitted(1);
    await one.call('POST', '/account/logout/', { body: { refresh: teacher.refresh } });
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    expect(kept.socket.readyState).toBe(WebSocket.OPEN);
    const late = listen(one, teacher.access);
    expect(await late.closed).toBe(4401);
    kept.socket.close();
  });

  test('security 26: drops a socket that closed while its token was checked', async () => {
    const teacher = await newTeacher(one);
    const { body: unseen } = await logIn(one, teacher.email);
    const id = await newSection(one, teacher);
    let sent: MockInstance | undefined;
    one.app.websocketServer.once('connection', (socket: WebSocket) => {
      sent = vi.spyOn(socket, 'send');
    });
    // No token can be checked in the meantime.
    const release = await holdLock(database.db, sql`lock table sign_ins in access exclusive mode`);
    const { socket, closed } = await listen(one, unseen.access).admitted(0);
    socket.close();
    await closed;
    await expect.poll(() => one.app.websocketServer.clients.size).toBe(0);
    await release();

    const there = await listen(one, teacher.access).admitted(1);
    await change(one, teacher, id, 'start');
    await expect.poll(() => there.heard.length).toBeGreaterThan(1);
    expect(sent).toBeDefined();
    expect(sent?.mock.calls).toEqual([]);
    there.socket.close();
  });

  test('security 15: accepts its own pages only', async () => {
    const { access } = await teacherWithSection(one);
    const url = `http://127.0.0.1:${portOf(one)}/ws/detection/?token=${access}`;
    const refused = request(url, { headers: { ...upgrade, Origin: 'https://evil.example' } }).end();
    const [response] = await once(refused, 'response');
    expect(response.statusCode).toBe(403);
    refused.destroy();
    for (const Origin of ['http://localhost:3000', `http://127.0.0.1:${portOf(one)}`]) {
      (await listen(one, access, { Origin }).admitted(1)).socket.close();
    }
  });

  test('security 20: holds at most fifty sockets per teacher and instance, and asks further ones to retry later', async () => {
    const [teacher, another] = [await teacherWithSection(one), await teacherWithSection(one)];
    const held = await Promise.all(Array.from({ length: 50 }, () => listen(one, teacher.access).admitted(1)));
    expect(await listen(one, teacher.access).closed).toBe(1013);
    await Promise.all([listen(one, another.access).admitted(1), listen(other, teacher.access).admitted(1)]);
    held[0]?.socket.close();
    await held[0]?.closed;
    await listen(one, teacher.access).admitted(1);
    for (const { socket } of held) socket.close();
  });

  test('security 33: spreads reconnects over five seconds after missed notifications', async () => {
    let heard: DatabaseListener | undefined;
    const deaf = await startTestServer(
      {},
      {
        ...database,
        listen(channel, listener) {
          heard = listener;
          return database.listen(channel, listener);
        },
      },
    );
    await deaf.app.listen({ port: 0, host: '127.0.0.1' });
    const { access } = await teacherWithSection(deaf);
    const windows = await Promise.all(Array.from({ length: 10 }, () => listen(deaf, access).admitted(1)));
    const codes: number[] = [];
    for (const { closed } of windows) void closed.then((code) => codes.push(code));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    heard?.lost();
    heard?.back();
    for (const [milliseconds, closed] of [
      [0, 1],
      [2499, 5],
      [2000, 9],
      [501, 10],
    ] as const) {
      vi.advanceTimersByTime(milliseconds);
      // Polling would advance the clock.
      const deadline = performance.now() + 5000;
      while (codes.length < closed && performance.now() < deadline) await new Promise(setImmediate);
      expect(codes).toEqual(Array(closed).fill(1012));
    }
    vi.useRealTimers();
    await deaf.close();
  });
});
