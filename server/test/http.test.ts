import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { DrizzleQueryError } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInline, serveFrontEnd } from '../src/domain/pages/frontEnd';
import type { OpenDatabase } from '../src/platform/database/database';
import { loggerOptions } from '../src/platform/http/logging';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newTeacher, registration } from './support/teachers';

let database: OpenDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

describe('bad requests', () => {
  const register = (body: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', '/account/register/teacher/', { body, headers });
  const json = { 'content-type': 'application/json' };

  test.each([
    ['malformed JSON', '{"email":', json, 400, 'The request could not be read.'],
    ['an empty body', '', json, 400, 'This must be an object.'],
    ['a poisoned prototype', '{"__proto__":{"a":1}}', json, 400, 'The request could not be read.'],
    ['null', 'null', json, 400, 'This must be an object.'],
    ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'Send JSON.'],
    ['plain text', 'hello', { 'content-type': 'text/plain' }, 415, 'Send JSON.'],
  ])('%s', async (_what, body, headers, status, detail) => {
    expect(await register(body, headers)).toMatchObject({ status, body: { detail } });
  });

  test('security 20: 600 KB', async () => {
    const much = JSON.stringify(registration('a@b.example', { first_name: 'x'.repeat(600_000) }));
    const { status, body } = await register(much, json);
    expect([status, body]).toEqual([413, { detail: 'This is too much at once.' }]);
  });

  test.each([
    ['lists', '['.repeat(5000) + ']'.repeat(5000)],
    ['objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ])('security 20: %s nested deeper than the stack in a field that is not declared', async (_what, nested) => {
    const body = JSON.stringify({ refresh: 'x' }).replace('}', `,"more":${nested}}`);
    expect((await server.call('POST', '/account/refresh/', { body, headers: json })).status).toBe(401);
  });

  test('no body', async () => {
    expect(await register(undefined)).toMatchObject({ status: 400, body: { detail: 'This must be an object.' } });
  });

  test('security 38: an unreadable address gets the headers of every other answer', async () => {
    const answer = await server.app.inject('/%zz');
    expect(answer.statusCode).toBe(400);
    const { headers } = await server.app.inject('/nothing');
    const kept = ([name]: [string, unknown]) => !['content-length', 'date', 'x-request-id'].includes(name);
    expect(Object.entries(answer.headers).filter(kept)).toEqual(Object.entries(headers).filter(kept));
    expect(answer.json()).toEqual({ detail: 'The request could not be read.' });
  });

  test.each(['/nothing', '/account/nothing/', '/section/list', '/ws/nothing/', '/dev/nothing'])(
    '%s is nothing',
    async (path) => {
      const answer = await server.app.inject({ url: path, headers: { accept: 'application/json' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ detail: 'Not found.' });
    },
  );

  test('an internal error reveals nothing', async () => {
    // Only what the test itself writes there works.
    const db = Object.assign(Object.create(null), { insert: database.db.insert.bind(database.db) });
    const broken = await startTestServer({}, { ...database, db });
    const { status, body } = await broken.call('POST', '/account/verify-otp/', {
      body: { email: 'a@b.example', code: '1' },
    });
    expect(status).toBe(500);
    expect(body).toEqual({ detail: 'Something went wrong on our side. Please try again.' });
    await broken.app.close();
  });
});

describe('headers', () => {
  const headersOf = async (one: TestServer) => (await one.app.inject('/dev/mail')).headers;
  const policyOf = async (one: TestServer) => String((await headersOf(one))['content-security-policy']).split(';');

  test('security 5: allow only our own scripts', async () => {
    const policy = await policyOf(server);
    for (const rule of [
      "default-src 'none'",
      expect.stringMatching(/^script-src 'self'( 'sha256-\S+')?$/),
      expect.stringMatching(/^style-src 'self'( 'sha256-\S+')?$/),
      "connect-src 'self' ws://localhost:3000",
      "img-src 'self' data: https:",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContainEqual(rule);
    }
    expect(policy.join()).not.toContain('unsafe');
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  test.each(['/', '/login', '/dev/mail', '/nothing', '/account/current-user/'])(
    'security 5, 8: come with %s',
    async (url) => {
      const { headers } = await server.app.inject({ url, headers: { accept: 'text/html' } });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test('allow Google’s client when Google is configured', async () => {
    const google = {
      clientId: 'us',
      clientSecret: 'hush',
      issuer: 'https://accounts.google.com',
      hostedDomain: undefined,
    };
    const withGoogle = await startTestServer({ google, publicUrl: 'https://vigil.example' }, database);
    expect(await policyOf(withGoogle)).toContainEqual(
      expect.stringMatching(/^script-src 'self' ('sha256-\S+' )?https:\/\/accounts\.google\.com\/gsi\/client$/),
    );
    expect(await policyOf(withGoogle)).toContain(
      "connect-src 'self' wss://vigil.example https://accounts.google.com/gsi/",
    );
    expect((await headersOf(withGoogle))['strict-transport-security']).toContain('max-age=');
    await withGoogle.close();
  });

  test('security 8: forbid sniffing, framing and referrers, and keep teachers’ answers out of caches', async () => {
    expect(await headersOf(server)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(await headersOf(server)).not.toHaveProperty('strict-transport-security');
    const { access: token } = await newTeacher(server);
    expect((await server.call('GET', '/account/current-user/', { token })).headers['cache-control']).toBe('no-store');
  });

  test('allow other origins only when configured', async () => {
    const open = await startTestServer({ allowedOrigins: ['https://school.example'] }, database);
    const preflight = (one: TestServer, origin: string) =>
      one.app.inject({
        method: 'OPTIONS',
        url: '/section/1/delete/',
        headers: {
          origin,
          'access-control-request-method': 'DELETE',
          'access-control-request-headers': 'authorization',
        },
      });
    expect((await preflight(open, 'https://school.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://school.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    });
    const origin = 'https://school.example';
    const answer = await open.app.inject({ method: 'GET', url: '/section/search-students/?q=ai', headers: { origin } });
    expect(answer.headers['access-control-expose-headers']).toBe('X-Total-Count, X-Directory, Date, Retry-After');
    expect((await preflight(open, 'https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
    expect((await preflight(server, 'https://school.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    await open.close();
  });
});

test('security 15, 17: the log has one line per event, and neither tokens nor what people typed', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = fastify({ logger: { ...loggerOptions('info'), stream } });
  app.log.error(
    new DrizzleQueryError('insert into teachers values ($1)', ['secret'], new Error('disk full')),
    'failed',
  );
  for (const path of ['/ws/detection/', '/reset-password/*']) app.get(path, () => ({}));
  await app.inject('/ws/detection/?a=1&token=secret&b=%0d%0aforged');
  await app.inject('/reset-password/secret%0asecret?secret');
  app.log.warn({ given: 'one\r\n{"level":60}' }, 'two\r\n{"level":60}');
  expect(lines.join('')).toContain('"/ws/detection/?…"');
  expect(lines.join('')).toContain('"/reset-password/…"');
  expect(lines.join('')).toContain('disk full');
  expect(lines.join('')).toContain('insert into teachers');
  expect(lines.join('')).not.toContain('secret');
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\r\n]/);
  expect(lines.at(-1)).toContain('two\\r\\n');
  await app.close();
});

describe('the front end', () => {
  let folder: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    // Vigil may be installed below a folder with the same name as that of the hashed files.
    folder = join(mkdtempSync(join(tmpdir(), 'vigil-front-')), 'assets', 'vigil');
    mkdirSync(join(folder, 'assets'), { recursive: true });
    const publicPages = ['login', 'register', 'verifyOtp', 'forgotPassword', 'resetPassword'];
    const protectedPages = [
      'dashboard',
      'changePassword',
      'admin',
      'section',
      'addStudents',
      'detectionLogs',
      'lessons',
      'lesson',
    ];
    for (const name of ['index', ...publicPages, ...protectedPages])
      writeFileSync(join(folder, `${name}.html`), `<h1>${name}</h1>`);
    writeFileSync(join(folder, 'assets', 'main-1.js'), 'run()');
    writeFileSync(join(folder, 'assets', 'main-1.js.br'), brotliCompressSync('run()'));
    app = fastify();
    await serveFrontEnd(app, folder);
  });
  afterAll(async () => {
    await app.close();
    rmSync(join(folder, '..', '..'), { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const page = { accept: 'text/html,*/*' };

  describe.each([
    ['/', 'login'],
    ['/login', 'login'],
    ['/register', 'register'],
    ['/verify-otp?email=a%40b.example', 'verifyOtp'],
    ['/verify-email', 'verifyOtp'],
    ['/forgot-password', 'forgotPassword'],
    ['/reset-password/x', 'resetPassword'],
    ['/dashboard', 'dashboard'],
    ['/change-password', 'changePassword'],
    ['/admin', 'admin'],
    ['/admin/teachers', 'admin'],
    ['/sections/7', 'section'],
    ['/sections/7/add-students', 'addStudents'],
    ['/sections/7/detection-logs', 'detectionLogs'],
    ['/sections/7/lessons', 'lessons'],
    ['/sections/7/lessons/12', 'lesson'],
    ['/inspect', 'index'],
    ['/login/', 'login'],
    ['/Login', 'login'],
  ])('%s is its page, asked for anew each time', (path, document) => {
    test.each([
      ['a browser', page],
      ['curl or a preview of links', { accept: '*/*' }],
      ['a program that does not say what it takes', {}],
    ])('by %s', async (_whom, asks) => {
      const { statusCode, headers, body } = await get(path, asks);
      expect([statusCode, body]).toEqual([200, `<h1>${document}</h1>`]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const { statusCode: status, headers: head } = await app.inject({ method: 'HEAD', url: path, headers: asks });
      expect([status, head['content-type']]).toEqual([200, headers['content-type']]);
    });
  });

  test.each(['/no-such-page', '/assets-of-mine', '/sections', '/sections/7/x', '/login/x', '/robots.txt'])(
    'no route of its own is %s: a browser gets the page to say so, others one sentence',
    async (path) => {
      const { statusCode, headers, body } = await get(path, page);
      expect([statusCode, body]).toEqual([404, '<h1>index</h1>']);
      // Otherwise a reload would get 304 and stay blank.
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('last-modified');
      const other = await get(path, { accept: '*/*' });
      expect([other.statusCode, other.json()]).toEqual([404, { detail: 'Not found.' }]);
    },
  );

  test.each([
    '/account/x',
    '/section/x',
    '/detection',
    '/ws/x',
    '/dev/x',
    '/assets/gone.js',
    '/health',
    '/ready',
    '/metrics',
  ])('%s is the server’s own', async (path) => {
    const answer = await get(path, page);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found.' }]);
  });

  test('its page answers GET only', async () => {
    expect((await app.inject({ method: 'POST', url: '/login', headers: page })).statusCode).toBe(404);
  });

  test('hashed files are cached forever and served precompressed', async () => {
    const plain = await get('/assets/main-1.js');
    expect(plain.body).toBe('run()');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(packed.rawPayload).toEqual(brotliCompressSync('run()'));
  });

  test('security 5: inline scripts and styles of its documents are allowed by their hashes, and nothing without one', () => {
    expect(readInline(folder)).toEqual({ scripts: [], styles: [] });
    const [hash, other] = ["'sha256-abc/+A=='", "'sha256-def='"];
    const policy = (text: string) => writeFileSync(join(folder, 'policy.json'), text);
    policy(JSON.stringify({ scripts: [hash], styles: [other] }));
    expect(readInline(folder)).toEqual({ scripts: [hash], styles: [other] });
    policy(JSON.stringify({ scripts: ["'unsafe-inline'"], styles: [] }));
    expect(() => readInline(folder)).toThrow();
  });

  test('nothing outside its folder is served', async () => {
    expect((await get('/../package.json')).statusCode).toBe(404);
    expect((await get('/%2e%2e/package.json')).statusCode).toBeGreaterThanOrEqual(400);
  });
});
