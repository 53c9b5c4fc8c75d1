import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addAgent } from '../src/domain/agent/agentKeys';
import { createCache } from '../src/domain/cache';
import { createIngestQueue } from '../src/domain/detection/ingestQueue';
import { createTransactAndPublish } from '../src/domain/live/transactAndPublish';
import { agents } from '../src/domain/tables/agent';
import { detectionSessions, detections } from '../src/domain/tables/detection';
import { hashToken } from '../src/platform/config/secrets';
import { report as reportTo, sighting } from './support/lessons';
import { holdLock } from './support/locks';
import { isLong } from './support/long';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, newActiveSection, newTeacher, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const report = (body: unknown, key?: string) => reportTo(server, body, key);
const activeSection = () => newActiveSection(server, teacher, [kai]);
const recordedIn = (id: number) =>
  server.database.db.select({ source: detections.source }).from(detections).where(eq(detections.sectionId, id));

const many = isLong ? 2000 : 500;

test(`concurrent reports of ${many} agents are all recorded, in few transactions, each under its own name`, async () => {
  const keyOf = (number: number) => `one-of-many-${number}-`.padEnd(43, '0');
  const names = Array.from({ length: many }, (_, number) => `One of many ${number}`);
  await server.database.db
    .insert(agents)
    .values(names.map((name, number) => ({ name, keyHash: hashToken(keyOf(number)), eventsPerMinute: 1 })));
  const id = await activeSection();
  const transactions = vi.spyOn(server.database.db, 'transaction');
  // All with the same id: ids are unique per agent.
  const event = sighting(id);
  const answers = await Promise.all(names.map((_, number) => report(event, keyOf(number))));
  expect(answers.filter(({ status, body }) => status !== 201 || body.recorded !== 1)).toEqual([]);
  expect((await recordedIn(id)).map(({ source }) => source).sort()).toEqual(names.sort());
  expect(transactions.mock.calls.length).toBeLessThan(many / 20);
});

test('reports recorded together are each judged by their own agent', async () => {
  const [here, there] = [await activeSection(), await activeSection()];
  const added = await addAgent(server.database.db, { name: 'Here only', eventsPerMinute: 100, sectionIds: [here] });
  if ('reason' in added) throw new Error(added.reason);
  // The first two start at once; the others are queued.
  const all = [agentKey, agentKey, added.key, agentKey, added.key].map((key, index) =>
    report(sighting(index < 4 ? there : here), key),
  );
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([201, 201, 404, 201, 201]);
  expect(await recordedIn(there)).toEqual(Array(3).fill({ source: 'Test agent' }));
  expect(await recordedIn(here)).toEqual([{ source: 'Here only' }]);
});

test('reports above the queue’s limit are refused with a time to retry, and nothing else is lost', async () => {
  const { db } = server.database;
  const id = await activeSection();
  await report(sighting(id));
  const release = await holdLock(db, sql`select from sections where id = ${id} for update`);
  const sent: ReturnType<typeof report>[] = [];
  const transactions = vi.spyOn(db, 'transaction');
  // As many as run concurrently; the others are queued.
  for (const count of [1, 2]) {
    sent.push(report(sighting(id)));
    await expect.poll(() => transactions.mock.calls.length).toBe(count);
  }
  const unreadable = Array(500).fill({});
  sent.push(...Array.from({ length: 40 }, () => report(unreadable)));
  const late = await report([sighting(id)]);
  expect(late).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(late.body.detail).toMatch(/again shortly/);
  await release();
  expect((await Promise.all(sent)).filter(({ status }) => status !== 201)).toEqual([]);
  expect((await report([sighting(id)])).body.recorded).toBe(1);
  expect(await recordedIn(id)).toHaveLength(4);
});

test('a report that cannot be recorded fails alone', async () => {
  const { db } = server.database;
  const [good, bad] = [await activeSection(), await activeSection()];
  const [broken] = await db
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(inArray(detectionSessions.sectionId, [bad]));
  const heartbeats = {
    isDue: () => true,
    async record(_publishing: unknown, signals: readonly { sessionId: number }[]) {
      if (signals.some(({ sessionId }) => sessionId === broken?.id)) throw new Error('not this one');
      return () => {};
    },
  };
  const logNotifier = { publish: vi.fn(), isOwn: () => false, close: async () => {} };
  const ingestQueue = createIngestQueue(
    { db, transactAndPublish: createTransactAndPublish(db, createCache()), logNotifier },
    heartbeats,
  );
  const agent = { name: 'Direct', eventsPerMinute: 1, reach: { sectionIds: null, onlyMadeUp: false } };
  const settled = await Promise.allSettled(
    [good, good, good, bad, good].map((id) => ingestQueue.record(agent, [sighting(id)])),
  );
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await recordedIn(good)).toHaveLength(4);
  expect(await recordedIn(bad)).toEqual([]);
});
