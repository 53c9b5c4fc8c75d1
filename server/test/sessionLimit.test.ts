import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startSessionLimit } from '../src/domain/detection/sessionLimit';
import type { OpenDatabase } from '../src/platform/database/database';
import { auditEntries, detectionSessions } from '../src/platform/database/schema';
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
      agents_seen_at: null,
      agents_state: null,
      agents_refusal: null,
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
