import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addAgent, listAgents, revokeAgent } from '../src/domain/agent/agentKeys';
import { simulatorKey } from '../src/domain/keys';
import { agents } from '../src/domain/tables/agent';
import { detectionSessions, detections, heardAgents, recordedEvents } from '../src/domain/tables/detection';
import type { OpenDatabase } from '../src/platform/database/database';
import { callsOf, report as reportTo, sighting } from './support/lessons';
import { Listener } from './support/listener';
import { agentKey, jwtSecret, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher, type TestTeacher } from './support/teachers';

/** Two instances on one database. */
let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  other = await startTestServer({}, database);
  teacher = await newTeacher(server);
  token = teacher.access;
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const by = (key: string) => ({ headers: { 'x-agent-key': key } });
const { post, logsOf: logs, statusOf: status } = callsOf(() => ({ server, teacher }));
const report = (body: unknown, key?: string) => reportTo(server, body, key);
const heartbeat = (key = agentKey) => server.call('POST', '/detection/agents/heartbeat/', by(key));
const watched = async (key: string) => (await server.call('GET', '/detection/agents/sections/', by(key))).body;
async function activeSection(emails = [kai, mei]): Promise<number> {
  const id = await newSection(server, teacher, emails);
  await post('/detection/sessions/start/', { section_id: id, is_active: true });
  return id;
}

let names = 0;
const wish = (changes: object = {}) => ({
  name: `Camera ${++names}`,
  eventsPerMinute: 6000,
  sectionIds: null,
  ...changes,
});
/** Creates an agent. @returns its key */
async function newAgent(changes: object = {}): Promise<string> {
  const added = await addAgent(database.db, wish(changes));
  if ('reason' in added) throw new Error(added.reason);
  return added.key;
}

describe('security 28: a named key', () => {
  test('is shown once and stored as a hash', async () => {
    const key = await newAgent({ name: 'Room 12' });
    const rows = await database.db.select().from(agents).where(eq(agents.name, 'Room 12'));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(await listAgents(database.db))).not.toMatch(/key|hash/i);
    expect(await addAgent(database.db, wish({ name: 'Room 12' }))).toEqual({
      reason: 'There is an agent Room 12 already. Revoke it first.',
    });
    expect(await addAgent(database.db, wish({ name: 'Simulated' }))).toHaveProperty('reason');
    expect(await addAgent(database.db, wish({ sectionIds: [2_000_000_000] }))).toEqual({
      reason: 'There is no section 2000000000.',
    });
  });

  test('reaches only the sections that it names; others do not exist for it', async () => {
    const [within, beyond] = [await activeSection(), await activeSection()];
    const key = await newAgent({ sectionIds: [within] });
    expect((await watched(key)).map(({ section_id }: { section_id: number }) => section_id)).toEqual([within]);
    const { body } = await report([sighting(within), sighting(beyond), sighting(2_000_000_000)], key);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 404, 404]);
    expect(body.results[1].refusal).toEqual({ detail: `Section ${beyond} not found.` });
    expect(await logs(beyond)).toEqual([]);
    expect(await heartbeat(key)).toMatchObject({ status: 200, body: { epoch: expect.any(String) } });
    expect(await status(within)).toMatchObject({ agents_seen_at: expect.any(String) });
    expect(await status(beyond)).toMatchObject({ agents_seen_at: null });
  });

  test('is limited per minute and told when to retry', async () => {
    const id = await activeSection();
    const key = await newAgent({ eventsPerMinute: 3 });
    const events = [sighting(id), sighting(id)];
    expect((await report(events, key)).status).toBe(201);
    expect((await report(sighting(id), key)).status).toBe(201);
    const { status: refused, headers } = await report(sighting(id), key);
    expect(refused).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await logs(id)).toHaveLength(3);
    expect((await report(sighting(id), await newAgent())).status).toBe(201);
  });

  test('stops working on every instance when revoked; its reports stay', async () => {
    const id = await activeSection();
    const key = await newAgent({ name: 'Old camera' });
    await report(sighting(id), key);
    const knows = async (instance: TestServer) =>
      (await instance.call('GET', '/detection/agents/sections/', by(key))).status;
    for (const instance of [server, other]) expect(await knows(instance)).toBe(200);
    expect(await revokeAgent(database.db, 'Old camera')).toBe(true);
    for (const instance of [server, other]) await expect.poll(() => knows(instance)).toBe(401);
    expect(await logs(id)).toMatchObject([{ source: 'Old camera' }]);
    expect(await revokeAgent(database.db, 'Old camera')).toBe(false);
  });
});

