import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createAgent } from '../simulator/agent';
import { attend } from '../simulator/attendance';
import { simulatorKey } from '../src/domain/keys';
import { findStudent } from '../src/domain/school/exportStudent';
import { students } from '../src/domain/tables/section';
import { agentKey, jwtSecret, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newTeacher } from './support/teachers';

const real = 'ida@probe.example';
const key = simulatorKey(jwtSecret);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.database.db.insert(students).values({ name: 'Ida Probe', email: real });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

test('security 22: the simulated class attends with made-up students only, and labels each log', async () => {
  const teacher = await newTeacher(server);
  const token = teacher.access;
  const mixed = await newActiveSection(server, teacher, [real, kai, mei]);
  const realOnly = await newActiveSection(server, teacher, [real]);

  const { port } = server.app.server.address() as AddressInfo;
  const left = new AbortController();
  const agent = createAgent(`http://127.0.0.1:${port}`, key, left.signal);
  vi.useFakeTimers({ toFake: ['Date'] });
  let rounds = 0;
  for await (const { sections, students: attending } of attend(agent, { perMinute: 180 }, left.signal)) {
    expect([sections, attending]).toEqual([2, 2]);
    if (++rounds === 4) break;
    vi.setSystemTime(Date.now() + 10_000);
  }
  vi.useRealTimers();

  const get = async (path: string) => (await server.call('GET', path, { token })).body;
  const logsOf = async (section: number) => (await get(`/detection/logs/?section=${section}`)).results;
  const logs = await logsOf(mixed);
  // By chance, about 50 of them.
  expect(logs.length).toBeGreaterThan(10);
  for (const { student_email, details, source } of logs) {
    expect([kai, mei]).toContain(student_email);
    expect(details).toMatch(/^Simulated: [A-Z0-9]/);
    expect(source).toBe('simulated');
  }
  // Some are over, and some have a picture, which goes by another call.
  expect(logs.some(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toBe(true);
  expect(logs.some(({ screenshot }: { screenshot: string | null }) => screenshot !== null)).toBe(true);
  expect(await logsOf(realOnly)).toEqual([]);
  const { session_id, attendees } = await get(`/attendance/sections/${mixed}/`);
  expect(attendees.map(({ email }: { email: string }) => email).toSorted()).toEqual([kai, mei]);
  const coverage = await get(`/attendance/sections/${mixed}/lessons/${session_id}/coverage/`);
  for (const { periods } of coverage.students)
    expect(periods).toContainEqual(expect.objectContaining({ state: 'watching' }));
  expect(await get(`/attendance/sections/${realOnly}/`)).toMatchObject({ code: null, attendees: [] });
});

test('security 22: only the simulated class is let in without the teacher, only as made-up students, and replaces nobody but itself', async () => {
  const teacher = await newTeacher(server);
  const { access: token } = teacher;
  const section_id = await newActiveSection(server, teacher, [real, kai]);
  const { code } = (await server.call('POST', '/attendance/invite/', { token, body: { section_id } })).body;
  const knock = async (email: string, given: string) => {
    const body = { code, student_id: Number(await findStudent(server.database.db, email)) };
    return server.call('POST', '/attend/knock/', { body, headers: { 'x-agent-key': given } });
  };
  const states = async () => {
    const { attendees } = (await server.call('GET', `/attendance/sections/${section_id}/`, { token })).body;
    return attendees.map(({ state }: { state: string }) => state);
  };
  expect((await knock(real, key)).status).toBe(403);
  const own = await knock(kai, agentKey);
  expect([own.status, await states()]).toEqual([201, ['knocking']]);
  await server.call('POST', '/attendance/admit/', { token, body: { section_id, ids: [own.body.attendee_id] } });
  expect((await knock(kai, key)).status).toBe(409);
  await server.call('POST', '/attend/leave/', { headers: { authorization: `Attend ${own.body.token}` } });
  for (let times = 0; times < 2; times++) expect((await knock(kai, key)).status).toBe(201);
  expect(await states()).toEqual(['admitted']);
});
