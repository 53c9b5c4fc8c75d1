import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { checkAnswer } from './support/contract';
import { freePort } from './support/freePort';
import { callTo, newStorage, type Running, type Storage, signInTo, startServer } from './support/product';

/* What no client of ours sends, thrown at the built server, which has to go on as if nothing had been. */

let storage: Storage;
let port: string;
let server: Running;
let token: string;
beforeAll(async () => {
  [storage, port] = [await newStorage(), await freePort()];
  server = await startServer({ ...storage.environment, PORT: port, SIMULATE: '0' });
  token = await signInTo(port, 'teacher@school.example');
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  await storage.remove();
});
afterEach(async () => {
  expect(await callTo(port, '/section/list/', undefined, token)).toEqual([]);
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/unhandled|uncaught|"level":(50|60)/i);
});

/** Sends bytes on a new connection. @returns what arrives until the server hangs up or falls silent */
async function send(...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(port), 'localhost');
  let answer = '';
  const answered = new Promise((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      resolve(undefined);
    });
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  await Promise.race([once(socket, 'close'), answered.then(() => pause(200))]);
  socket.destroy();
  return answer;
}

/** Throws unless the first answer is a refusal that the contract allows. @returns its status */
function refusalIn(answer: string, path: string): number {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  checkAnswer({ method: 'GET', path, status, header, body: body.slice(0, Number(header('content-length'))) });
  return status;
}

const host = 'Host: localhost\r\n';
const post = (path: string, headers: string) =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n`;
const login = '/account/login/teacher/';

test.each<[string, number, string]>([
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['binary', 400, `${'\x00\x01\xff\xfe'.repeat(50)}\r\n\r\n`],
  ['TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['another version', 400, `GET / HTTP/9.9\r\n${host}\r\n`],
  ['a method that is none', 400, `FETCH / HTTP/1.1\r\n${host}\r\n`],
  ['a header with NUL', 400, `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['headers that are too long', 431, `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['two lengths', 400, post(login, 'Content-Length: 1\r\nContent-Length: 2\r\n')],
  ['a length and chunks', 400, `${post(login, 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`],
  ['a negative length', 400, post(login, 'Content-Length: -1\r\n')],
  ['broken chunks', 400, `${post(login, 'Transfer-Encoding: chunked\r\n')}zz\r\nhello\r\n`],
  ['an address that cannot be decoded', 400, `GET /section/%ff/ HTTP/1.1\r\n${host}\r\n`],
  ['a body that is longer than it may be', 413, post(login, 'Content-Length: 99999999999\r\n')],
])('%s is refused with %i', async (_what, status, bytes) => {
  expect(refusalIn(await send(Buffer.from(bytes, 'latin1')), '/account/')).toBe(status);
});

test('requests aborted at any point', async () => {
  const body = JSON.stringify({ email: 'teacher@school.example', password: 'correct horse' });
  const whole = `${post(login, `Content-Length: ${body.length}\r\n`)}${body}`;
  for (let length = 0; length <= whole.length; length += 11) {
    const socket = connect(Number(port), 'localhost');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(whole.slice(0, length));
    await pause(5);
    socket.resetAndDestroy();
  }
});

test('many concurrent requests whose answers nobody reads', async () => {
  const list = `GET /section/list/ HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n`;
  for (let times = 0; times < 20; times++) {
    const socket = connect(Number(port), 'localhost');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(list.repeat(50));
    socket.resetAndDestroy();
  }
});

const upgrade = (path: string, changes = '') =>
  `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n${changes}\r\n`;

test.each(['/section/list/', '/nothing/', '/ws/nothing/'])('an upgrade of %s is refused with 404', async (path) => {
  expect(refusalIn(await send(upgrade(path)), path)).toBe(404);
});

test.each<[string, Buffer]>([
  ['an unmasked frame', Buffer.from([0x81, 0x02, 0x68, 0x69])],
  ['reserved bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
  ['an opcode that is none', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
  ['a fragmented ping', Buffer.from([0x09, 0x80, 0, 0, 0, 0])],
  ['a continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
  ['a frame that says it has 2^63 bytes', Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['text that is no UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
  ['a close frame of one byte', Buffer.from([0x88, 0x81, 0, 0, 0, 0, 0x03])],
  ['a close frame with a code that is none', Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0xff, 0xff])],
  ['noise', Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 197) % 256))],
])('on the live channel, %s', async (_what, frame) => {
  const answer = await send(upgrade(`/ws/detection/?token=${token}`), frame);
  expect(answer).toMatch(/^HTTP\/1\.1 101 /);
});

test('a thousand nonsense live messages, and a broken socket among them', async () => {
  const socket = new WebSocket(`ws://localhost:${port}/ws/detection/?token=${token}`);
  socket.on('error', () => {});
  await once(socket, 'open');
  for (let index = 0; index < 1000; index++)
    socket.send(index % 2 ? '{"type":"get_status"}' : '{"type":{"get_status":[');
  socket.terminate();
  await pause(200);
});