test('security 17: texts of an agent are kept without control characters, and a type on one line', async () => {
  const id = await activeSection();
  const odd = {
    activity_type: ' no\u202e_face\r\nline\u0007 ',
    details: 'One\t\u2066 line\r\n\u0007another\u0085third',
  };
  expect((await report(sighting(id, odd))).body.recorded).toBe(1);
  const clean = { activity_type: 'no_face line', details: 'One line\nanother\nthird' };
  expect(await logs(id)).toMatchObject([clean]);
  const { body } = await report([sighting(id, { activity_type: '\u0007\u202e' }), sighting(id)]);
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([400, 201]);
});

describe('security 29: a report', () => {
  test('is recorded once when sent twice: concurrently, within a batch and after the session', async () => {
    const id = await activeSection();
    const event = sighting(id);
    const twice = await Promise.all([report(event), report(event)]);
    expect(twice.map(({ body }) => body.recorded).sort()).toEqual([0, 1]);
    const another = sighting(id);
    expect((await report([event, another, another])).body).toEqual({
      recorded: 1,
      results: [
        { id: event.id, status: 200 },
        { id: another.id, status: 201 },
        { id: another.id, status: 200 },
      ],
    });
    await post('/detection/sessions/stop/', { section_id: id });
    expect((await report([event])).body).toEqual({ recorded: 0, results: [{ id: event.id, status: 200 }] });
    expect(await logs(id)).toHaveLength(2);
    // Another agent may use the same id.
    await post('/detection/sessions/start/', { section_id: id, is_active: true });
    expect((await report(event, await newAgent())).body.recorded).toBe(1);
    const rows = await database.db.select().from(recordedEvents).where(eq(recordedEvents.eventId, event.id));
    expect(rows).toHaveLength(2);
  });

  test('can be sent again corrected after a refusal', async () => {
    const id = await activeSection([mei]);
    const event = sighting(id);
    expect((await report([event])).body.recorded).toBe(0);
    await post(`/section/${id}/add-students/`, { student_emails: [kai] });
    expect((await report([event])).body.recorded).toBe(1);
  });

  test('is answered per event: one invalid event does not stop the others', async () => {
    const id = await activeSection();
    const inactive = await newSection(server, teacher, [kai]);
    const { status, body } = await report([
      sighting(id),
      sighting(id, { student_email: 'stranger@x.example' }),
      sighting(inactive),
      sighting(id, { screenshot: 'javascript:alert(1)' }),
      sighting(id, { details: 'a\u0000b' }),
      sighting(id, { activity_type: 7 }),
      { section_id: id },
      sighting(id, { student_email: mei }),
    ]);
    expect(status).toBe(201);
    expect(body.recorded).toBe(2);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([
      201, 400, 409, 400, 400, 400, 400, 201,
    ]);
    expect(body.results[1].refusal).toEqual({
      student_email: [`stranger@x.example is not a student of section ${id}.`],
    });
    expect(body.results[6]).toMatchObject({ id: null, refusal: { id: ['This field is required.'] } });
    expect((await logs(id)).map((log: { student_email: string }) => log.student_email).sort()).toEqual([kai, mei]);
  });

  test('of a time that no date holds is refused alone, and the others are recorded', async () => {
    const id = await activeSection();
    const never = { epoch: `e${(8.64e15).toString(36)}`, elapsed_ms: 86_400_000 };
    const { body } = await report([sighting(id), sighting(id, never), sighting(id)]);
    expect(body.recorded).toBe(2);
    expect(body.results[1]).toMatchObject({ status: 400, refusal: { epoch: ['Give the epoch of a heartbeat.'] } });
    expect(await logs(id)).toHaveLength(2);
  });

  test('must be within two minutes of the session; its arrival is stored', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 600_000 });
    const at = async (milliseconds: number) => {
      const { body } = await report([sighting(id, { timestamp: new Date(milliseconds).toISOString() })]);
      return body.results[0].status;
    };
    expect(await at(startedAt - 120_001)).toBe(400);
    expect(await at(startedAt - 120_000)).toBe(201);
    expect(await at(Date.now() + 120_000)).toBe(201);
    expect(await at(Date.now() + 120_001)).toBe(400);
    const rows = await database.db.select().from(detections).where(eq(detections.sectionId, id));
    expect(rows.map(({ arrivedAt }) => arrivedAt)).toEqual(Array(2).fill(new Date(startedAt + 600_000)));
    expect(rows.map(({ source }) => source)).toEqual(Array(2).fill('Test agent'));
  });

  test('for a time before Stop is accepted into that lesson for two minutes', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 600_000 });
    const ended = Date.now();
    await post('/detection/sessions/stop/', { section_id: id });
    const [lesson] = (await server.call('GET', `/detection/sessions/?section=${id}`, { token })).body.results;
    const at = async (milliseconds: number) => {
      const { body } = await report([sighting(id, { timestamp: new Date(milliseconds).toISOString() })]);
      return body.results[0].status;
    };
    vi.setSystemTime(ended + 50);
    expect(await at(ended)).toBe(201);
    // Even after the next lesson has started.
    vi.setSystemTime(ended + 60_000);
    await post('/detection/sessions/start/', { section_id: id, is_active: true });
    expect(await at(ended - 1)).toBe(201);
    expect((await status(id)).agents_state).toBe('awaited');
    expect((await logs(id)).map((log: { session_id: number }) => log.session_id)).toEqual([lesson.id, lesson.id]);
    // Within two minutes of the new lesson's start, it fits that one.
    expect(await at(ended + 1)).toBe(201);
    expect((await logs(id)).map((log: { session_id: number }) => log.session_id)).toContain(lesson.id + 1);
    await post('/detection/sessions/stop/', { section_id: id });
    vi.setSystemTime(ended + 119_999);
    expect(await at(ended - 2)).toBe(201);
  });

  test('around Stop belongs to the lesson within two minutes of clock skew, or five seconds without a time', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 590_000 });
    const { epoch } = (await heartbeat()).body;
    vi.setSystemTime(startedAt + 600_000);
    const ended = Date.now();
    await post('/detection/sessions/stop/', { section_id: id });
    const [lesson] = (await server.call('GET', `/detection/sessions/?section=${id}`, { token })).body.results;
    const sent = async (changes: object) => (await report(sighting(id, changes))).status;
    const at = (milliseconds: number) => sent({ timestamp: new Date(milliseconds).toISOString() });
    vi.setSystemTime(ended + 50);
    expect(await sent({})).toBe(201);
    expect(await at(ended + 2000)).toBe(201);
    expect(await at(ended + 120_000)).toBe(201);
    expect(await at(ended + 120_001)).toBe(409);
    expect(await at(startedAt - 120_000)).toBe(201);
    expect(await at(startedAt - 120_001)).toBe(409);
    // Times relative to a heartbeat are exact.
    expect(await sent({ epoch, elapsed_ms: 10_000 })).toBe(201);
    expect(await sent({ epoch, elapsed_ms: 10_001 })).toBe(409);
    vi.setSystemTime(ended + 5000);
    expect(await sent({})).toBe(201);
    expect(await at(ended + 5000)).toBe(201);
    vi.setSystemTime(ended + 5001);
    expect(await sent({})).toBe(409);
    // Events dated after Stop are no longer recorded.
    expect(await at(ended + 1)).toBe(409);
    expect(await at(ended)).toBe(201);
    vi.setSystemTime(ended + 120_000);
    expect(await at(ended - 3)).toBe(409);
    expect(new Set((await logs(id)).map((log: { session_id: number }) => log.session_id))).toEqual(
      new Set([lesson.id]),
    );
  });

  test('is timed from a heartbeat whatever the agent’s clock says; a clock that was off is noted with the log', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 10_000 });
    const { epoch } = (await heartbeat()).body;
    vi.setSystemTime(startedAt + 40_000);
    const wrong = (milliseconds: number) => ({ timestamp: new Date(startedAt + 35_000 + milliseconds).toISOString() });
    const seen = { epoch, elapsed_ms: 25_000 };
    const events = [
      sighting(id, seen),
      sighting(id, { ...seen, ...wrong(60_000) }),
      sighting(id, { ...seen, ...wrong(180_000) }),
      sighting(id, { ...seen, ...wrong(-180_000) }),
      sighting(id, wrong(180_000)),
      sighting(id, { ...seen, epoch: 'yesterday' }),
      sighting(id, { ...seen, elapsed_ms: 300_000 }),
    ];
    const { body } = await report(events);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([
      201, 201, 201, 201, 400, 400, 400,
    ]);
    const recorded: { timestamp: string; clock_off_seconds: number | null }[] = await logs(id);
    expect(new Set(recorded.map(({ timestamp }) => Date.parse(timestamp)))).toEqual(new Set([startedAt + 35_000]));
    expect(recorded.map((log) => log.clock_off_seconds).sort()).toEqual([-180, 180, null, null].sort());
  });

  test('keeps its picture whatever order the database stores rows in', async () => {
    const id = await activeSection();
    const gif = (text: string) => `data:image/gif;base64,${Buffer.from(`GIF89a ${text}`).toString('base64')}`;
    const events = ['one', 'two', 'three', 'four'].map((text) =>
      sighting(id, { details: text, ...(text !== 'two' && { screenshot: gif(text) }) }),
    );
    expect((await report(events)).body.recorded).toBe(4);
    for (const { details, screenshot } of await logs(id)) {
      if (details === 'two') expect(screenshot).toBeNull();
      else expect(String((await server.call('GET', screenshot)).bytes)).toBe(`GIF89a ${details}`);
    }
  });
});

