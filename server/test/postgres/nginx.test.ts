import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { frontEndFolder } from '../../src/folders';
import { freePort } from '../support/freePort';
import { Listener } from '../support/listener';
import { type Nginx, startNginx } from '../support/nginx';
import { callTo, newAgentKey, newStorage, type Running, type Storage, signInTo, startServer } from '../support/product';

const program = await findProgram('nginx');
if (!program) console.warn('nginx is not installed, so deploy/nginx.conf is not tested.');

describe.skipIf(!program)('two instances behind nginx', () => {
  let storage: Storage;
  let ports: [string, string];
  let instances: Running[];
  let nginx: Nginx;
  let token: string;
  beforeAll(async () => {
    storage = await newStorage();
    ports = [await freePort(), await freePort()];
    nginx = await startNginx(program ?? '', ports);
    const settings = { ...storage.environment, PUBLIC_URL: `http://127.0.0.1:${nginx.port}`, METRICS: '1' };
    instances = [];
    for (const PORT of ports) instances.push(await startServer({ ...settings, PORT, HOST: '127.0.0.1' }));
    token = await signInTo(ports[0], 'ada@school.example');
  });
  afterAll(async () => {
    await nginx.stop();
    for (const { child, exited } of instances) {
      child.kill('SIGTERM');
      await exited;
    }
    await storage.remove();
  });

  const fetchPage = (path: string) =>
    fetch(`http://127.0.0.1:${nginx.port}${path}`, { headers: { Accept: 'text/html' } });

  test('pages and calls work, and the logs carry the request id', async () => {
    expect((await fetchPage('/health')).headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    if (existsSync(frontEndFolder)) expect(await (await fetchPage('/login')).text()).toContain('id="root"');
    expect(await callTo(nginx.port, '/section/list/', undefined, token)).toEqual([]);
    // The students' page keeps its own policy.
    if (existsSync(frontEndFolder)) {
      const attend = await fetchPage('/attend');
      expect(attend.headers.get('permissions-policy')).toContain('camera=(self)');
    }
    expect((await fetchPage('/metrics')).status).toBe(404);
  });

  test('security 22: the instances’ mailbox is open to nobody', async () => {
    for (const path of ['/dev/mail', '/dev/mail.json', '/DEV/mail.json', '//dev/mail.json', '/x/../dev/mail.json']) {
      const page = await fetchPage(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(await page.text()).not.toContain('ada@school.example');
    }
    expect(await callTo(ports[1], '/dev/mail.json')).toMatchObject([{ to: 'ada@school.example' }]);
  });

  test('a start on one instance reaches live connections through both', async () => {
    const { id } = await callTo(nginx.port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
    const origin = `http://127.0.0.1:${nginx.port}`;
    const listeners = [];
    for (const _instance of ports) listeners.push(await new Listener(nginx.port, token, { origin }).admitted(1));
    for (const port of ports) {
      const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      expect(figures).toMatch(/^vigil_open_sockets 1$/m);
    }
    const { started_at } = await callTo(
      ports[0],
      '/detection/sessions/start/',
      { section_id: id, is_active: true },
      token,
    );
    for (const { heard } of listeners) {
      await expect
        .poll(() => heard)
        .toContainEqual({ type: 'detection_start', section_id: id, started_at, ends_at: null });
    }
    const foreign = new Listener(nginx.port, token, { origin: 'https://evil.example' });
    await expect(foreign.closed).rejects.toThrow('403');
    for (const { socket } of listeners) socket.close();
  });

  test('agents may send eight megabytes, others half of one, and more is refused as the contract says', async () => {
    const key = await newAgentKey(storage.environment);
    const send = async (path: string, bytes: number) => {
      const answer = await fetch(`http://127.0.0.1:${nginx.port}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Agent-Key': key },
        body: `[]${' '.repeat(bytes - 2)}`,
      });
      return [answer.status, await answer.json()];
    };
    const read = [400, expect.anything()];
    const refused = [413, { detail: 'This is too much at once.' }];
    expect(await send('/detection/logs/', 8_388_608)).toEqual(read);
    expect(await send('/detection/logs/', 8_388_609)).toEqual(refused);
    expect(await send('/account/register/teacher/', 524_288)).toEqual(read);
    expect(await send('/account/register/teacher/', 524_289)).toEqual(refused);
  });

  test.skipIf(process.platform !== 'linux')(
    'limits count by the address that nginx saw, whatever a caller claims',
    async () => {
      const ask = (address: string, number: number, headers = {}) =>
        new Promise<number>((resolve, reject) => {
          const call = request(
            {
              host: '127.0.0.1',
              port: nginx.port,
              localAddress: address,
              path: '/account/forgot-password/',
              method: 'POST',
              headers: { 'Content-Type': 'application/json', ...headers },
            },
            (answer) => text(answer).then(() => resolve(answer.statusCode ?? 0), reject),
          );
          call.once('error', reject).end(JSON.stringify({ email: `stranger${number}@school.example` }));
        });
      const numbers = Array.from({ length: 120 }, (_, index) => index);
      const statuses = await Promise.all(numbers.map((number) => ask('127.0.0.2', number)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await ask('127.0.0.2', 120)).toBe(429);
      expect(await ask('127.0.0.2', 121, { 'X-Forwarded-For': '203.0.113.9' })).toBe(429);
      expect(await ask('127.0.0.3', 122)).toBe(200);
    },
  );

  test('the log has neither tokens nor queries', async () => {
    await fetchPage('/reset-password/very-secret?also=secret');
    await expect.poll(() => nginx.log()).toContain('"GET /reset-password/-" ');
    await expect.poll(() => nginx.log()).toContain('"GET /ws/detection/" 101 ');
    expect(nginx.log()).not.toMatch(/secret|token|stranger/);
  });

  test('stopping an instance causes no errors', async () => {
    const [first] = instances;
    first?.child.kill('SIGTERM');
    expect(await first?.exited).toBe(0);
    for (let times = 0; times < 10; times++) {
      const section = { name: `9${times}`, subject: 'Physics' };
      expect(await callTo(nginx.port, '/section/create/', section, token)).toMatchObject(section);
    }
  });

  test('with an instance down, no log has tokens, and without any, neither', async () => {
    const ask = async () => {
      for (const path of ['/reset-password/very-secret', '/ws/detection/?token=also-secret']) await fetchPage(path);
    };
    for (let times = 0; times < 4; times += 1) await ask();
    const [, second] = instances;
    second?.child.kill('SIGTERM');
    await second?.exited;
    await ask();
    await expect.poll(() => nginx.log()).toContain('"GET /reset-password/-" 502');
    expect(nginx.everything()).not.toContain('secret');
  });
});
