import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../package.json';
import { freePort } from './support/freePort';
import { Listener } from './support/listener';
import { callTo, newAgentKey, newStorage, type Running, type Storage, startServer } from './support/product';
import { type Smtp, startSmtp } from './support/smtp';

const google = {
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_ISSUER: 'http://127.0.0.1:1',
};

let storage: Storage;
let smtp: Smtp;
let port: string;
let server: Running;
beforeAll(async () => {
  storage = await newStorage();
  smtp = await startSmtp({ refuse: (recipient) => (recipient.startsWith('refused') ? 550 : undefined) });
  port = await freePort();
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exited;
  await smtp.close();
  await storage.remove();
});

const start = (changes: Record<string, string>) => {
  const SMTP_URL = smtp.url.replace('//', '//vigil:smtp-secret@');
  const secrets = { JWT_SECRET: 'jwt-secret'.repeat(4), SMTP_URL, ...google };
  return startServer({ ...storage.environment, ...secrets, PORT: port, ...changes });
};

/** Returns the text of the newest mail between two others. */
async function mailed(pattern: RegExp, count: number): Promise<string> {
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(count);
  return pattern.exec(smtp.received.at(-1)?.email.text ?? '')?.[1] ?? '';
}

test('the log of a whole day has no secrets and one line per event', async () => {
  server = await start({ LOG_LEVEL: 'trace' });
  const address = `http://localhost:${port}`;
  const call = (path: string, body?: object, token?: string) => callTo(port, path, body, token);
  const [email, password, renewed] = ['ada-secret@school.example', 'first-secret', 'second-secret'];
  const names = { first_name: 'Name-secret', last_name: 'Muster' };
  const forged = { ...names, first_name: 'Name-secret\r\n{"forged":1}' };

  const refused = await call('/account/register/teacher/', { ...forged, email, password, password2: password });
  expect(refused).toHaveProperty('first_name');
  await call('/account/register/teacher/', { ...names, email, password, password2: password });
  const code = await mailed(/code is (\d{6})/, 1);
  await call('/account/register/teacher/', { ...names, email: `refused-${email}`, password, password2: password });
  expect(await call('/account/verify-otp/', { email, code })).toHaveProperty('message');
  await call('/account/login/teacher/', { email, password: 'wrong-secret' });
  await call('/account/login/google/', { code: 'google-code-secret' });
  const { access, refresh } = await call('/account/login/teacher/', { email, password });
  const socket = new Listener(port, access);
  await once(socket.socket, 'open');

  const { id } = await call('/section/create/', { name: 'Section-secret', subject: 'Physics' }, access);
  await call('/section/search-students/?q=search-secret', undefined, access);
  await call('/detection/sessions/start/', { section_id: id, is_active: true }, access);
  const agentKey = await newAgentKey({ ...storage.environment, JWT_SECRET: 'jwt-secret'.repeat(4) });
  for (const key of [agentKey, 'wrong-agent-secret']) {
    await fetch(`${address}/detection/logs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
      body: '[{"id":"event-secret","section_id":1,"student_email":"student-secret@school.example"}]',
    });
  }
  await fetch(`${address}/account/login/teacher/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"password":"malformed-secret',
  });
  for (const path of [
    '/detection/screenshots/1/?signature=signature-secret',
    '/%0d%0a{"forged":1}?x=%0aquery-secret',
    '/%zz?secret',
  ]) {
    await fetch(`${address}${path}`, { headers: { 'X-Request-Id': 'id-secret "forged"', Cookie: 'cookie-secret' } });
  }
  const tokens = await call('/account/refresh/', { refresh });
  const body = { old_password: password, new_password: renewed, confirm_password: renewed };
  await call('/account/change-password/', body, tokens.access);
  await call('/account/forgot-password/', { email });
  const reset = await mailed(/reset-password\/(\S+)/, 2);
  await fetch(`${address}/reset-password/${reset}`, { headers: { Accept: 'text/html' } });
  await call('/account/reset-password/', { token: reset, new_password: password, confirm_password: password });
  const last = await call('/account/login/teacher/', { email, password });
  await call('/account/logout/', { refresh: last.refresh });
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  for (const secret of [access, refresh, tokens.access, tokens.refresh, last.access, reset, code]) {
    expect(secret).toMatch(/^[\w.-]{6,}$/);
    expect(server.output()).not.toContain(secret);
  }
  expect(server.output()).not.toMatch(/secret/i);
  const lines = server.output().trim().split('\n');
  const events = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([
    `Vigil ${version} is ready at http://localhost:${port}`,
    'Stop with Ctrl-C',
  ]);
  const requests = events.filter(({ req }) => req);
  expect(requests.length).toBeGreaterThan(15);
  expect(requests.map(({ req }) => req.url)).toContain('/reset-password/…');
  for (const event of events) {
    expect(event).not.toHaveProperty('forged');
    if (event.req || event.res) expect(event.reqId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(events.map(({ msg }) => msg)).toContain('a mail was not accepted');
});

test('an uncaught error is logged and ends the server with 1', async () => {
  const bug = 'process.on("SIGUSR2", () => { throw new Error("a bug") })';
  server = await start({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(bug)}` });
  server.child.kill('SIGUSR2');
  expect(await server.exited).toBe(1);
  const [event = ''] = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(JSON.parse(event)).toMatchObject({ level: 60, msg: 'uncaught error', err: { message: 'a bug' } });
});