describe('security 30: the simulated class', () => {
  const key = simulatorKey(jwtSecret);

  test('is labelled on each log and uses made-up students only', async () => {
    await database.db.execute(sql`insert into students (name, email) values ('Ida Real', 'ida@pupils.example')`);
    const id = await activeSection([kai, 'ida@pupils.example']);
    const [section] = (await watched(key)).filter(({ section_id }: { section_id: number }) => section_id === id);
    expect(section.students.map(({ email }: { email: string }) => email)).toEqual([kai]);
    const { body } = await report([sighting(id, { student_email: 'ida@pupils.example' }), sighting(id)], key);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([400, 201]);
    expect(await logs(id)).toMatchObject([{ student_email: kai, source: 'simulated' }]);
  });
});

describe('security 31: a session that no agent watches', () => {
  test('is reported until an agent sends a heartbeat or a report, which is published immediately', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const [quiet, busy] = [await activeSection(), await activeSection()];
    const here = await new Listener(port, token).admitted(2);
    for (const id of [quiet, busy]) {
      expect(await status(id)).toMatchObject({ is_active: true, agents_seen_at: null });
      const told = {
        type: 'status_update',
        section_id: id,
        status: { ...(await status(id)), to_look_at: 0, waiting: 0 },
      };
      await expect.poll(() => here.heard).toContainEqual(told);
    }
    const key = await newAgent({ sectionIds: [busy] });
    await report(sighting(busy), key);
    const seen = await status(busy);
    expect(Math.abs(Date.parse(seen.agents_seen_at) - Date.now())).toBeLessThan(5000);
    const { ends_at: _, paused: __, ...told } = seen;
    await expect.poll(() => here.heard).toContainEqual({ type: 'status_update', section_id: busy, status: told });
    expect(await status(quiet)).toMatchObject({ agents_seen_at: null });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(seen.agents_seen_at) });
    const start = Date.parse(seen.agents_seen_at);
    for (const [seconds, writtenAt] of [
      [1, 1],
      [10, 1],
      [11, 11],
    ] as const) {
      vi.setSystemTime(start + seconds * 1000);
      await heartbeat(key);
      expect((await status(busy)).agents_seen_at).toBe(new Date(start + writtenAt * 1000).toISOString());
    }
    const { body } = await post('/detection/sessions/stop/', { section_id: busy });
    expect(body).toEqual({
      ...{ is_active: false, started_at: null, ends_at: null },
      ...{ agents_seen_at: null, agents_state: null, agents_refusal: null, resumable_until: expect.any(String) },
    });
    await post('/detection/sessions/start/', { section_id: busy, is_active: true });
    expect(await status(busy)).toMatchObject({ is_active: true, agents_seen_at: null });
    here.socket.close();
  });

  test('is reported again a minute after the last sign of life', async () => {
    const id = await activeSection();
    const key = await newAgent({ sectionIds: [id] });
    // The check for silent agents runs on the test's clock, not after ten real seconds.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const checking = await startTestServer({ accessTokenSeconds: 86_400 }, database);
    onTestFinished(checking.close);
    await checking.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = checking.app.server.address() as AddressInfo;
    const here = await new Listener(port, token).admitted(1);
    await heartbeat(key);
    const heard = Date.now();
    const at = async (seconds: number) => {
      vi.setSystemTime(heard + seconds * 1000);
      return (await status(id)).agents_state;
    };
    expect(await at(60)).toBe('watching');
    expect(await at(61)).toBe('silent');
    const { paused: _, ...known } = await status(id);
    const told = { type: 'status_update', section_id: id, status: known };
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(() => here.heard).toContainEqual(told);
    await heartbeat(key);
    expect(await at(72)).toBe('watching');
    here.socket.close();
  });

  test('includes one whose agents’ events are all refused for their clock, whatever heartbeats they send', async () => {
    const id = await activeSection();
    const name = 'Wrong clock';
    const key = await newAgent({ name, sectionIds: [id] });
    const warn = vi.spyOn(server.app.log, 'warn');
    const wrong = () => ({ timestamp: new Date(Date.now() + 180_000).toISOString() });
    for (let times = 0; times < 3; times += 1) await report([sighting(id, wrong()), sighting(id, wrong())], key);
    await heartbeat(key);
    expect(await status(id)).toMatchObject({ agents_state: 'refused', agents_refusal: 'clock' });
    const lines = warn.mock.calls.filter(([fields]) => Object(fields).agent === name);
    expect(lines).toEqual([[{ agent: name, reason: 'its clock is off' }, 'agent reports are refused']]);
    const listed = async () => (await listAgents(database.db)).find((agent) => agent.name === name);
    await expect.poll(listed).toMatchObject({ refusedAt: expect.any(Date), refusal: 'its clock is off' });

    // Once the clock is correct, the next event proves that the agent watches.
    await report(sighting(id), key);
    expect(await status(id)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    await expect.poll(listed).toMatchObject({ acceptedAt: expect.any(Date) });
  });

  test('excludes one that some agent watches, even when others are refused', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 600_000 });
    const [good, wrong] = [await newAgent({ sectionIds: [id] }), await newAgent({ sectionIds: [id] })];
    const seen = (milliseconds: number) =>
      sighting(id, { timestamp: new Date(Date.now() + milliseconds).toISOString() });
    await report([seen(180_000)], wrong);
    await heartbeat(wrong);
    expect(await status(id)).toMatchObject({ agents_state: 'refused', agents_refusal: 'clock' });
    await heartbeat(good);
    expect(await status(id)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    await report([seen(180_000)], wrong);
    expect(await status(id)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    // The refusal of the remaining agent still matters.
    vi.setSystemTime(startedAt + 661_000);
    await heartbeat(wrong);
    expect(await status(id)).toMatchObject({ agents_state: 'refused', agents_refusal: 'clock' });
  });

  test('is about the whole session: one agent’s change is not published while another watches', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const id = await activeSection();
    const [good, wrong] = [await newAgent({ sectionIds: [id] }), await newAgent({ sectionIds: [id] })];
    const here = await new Listener(port, token).admitted(1);
    await heartbeat(good);
    await report([sighting(id, { timestamp: new Date(Date.now() + 180_000).toISOString() })], wrong);
    await heartbeat(wrong);
    await post('/detection/sessions/stop/', { section_id: id });
    const told = () =>
      here.heard.flatMap((message) => {
        const { section_id, status } = Object(message);
        return section_id === id && status ? [status.agents_state] : [];
      });
    await expect.poll(() => told().at(-1)).toBeNull();
    expect(told()).not.toContain('refused');
    here.socket.close();
  });

  test('costs one heartbeat write in ten seconds for all agents, none for useless ones', async () => {
    const id = await activeSection();
    const startedAt = Date.parse((await status(id)).started_at);
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 600_000 });
    const [one, other, wrong] = [await newAgent(), await newAgent(), await newAgent()];
    const heard = async () => {
      const ofSection = eq(detectionSessions.sectionId, id);
      const { sessionId, seenAt } = heardAgents;
      const rows = database.db
        .select({ seenAt })
        .from(heardAgents)
        .innerJoin(detectionSessions, eq(detectionSessions.id, sessionId));
      return (await rows.where(ofSection)).filter((row) => row.seenAt !== null).length;
    };
    await report([sighting(id, { timestamp: new Date(Date.now() + 180_000).toISOString() })], wrong);
    await heartbeat(wrong);
    await heartbeat(one);
    expect(await status(id)).toMatchObject({ agents_state: 'watching' });
    await heartbeat(other);
    expect(await heard()).toBe(2);
    // A lesson's activity is deleted once the next one has started.
    await post('/detection/sessions/stop/', { section_id: id });
    await post('/detection/sessions/start/', { section_id: id, is_active: true });
    expect(await heard()).toBe(0);
  });

  test('is not blamed on a clock when events of an earlier lesson are resent', async () => {
    const id = await activeSection();
    const name = 'Sends again';
    const key = await newAgent({ name, sectionIds: [id] });
    const { started_at } = await status(id);
    await heartbeat(key);
    const { body } = await report(
      [sighting(id, { timestamp: new Date(Date.parse(started_at) - 600_000).toISOString() })],
      key,
    );
    expect(body.results[0].status).toBe(400);
    expect(await status(id)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    const listed = async () => (await listAgents(database.db)).find((agent) => agent.name === name);
    await expect.poll(listed).toMatchObject({ refusal: 'it was seen before the session' });
  });

  test('is not reported because one of many students left the section', async () => {
    const id = await activeSection();
    const key = await newAgent({ sectionIds: [id] });
    const stranger = { student_email: 'gone@x.example' };
    await report([sighting(id, stranger), sighting(id)], key);
    expect(await status(id)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    const quiet = await activeSection();
    await report(sighting(quiet, stranger));
    expect(await status(quiet)).toMatchObject({
      agents_seen_at: null,
      agents_state: 'refused',
      agents_refusal: 'other',
    });
    await heartbeat();
    expect(await status(quiet)).toMatchObject({ agents_state: 'watching', agents_refusal: null });
  });

  test('can only be changed by agents', async () => {
    expect((await heartbeat('wrong')).status).toBe(401);
    expect((await server.call('POST', '/detection/agents/heartbeat/', { token })).status).toBe(401);
  });
});
