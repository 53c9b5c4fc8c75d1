import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildApp } from '../src/app';
import { freePort } from './support/freePort';
import { callTo, newStorage, type Running, type Storage, startServer } from './support/product';
import { jwtSecret, openTestDatabase, startTestServer, testSettings } from './support/server';
import { newEmail, password, registration } from './support/teachers';

/* What only a process, or a connection below HTTP, can show. */

let storage: Storage;
let port: string;
let server: Running;
beforeAll(async () => {
  [storage, port] = [await newStorage(), await freePort()];
  server = await startServer({ ...storage.environment, PORT: port, SIMULATE: '0', LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await storage.remove();
});

test('security 15, 17: the most verbose log has one line per event, without tokens, codes and passwords', async () => {
  const email = newEmail();
  const forged = registration(email, { first_name: 'Ada\r\n{"forged":1}' });
  expect(await callTo(port, '/account/register/teacher/', forged)).toHaveProperty('first_name');
  await callTo(port, '/account/register/teacher/', registration(email));
  const [{ code }] = await callTo(port, '/dev/mail.json');
  await callTo(port, '/account/verify-otp/', { email, code });
  const { access, refresh } = await callTo(port, '/account/login/teacher/', { email, password });
  const socket = new WebSocket(`ws://localhost:${port}/ws/detection/?token=${access}`);
  await once(socket, 'open');
  const renewed = await callTo(port, '/account/refresh/', { refresh });
  await callTo(port, '/account/forgot-password/', { email });
  const [{ link }] = await callTo(port, '/dev/mail.json');
  const [, token] = /reset-password\/(.+)$/.exec(link) ?? [];
  const closed = once(socket, 'close');
  await callTo(port, '/account/logout/', { refresh: renewed.refresh });
  expect((await closed)[0]).toBe(4401);
  await fetch(`http://localhost:${port}/nothing?token=${access}%0d%0aforged`);
  await fetch(link);

  const log = server.output();
  expect(log).toContain('"/ws/detection/?…"');
  for (const secret of [access, refresh, renewed.access, renewed.refresh, token, code, password]) {
    expect(secret).toEqual(expect.any(String));
    expect(log).not.toContain(secret);
  }
  // The server prints its address before it logs.
  const [, events = ''] = log.split('Stop with Ctrl-C\n');
  for (const line of events.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
});

test('security 17, 38: a request with line breaks in its headers is refused, with all usual headers', async () => {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\nX-Given: one\rtwo\nforged\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
});

test.each([
  [
    'a body',
    'POST /account/login/teacher/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  ],
  ['a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
])('security 20: a connection that sends %s too slowly is closed', async (_what, beginning) => {
  const slow = await startTestServer();
  await slow.app.listen({ port: 0, host: '127.0.0.1' });
  expect(slow.app.server.requestTimeout).toBe(60_000);
  // A minute in production.
  slow.app.server.requestTimeout = 500;
  slow.app.server.headersTimeout = 500;
  const address = slow.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(beginning);
  const drip = setInterval(() => socket.write(' '), 100);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await slow.close();
});

test('security 20: a connection that reads too slowly is closed', async () => {
  const database = await openTestDatabase();
  const { app } = await buildApp(testSettings(), { jwtSecret }, database);
  app.get('/more-than-fits-on-the-way', (_request, reply) => reply.send(Readable.from(endless())));
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(app.server.timeout).toBe(120_000);
  // Two minutes in production.
  app.server.timeout = 500;
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const accepted = once(app.server, 'connection');
  const reader = connect(address.port, '127.0.0.1').pause();
  reader.write('GET /more-than-fits-on-the-way HTTP/1.1\r\nHost: x\r\n\r\n');
  const [connection] = await accepted;
  await once(connection, 'close');
  reader.destroy();
  await app.close();
  await database.close();
});

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(65_536);
}
