import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { version } from '../../../package.json';
import { latin1 } from '../../../tests/support/textFiles';
import { freePort } from '../support/freePort';
import {
  callTo,
  newAgentKey,
  newStorage,
  type Running,
  remove,
  run,
  type Storage,
  signInTo,
  startServer,
  type,
} from '../support/product';
import { password } from '../support/teachers';

let storage: Storage;
let port: string;
let server: Running;
const environment = () => ({ ...storage.environment, PORT: port });
const call = (path: string, body?: object, token?: string) => callTo(port, path, body, token);

const folder = mkdtempSync(join(tmpdir(), 'vigil-files-'));
const studentsFile = join(folder, 'students.csv');
const westernFile = join(folder, 'western.csv');
writeFileSync(westernFile, latin1('Name;E-Mail\r\nJosé Muñoz;jose@probe.example\r\n'));
const workbookFile = join(folder, 'students.xlsx');
writeFileSync(workbookFile, latin1('PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00'));
writeFileSync(
  studentsFile,
  'name,email\nIda Probe,ida@probe.example\nUna Probe,una@students.example\n,nobody@probe.example\n',
);
afterAll(() => remove(folder));

describe('a running server', () => {
  beforeAll(async () => {
    storage = await newStorage();
    port = await freePort();
    // Its own simulated class could take a student's place just after the command's has joined.
    server = await startServer({ ...environment(), SIMULATE: '0' });
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.exited;
    await storage.remove();
  });

  test('reports its address in a few lines', () => {
    expect(server.output().trim().split('\n')).toEqual([
      `Vigil ${version} is ready at http://localhost:${port}`,
      `Development mailbox: http://localhost:${port}/dev/mail`,
      'Stop with Ctrl-C',
    ]);
  });

  test('prints its version without starting', async () => {
    const asked = run('main', ['--version'], environment());
    expect(await asked.exited).toBe(0);
    expect(asked.output()).toBe(`${version}\n`);
  });

  test('finds students imported while it runs', async () => {
    const students = run('students', ['import', studentsFile], environment());
    expect(await students.exited).toBe(0);
    expect(students.output()).toBe(
      'Line 4 skipped: the name is missing.\n2 added, 0 renamed, 0 already there, 1 skipped.\nCorrect the skipped lines and import the file again: the others stay as they are.\n',
    );
    const token = await signInTo(port, 'finder@school.example');
    expect(await call('/section/search-students/?q=probe', undefined, token)).toMatchObject([
      { name: 'Ida Probe' },
      { name: 'Una Probe' },
    ]);
  });

  test.each([
    ['students', ['delete', 'ida@probe.example'], 'There is no terminal to confirm this: add --yes.\n'],
    [
      'students',
      ['rename', 'a@probe.example', 'A', 'Bell\u0007'],
      expect.stringMatching(/^Nothing was changed: the name has /),
    ],
    ['students', ['export', 'a@probe.example'], 'No student has the e-mail a@probe.example.\n'],
    [
      'students',
      ['merge', 'ida@probe.example', 'ida@probe.example'],
      'Nothing was changed: that is one student already.\n',
    ],
    [
      'students',
      ['email', 'ida@probe.example', 'una@students.example'],
      'Nothing was changed: another student has the e-mail una@students.example. If they are one person: npm run students -- merge ida@probe.example una@students.example\n',
    ],
    ['students', ['email', 'ida@probe.example', 'ida'], 'Nothing was changed: ida is not an e-mail.\n'],
    ['students', ['import', '/no/such.csv'], '/no/such.csv cannot be read: it is not there.\n'],
    [
      'students',
      ['import', westernFile],
      `${westernFile} is not UTF-8. Save it as CSV UTF-8, or name its encoding: --encoding windows-1252 would read “José Muñoz;jose@probe.example”.\n`,
    ],
    ['students', ['import', westernFile, '--encoding', 'none'], 'There is no encoding none.\n'],
    ['students', ['import', workbookFile], `${workbookFile} is not a text file. Save it as CSV UTF-8.\n`],
    ['audit', ['--since', 'x'], expect.stringMatching(/^Usage: npm run audit /)],
    ['teachers', ['disable'], expect.stringMatching(/^Usage: npm run teachers -- list\n(?:.*\n)* .*promote EMAIL\n/)],
    ['teachers', ['promote', 'a@school.example'], 'No account has the e-mail a@school.example.\n'],
    ['teachers', ['invite', 'nobody'], 'nobody is not an e-mail address.\n'],
    ['teachers', ['enable', 'a@school.example'], 'No account has the e-mail a@school.example.\n'],
    ['teachers', ['delete', 'a@school.example'], 'There is no terminal to confirm this: add --yes.\n'],
    ['teachers', ['delete', 'a@school.example', '--yes'], 'No account has the e-mail a@school.example.\n'],
    ['agents', [], expect.stringMatching(/^Usage: npm run agents [^\n]*\n$/)],
    ['agents', ['add', 'Camera', '7'], expect.stringMatching(/^Usage: npm run agents [^\n]*\n$/)],
    ['agents', ['add', 'Camera', '--section', '7', '9'], 'There is no section 7.\n'],
    [
      'agents',
      ['add', 'Camera', '--per-minute', '60'],
      'Nothing was added: --per-minute must be a whole number from 500 on, as many as one report may have.\n',
    ],
    ['agents', ['revoke', 'Camera'], 'There is no agent Camera.\n'],
  ])('%s %j is refused with one sentence', async (name, args, sentence) => {
    expect(await type([name, ...args], environment())).toEqual({ code: 1, output: sentence });
  });

  test.each([
    ['students', [], expect.stringMatching(/^Usage: npm run students -- import FILE\.csv \[--encoding NAME\]\n/)],
    ['main', ['--help'], expect.stringMatching(/^Vigil does not know --help\. Its settings are /)],
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

  test('has a teacher deleted by command', async () => {
    const token = await signInTo(port, 'gone@school.example');
    await call('/section/create/', { name: '8b', subject: 'Physics' }, token);
    expect(await type(['teachers', 'delete', 'gone@school.example', '--yes'], environment())).toEqual({
      code: 0,
      output: 'Deleted the account of gone@school.example: sections 1, detections 0, screenshots 0.\n',
    });
    expect(await call('/section/list/', undefined, token)).toEqual({ detail: 'Session expired' });
  });

  test('security 21: has teachers invited, disabled, enabled and listed by command', async () => {
    const command = async (...args: string[]) => {
      const { code, output } = await type(['teachers', ...args], environment());
      expect(code, output).toBe(0);
      return output;
    };
    const email = 'kept@school.example';
    const token = await signInTo(port, email);
    expect(await command('invite', 'New@school.example')).toContain('a mail with a link is on its way');
    const [mail] = await call('/dev/mail.json');
    expect(mail).toMatchObject({
      to: 'new@school.example',
      link: expect.stringContaining(`http://localhost:${port}/register#`),
    });
    await command('disable', email);
    expect(await call('/section/list/', undefined, token)).toEqual({ detail: 'Session expired' });
    expect(await call('/account/login/teacher/', { email, password })).toEqual({
      detail: 'This account is disabled. Please ask your administrator.',
    });
    const list = await command('list');
    expect(list).toMatch(/^kept@school\.example +disabled +sections 0 {2}Ada Muster$/m);
    expect(list).toMatch(/^new@school\.example +invited +sections 0$/m);
    await command('enable', email);
    expect(await call('/account/login/teacher/', { email, password })).toHaveProperty('access');
    expect(await command('promote', email)).toBe(`${email} is an administrator now.\n`);
    expect(await command('list')).toMatch(/^kept@school\.example +administrator +sections 0 {2}Ada Muster$/m);
    expect(await command('demote', email)).toBe(`${email} is no administrator now.\n`);
  });

  test('security 28: has agents added, listed and revoked by command', async () => {
    const command = async (...args: string[]) => {
      const { code, output } = await type(['agents', ...args], environment());
      expect(code, output).toBe(0);
      return output;
    };
    const key = await newAgentKey(environment(), 'Room 12');
    const watch = () =>
      fetch(`http://localhost:${port}/detection/agents/sections/`, { headers: { 'X-Agent-Key': key } }).then(
        (answer) => answer.status,
      );
    expect(await watch()).toBe(200);
    expect(await command('list')).toMatch(
      /^Room 12: the whole school, 6000 events a minute, since [-0-9]{10}, never heard\n$/,
    );
    expect(await command('revoke', 'Room 12')).toBe('The key of Room 12 no longer works.\n');
    await expect.poll(watch).toBe(401);
  });

  test('security 22: has a class simulated by command, with made-up students only', async () => {
    const token = await signInTo(port, 'class@school.example');
    const { id } = await call('/section/create/', { name: '8b', subject: 'Physics' }, token);
    await call(`/section/${id}/add-students/`, { student_emails: ['ida.probe@students.example'] }, token);
    await call('/detection/sessions/start/', { section_id: id, is_active: true }, token);
    const args = ['--section', String(id), '--per-minute', '1200'];
    const refused = run('simulate', args, environment());
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toMatch(/^Section \d+ has no made-up student, [^\n]*\n$/);
    await call(`/section/${id}/add-students/`, { student_emails: ['una@students.example'] }, token);
    const simulation = run('simulate', args, environment());
    const logs = () => call(`/detection/logs/?section=${id}`, undefined, token);
    const ended = simulation.exited.then(() => Promise.reject(new Error(`It ended early: ${simulation.output()}`)));
    const isReported = expect.poll(async () => (await logs()).results.length, { timeout: 40_000 }).toBeGreaterThan(20);
    await Promise.race([isReported, ended]);
    await call('/detection/sessions/stop/', { section_id: id }, token);
    expect(await simulation.exited).toBe(0);
    const reported = Number(/^(\d+) detections reported\.\n$/.exec(simulation.output())?.[1]);
    // The answer to the last one may have found the lesson stopped.
    expect(reported).toBeGreaterThanOrEqual(20);
    const { results } = await logs();
    expect(results.length).toBeGreaterThanOrEqual(reported);
    expect(new Set(results.map((log: { student_email: string }) => log.student_email))).toEqual(
      new Set(['una@students.example']),
    );
  });

  test('security 40, 41: has a student renamed, exported and deleted by command', async () => {
    const token = await signInTo(port, 'students@school.example');
    const { id } = await call('/section/create/', { name: '4b', subject: 'History' }, token);
    await call(`/section/${id}/add-students/`, { student_emails: ['ida@probe.example'] }, token);
    const find = () => call('/section/search-students/?q=ida@probe', undefined, token);
    const students = async (...args: string[]) => {
      const { code, output } = await type(['students', ...args], environment());
      expect(code, output).toBe(0);
      return output;
    };
    expect(await students('rename', 'ida@probe.example', 'Ida', 'R.', 'Probe')).toBe(
      'ida@probe.example is called Ida R. Probe now.\n',
    );
    expect(await find()).toMatchObject([{ name: 'Ida R. Probe' }]);
    const moved = join(folder, 'moved.csv');
    writeFileSync(moved, 'Name;E-Mail\nIda R. Probe;ida.new@probe.example\n');
    expect(await students('import', moved)).toBe(
      'Ida R. Probe is new as ida.new@probe.example, and ida@probe.example has that name. If they are one person: npm run students -- merge ida@probe.example ida.new@probe.example\n' +
        '1 added, 0 renamed, 0 already there, 0 skipped.\n',
    );
    expect(await students('merge', 'ida@probe.example', 'ida.new@probe.example', '--yes')).toBe(
      'Merged ida@probe.example into ida.new@probe.example: sections 1, detections 0.\n',
    );
    expect(await students('email', 'ida.new@probe.example', 'IDA@probe.example')).toBe(
      'ida.new@probe.example has the e-mail ida@probe.example now.\n',
    );
    const file = join(folder, 'ida.json');
    expect(await students('export', 'ida@probe.example', file)).toBe(
      `Everything stored about ida@probe.example is in ${file}.\n`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { student, detections } = JSON.parse(readFileSync(file, 'utf8'));
    expect(student.name).toBe('Ida R. Probe');
    expect(await students('delete', 'ida@probe.example', '--yes')).toMatch(
      new RegExp(
        `^Deleted ida@probe\\.example: sections \\d+, detections ${detections.length}, screenshots \\d+\\.\n$`,
      ),
    );
    expect(await find()).toEqual([]);
  });

  test('security 42: has its audit trail read by command, including the commands themselves', async () => {
    const audit = async (...args: string[]) => {
      const { code, output } = await type(['audit', ...args], environment());
      expect(code, output).toBe(0);
      return output.replaceAll(/^\S+\t/gm, '');
    };
    const students = await audit('--since', '2026-01-01');
    for (const deed of ['command\tstudents rename', 'export', 'deletion']) {
      expect(students).toMatch(new RegExp(`^-\t${deed}\\S*:?[\t ]student \\d+ \\(a deleted student\\)$`, 'm'));
    }
    expect(students).not.toContain('ida@probe.example');
    expect(await audit('--teacher', 'gone@school.example')).toContain('\tdeletion\taccount, by command\n');
    expect(await audit('--teacher', 'class@school.example')).toMatch(
      /^class@school\.example\tsign-in\tpassword\tfrom /,
    );
  });
});

describe('starting and stopping', () => {
  beforeAll(async () => {
    storage = await newStorage();
    port = await freePort();
  });
  afterAll(() => storage.remove());

  const leaver = 'leaver@school.example';

  test('a signal closes sockets with 1001 and frees the port immediately', async () => {
    server = await startServer({ ...environment(), AGENT_KEY: 'k'.repeat(32) });
    expect(server.output()).toContain('AGENT_KEY is no longer used: give each agent its own key');
    const token = await signInTo(port, leaver);
    const socket = new WebSocket(`ws://localhost:${port}/ws/detection/?token=${token}`);
    const code = once(socket, 'close').then(([number]) => number);
    await once(socket, 'open');
    // Twice, because npm forwards Ctrl-C to a process that has already received it.
    server.child.kill('SIGINT');
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
    expect(await code).toBe(1001);
  });

  test('a signal lets requests in flight finish and accepts no new ones', async () => {
    server = await startServer(environment());
    const credentials = JSON.stringify({ email: leaver, password });
    const slow = connect(Number(port), '127.0.0.1');
    const answer = text(slow);
    slow.write(
      `POST /account/login/teacher/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${credentials.length}\r\n\r\n`,
    );
    const kept = connect(Number(port), '127.0.0.1');
    kept.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(kept, 'data');
    server.child.kill('SIGTERM');
    const statusOfAnother = () => fetch(`http://localhost:${port}/health`).then(({ status }) => status, String);
    await expect.poll(statusOfAnother, { interval: 20, timeout: 4000 }).not.toBe(200);
    const refused = text(kept);
    kept.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await refused).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nconnection: close\r\n/i);
    slow.write(credentials);
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*"access":"/);
    expect(await server.exited).toBe(0);
  });

  test('slow and barely started requests are cut off after five seconds', async () => {
    server = await startServer(environment());
    const dawdling = connect(Number(port), '127.0.0.1');
    dawdling.write(
      'POST /account/login/teacher/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    const begun = connect(Number(port), '127.0.0.1');
    begun.write('GET / HTTP/1.1\r\nHo');
    for (const socket of [dawdling, begun]) socket.on('error', () => {});
    await Promise.all([dawdling, begun].map((socket) => once(socket, 'connect')));
    // An answer to a later request proves that the server has read the earlier one.
    await call('/health');
    const started = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeGreaterThan(4.5);
    expect(seconds).toBeLessThan(9.5);
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535.\n'],
    [
      { HOST: '203.0.113.1', REGISTRATION: 'invited' },
      'HOST must be an address of this machine, and 203.0.113.1 is not.\n',
    ],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/vigil', JWT_SECRET: 'j'.repeat(32), DEV_MAILBOX: '1' },
      'The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    ],
  ])('%j is refused with one sentence', async (changes: Record<string, string>, sentence) => {
    const refused = run('main', [], { ...environment(), ...changes });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toBe(sentence);
  });

  test('students can be imported while it is stopped', async () => {
    const students = run('students', ['import', studentsFile], environment());
    expect(await students.exited).toBe(0);
    expect(students.output()).toBe(
      'Line 4 skipped: the name is missing.\n2 added, 0 renamed, 0 already there, 1 skipped.\nCorrect the skipped lines and import the file again: the others stay as they are.\n',
    );
  });
});
