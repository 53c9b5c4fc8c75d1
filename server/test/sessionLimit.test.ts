import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEndingLessons, startSessionLimit } from '../src/domain/detection/sessionLimit';
import { auditEntries } from '../src/domain/tables/audit';
import { detectionSessions } from '../src/domain/tables/detection';
import type { OpenDatabase } from '../src/platform/database/database';
import { Listener } from './support/listener';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newSection, newTeacher, type TestTeacher } from './support/teachers';

const hour = 3_600_000;

/** Two instances on one database. */
let database: OpenDatabase;
let servers: TestServer[];
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  servers = [await startTestServer({}, database), await startTestServer({}, database)];
  for (const { app } of servers) await app.listen({ port: 0, host: '127.0.0.1' });
  teacher = await newTeacher(servers[0]!);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a section whose session started this long ago. */
async function startedAgo(milliseconds: number): Promise<number> {
  const id = await newSection(servers[0]!, teacher);
  await database.db.insert(detectionSessions).values({ sectionId: id, startedAt: new Date(Date.now() - milliseconds) });
  return id;
}
const endOf = async (id: number) => {
  const [session] = await database.db.select().from(detectionSessions).where(eq(detectionSessions.sectionId, id));
  return session?.endedAt ?? null;
};

describe('security 32: a forgotten session', () => {
  test('ends once after SESSION_MAX_HOURS, and every window of the teacher on every instance is told', async () => {
    const [forgotten, young] = [await startedAgo(12 * hour), await startedAgo(12 * hour - 60_000)];
    const windows = await Promise.all(
      servers.map(({ app }) => new Listener((app.server.address() as AddressInfo).port, teacher.access).admitted(2)),
    );
    const limits = servers.map(({ app }) => startSessionLimit(database.db, 12, app.log));
    await Promise.all(limits.map(({ close }) => close()));
    const status = {
      is_active: false,
      started_at: null,
      ends_at: null,
      agents_seen_at: null,
      agents_state: null,
      agents_refusal: null,
      resumable_until: expect.any(String),
    };
    for (const { heard } of windows) {
      await expect.poll(() => heard.slice(2)).toEqual([{ type: 'status_update', section_id: forgotten, status }]);
    }
    expect(await endOf(forgotten)).not.toBeNull();
    const told = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, forgotten));
    expect(told.filter(({ detail }) => detail === 'after 12 hours')).toMatchObject([
      { action: 'detection stopped', times: 1 },
    ]);
    expect(await endOf(young)).toBeNull();
    for (const { socket } of windows) socket.close();
  });

  test('is looked for every minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = await startedAgo(13 * hour);
    const limit = startSessionLimit(database.db, 12, servers[0]!.app.log);
    // The initial check might still find sessions added while it runs. Polling would advance the clock.
    while ((await endOf(first)) === null) await pause(20);
    const id = await startedAgo(13 * hour);
    vi.advanceTimersByTime(59_999);
    expect(await endOf(id)).toBeNull();
    vi.advanceTimersByTime(1);
    await limit.close();
    expect(await endOf(id)).not.toBeNull();
  });
});

describe('the end time of a lesson', () => {
  const post = async (path: string, body: object, access = teacher.access, server = servers[0]!) =>
    server.call('POST', `/detection/sessions/${path}/`, { token: access, body });
  const start = async (section_id: number, more: object) =>
    (await post('start', { section_id, is_active: true, ...more })).body;
  const lessonMinutes = async (id: number) => {
    const { body } = await servers[1]!.call('GET', '/section/list/', { token: teacher.access });
    return body.find((section: { id: number }) => section.id === id).lesson_minutes;
  };
  /** Of the instance that did not take the calls, which is told a moment later. */
  const expectMinutes = (id: number, minutes: number | null) => expect.poll(() => lessonMinutes(id)).toBe(minutes);

  test('ends it within 3 s, unless it was moved, and every window on every instance is told', async () => {
    const id = await newSection(servers[0]!, teacher);
    const { length } = (await servers[0]!.call('GET', '/section/list/', { token: teacher.access })).body;
    const windows = await Promise.all(
      servers.map(({ app }) =>
        new Listener((app.server.address() as AddressInfo).port, teacher.access).admitted(length),
      ),
    );
    const heardOf = (window: Listener) =>
      window.heard.slice(length).map((message) => {
        const { type, status = message } = Object(message);
        return [type, status.is_active, status.ends_at];
      });
    const { started_at, ends_at } = await start(id, { minutes: 45 });
    expect(Date.parse(ends_at) - Date.parse(started_at)).toBe(45 * 60_000);
    const later = new Date(Date.parse(ends_at) + 5 * 60_000).toISOString();
    const extended = await post('extend', { section_id: id, minutes: 5 }, teacher.access, servers[1]);
    expect(extended.body).toMatchObject({ is_active: true, started_at, ends_at: later, agents_state: 'awaited' });
    const told = [
      ['detection_start', undefined, ends_at],
      ['status_update', true, ends_at],
      ['status_update', true, later],
    ];
    for (const window of windows) await expect.poll(() => heardOf(window)).toEqual(told);

    const limits = servers.map(({ app }) => startEndingLessons(database.db, app.log));
    const bell = new Date(Date.now() + 1000);
    await database.db.update(detectionSessions).set({ endsAt: bell }).where(eq(detectionSessions.sectionId, id));
    await expect.poll(() => heardOf(windows[1]!), { timeout: 4000 }).toHaveLength(4);
    for (const window of windows) {
      await expect.poll(() => heardOf(window)).toEqual([...told, ['status_update', false, null]]);
    }
    const late = Number(await endOf(id)) - bell.getTime();
    expect([late >= 0, late < 3000]).toEqual([true, true]);
    await Promise.all(limits.map(({ close }) => close()));
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
    expect(entries.filter(({ detail }) => detail === 'at its end time')).toMatchObject([
      { action: 'detection stopped', times: 1 },
    ]);
    for (const { socket } of windows) socket.close();
  });

  test('is remembered by the section, and goes with a stop', async () => {
    const id = await newSection(servers[0]!, teacher);
    await expectMinutes(id, null);
    await start(id, { minutes: 45 });
    await expectMinutes(id, 45);
    // Another window was faster.
    await start(id, { minutes: 90 });
    await expectMinutes(id, 45);
    expect((await post('stop', { section_id: id })).body.ends_at).toBeNull();
    expect((await start(id, {})).ends_at).toBeNull();
    await expectMinutes(id, 45);
    expect((await post('extend', { section_id: id, minutes: 5 })).body.ends_at).toBeNull();
    await post('stop', { section_id: id });
    await start(id, { minutes: null });
    await expectMinutes(id, null);
  });

  test('is the teacher’s to move, during a lesson', async () => {
    const id = await newSection(servers[0]!, teacher);
    const extend = async (minutes: number, access?: string) =>
      (await post('extend', { section_id: id, minutes }, access)).status;
    expect(await extend(5)).toBe(409);
    await start(id, { minutes: 45 });
    const stranger = await newTeacher(servers[0]!);
    expect(await extend(5, stranger.access)).toBe(404);
    for (const minutes of [0, 121, 1.5]) expect(await extend(minutes)).toBe(400);
    await post('stop', { section_id: id });
    const refused = await post('start', { section_id: id, is_active: true, minutes: 721 });
    expect(refused.status).toBe(400);
  });
});
