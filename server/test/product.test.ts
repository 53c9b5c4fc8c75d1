import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort, newDataDirectory, type Running, remove, run, startServer } from './support/product';

let folder: string;
let port: string;
let server: Running;
const environment = () => ({ DATA_DIR: folder, PORT: port });

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what tests are about
async function call(path: string, body?: object, token = ''): Promise<any> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
  const answer = await fetch(`http://localhost:${port}${path}`, request);
  return answer.json();
}

/** Signs a new teacher in. @returns the access token */
async function signIn(email: string): Promise<string> {
  const password = 'correct horse';
  const name = { first_name: 'Ada', last_name: 'Muster' };
  await call('/account/register/teacher/', { ...name, email, password, password2: password });
  const [{ code }] = await call('/dev/mail.json');
  await call('/account/verify-otp/', { email, code });
  return (await call('/account/login/teacher/', { email, password })).access;
}

describe('a running server', () => {
  beforeAll(async () => {
    folder = newDataDirectory();
    port = await freePort();
    server = await startServer(environment());
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.exited;
    remove(folder);
  });

  test('says where it is in a few lines', () => {
    expect(server.output().trim().split('\n')).toEqual([
      `Vigil is ready at http://localhost:${port}`,
      `Development mailbox: http://localhost:${port}/dev/mail`,
      'Stop with Ctrl-C',
    ]);
  });

  test('keeps its secrets to itself', () => {
    for (const file of ['jwt-secret', 'agent-key']) {
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^[\w-]{43}$/);
    }
  });

  test('a second one on its directory is refused with one sentence', async () => {
    const second = run('main', [], { ...environment(), PORT: await freePort() });
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(`Vigil is already running on the data directory ${folder}.\n`);
  });

  test('of five that come at once none gets in', async () => {
    const others = Array.from({ length: 5 }, () => run('main', [], { ...environment(), PORT: '1' }));
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([1, 1, 1, 1, 1]);
    expect(await call('/dev/mail.json')).toEqual(expect.any(Array));
  });

  test('takes a file of students over, which can be found at once', async () => {
    const file = join(folder, 'students.csv');
    writeFileSync(file, 'name,email\nIda Probe,ida@probe.example\n,nobody@probe.example\n');
    const students = run('students', ['import', file], environment());
    expect(await students.exited).toBe(0);
    expect(students.output()).toBe('Line 3 skipped: the name is missing.\n1 added, 0 already there, 1 skipped.\n');
    const found = await call('/section/search-students/?q=probe', undefined, await signIn('finder@school.example'));
    expect(found).toMatchObject([{ name: 'Ida Probe' }]);
  });

  test.each([
    ['students', [], 'Usage: npm run students -- import FILE.csv\n'],
    ['students', ['import', '/no/such.csv'], '/no/such.csv cannot be read.\n'],
    ['simulate', ['--section', 'x'], expect.stringMatching(/^Usage: npm run simulate [^\n]*\n$/)],
    ['simulate', ['--section', '9'], expect.stringMatching(/^Section 9 has no active session [^\n]*\n$/)],
    [
      'simulate',
      ['--section', '9', '--url', 'http://127.0.0.1:1'],
      expect.stringMatching(/^Vigil at [^\n]* does not answer[^\n]*\n$/),
    ],
  ])('%s %j ends with one sentence and exit code 1', async (name, args, sentence) => {
    const command = run(name, args, environment());
    expect(await command.exited).toBe(1);
    expect(command.output()).toEqual(sentence);
  });

  test('a class attends by itself within ten seconds, and more of it by command', async () => {
    const token = await signIn('class@school.example');
    const { id } = await call('/section/create/', { name: '8b', subject: 'Physics' }, token);
    const student_emails = ['kai.driftwoodson@students.example', 'mei.lanternfield@students.example'];
    await call(`/section/${id}/add-students/`, { student_emails }, token);
    await call('/detection/sessions/start/', { section_id: id, is_active: true }, token);
    const count = async () => (await call(`/detection/logs/?section=${id}`, undefined, token)).results.length;
    await expect.poll(count, { timeout: 10_000, interval: 200 }).toBeGreaterThan(0);

    const args = ['--section', String(id), '--students', '1', '--per-minute', '1200', '--seconds', '5'];
    const simulation = run('simulate', args, environment());
    expect(await simulation.exited).toBe(0);
    const reported = Number(/^(\d+) detections reported\.\n$/.exec(simulation.output())?.[1]);
    expect(reported).toBeGreaterThan(20);
    expect(await count()).toBeGreaterThan(reported);
    await call('/detection/sessions/stop/', { section_id: id }, token);
  });
});

describe('starting and stopping', () => {
  beforeAll(async () => {
    folder = newDataDirectory();
    port = await freePort();
  });
  afterAll(() => remove(folder));

  const credentials = { email: 'leaver@school.example', password: 'correct horse' };

  test('a signal closes sockets with 1001 and frees port and directory at once', async () => {
    server = await startServer(environment());
    const token = await signIn(credentials.email);
    const socket = new WebSocket(`ws://localhost:${port}/ws/detection/?token=${token}`);
    const code = once(socket, 'close').then(([number]) => number);
    await once(socket, 'open');
    // Twice, as npm hands Ctrl-C on to a process that has had it already.
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
    expect(await code).toBe(1001);
  });

  test('after kill -9 the directory is free at once and nothing acknowledged is lost', async () => {
    server = await startServer(environment());
    await signIn('survivor@school.example');
    server.child.kill('SIGKILL');
    expect(await server.exited).toBe('SIGKILL');
    server = await startServer(environment());
    for (const email of [credentials.email, 'survivor@school.example']) {
      expect(await call('/account/login/teacher/', { ...credentials, email })).toHaveProperty('access');
    }
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  });

  test('a port that is taken is named', async () => {
    const taken = createServer().listen(Number(port), '127.0.0.1');
    const refused = run('main', [], environment());
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toBe(`Port ${port} is already in use. Set PORT to another one.\n`);
    taken.close();
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535.\n'],
    [{ DATA_DIR: '/dev/null' }, 'The data directory /dev/null cannot be used: it is a file.\n'],
    [{ HOST: '203.0.113.1' }, 'HOST must be an address of this machine, and 203.0.113.1 is not.\n'],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/vigil', JWT_SECRET: 'j'.repeat(32), DEV_MAILBOX: '1' },
      'The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    ],
  ])('%j is refused with one sentence', async (changes: Record<string, string>, sentence) => {
    const refused = run('main', [], { ...environment(), ...changes });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toBe(sentence);
  });

  test('students can be imported while it does not run', async () => {
    const file = join(folder, 'students.csv');
    writeFileSync(file, 'name,email\nIda Probe,ida@probe.example\n');
    const students = run('students', ['import', file], environment());
    expect(await students.exited).toBe(0);
    expect(students.output()).toBe('1 added, 0 already there, 0 skipped.\n');
  });

  test('a damaged database is refused with one sentence', async () => {
    writeFileSync(join(folder, 'database', 'global', 'pg_control'), 'damaged');
    const refused = run('main', [], environment());
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toMatch(/^The database in [^\n]* cannot be opened[^\n]*\n$/);
  });
});
