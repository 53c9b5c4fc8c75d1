import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAgent } from '../simulator/agent';
import { attend } from '../simulator/attendance';
import { students } from '../src/platform/database/schema';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher } from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

test('security 22: the simulated class attends with made-up students only, and labels each log', async () => {
  const real = 'ida@probe.example';
  await server.database.db.insert(students).values({ name: 'Ida Probe', email: real });
  const teacher = await newTeacher(server);
  const token = teacher.access;
  const [mixed, realOnly] = [
    await newSection(server, teacher, [real, kai, mei]),
    await newSection(server, teacher, [real]),
  ];
  for (const section_id of [mixed, realOnly]) {
    await server.call('POST', '/detection/sessions/start/', { token, body: { section_id, is_active: true } });
  }

  const { port } = server.app.server.address() as AddressInfo;
  const left = new AbortController();
  const agent = createAgent(`http://127.0.0.1:${port}`, agentKey, left.signal);
  vi.useFakeTimers({ toFake: ['Date'] });
  let rounds = 0;
  for await (const { sections, students: attending } of attend(agent, { perMinute: 600 }, left.signal)) {
    expect([sections, attending]).toEqual([2, 2]);
    if (++rounds === 3) break;
    vi.setSystemTime(Date.now() + 10_000);
  }
  vi.useRealTimers();

  const logsOf = async (section: number) =>
    (await server.call('GET', `/detection/logs/?section=${section}`, { token })).body.results;
  const logs = await logsOf(mixed);
  expect(logs.length).toBeGreaterThan(30);
  for (const { student_email, details } of logs) {
    expect([kai, mei]).toContain(student_email);
    expect(details).toMatch(/^Simulated: [A-Z0-9]/);
  }
  expect(await logsOf(realOnly)).toEqual([]);
});
