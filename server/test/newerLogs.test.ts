import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pruneDeletions } from '../src/domain/detection/logVersion';
import { notifyChannel } from '../src/domain/live/events';
import { createLogNotifier } from '../src/domain/live/logNotifier';
import { deletedDetections, detections } from '../src/domain/tables/detection';
import { sections } from '../src/domain/tables/section';
import type { Database } from '../src/platform/database/database';
import { rowsOf } from '../src/platform/database/rows';
import { Listener } from './support/listener';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newEventId, newSection, newTeacher, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.call(method, path, {
    token: teacher.access,
    ...(method !== 'GET' && { body: body ?? '', headers: { 'content-type': 'application/json' } }),
  });
const get = (path: string) => call('GET', path);
const first = async (id: number) => (await get(`/detection/logs/?section=${id}`)).body;
const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id);

/** Creates a section with an active session. */
const active = () => newActiveSection(server, teacher, [kai, mei]);

const report = (id: number, ...students: string[]) => reportTo(server, id, ...students);
const reportTo = (instance: TestServer, id: number, ...students: string[]) =>
  instance.call('POST', '/detection/logs/', {
    body: students.map((student_email) => ({
      id: newEventId(),
      section_id: id,
      student_email,
      activity_type: 'no_face',
    })),
    headers: { 'x-agent-key': agentKey },
  });

describe('newer logs', () => {
  test('miss no deletion that is pruned during the read', async () => {
    const { db, isShared } = server.database;
    const id = await active();
    await report(id, kai);
    const before = await first(id);
    await call('DELETE', `/detection/logs/${idsOf(before)[0]}/`);
    let asked: ReturnType<typeof get> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table deleted_detections in access exclusive mode`);
      asked = get(before.newer);
      const waiting = () =>
        rowsOf(
          db,
          v.object({}),
          sql`select from pg_locks where not granted and relation = 'deleted_detections'::regclass`,
        );
      // The embedded database does not interleave transactions.
      if (isShared) await expect.poll(waiting).toHaveLength(1);
      expect(await pruneDeletions(tx, new Date(Date.now() + 60_000), 1000)).toHaveLength(1);
    });
    expect((await asked)?.status).toBe(409);
  });

  test('are those recorded, reviewed and deleted since, each once', async () => {
    const id = await active();
    await report(id, kai, kai, mei);
    const before = await first(id);
    const [newest, middle, oldest] = idsOf(before);
    expect(before).toMatchObject({ count: 3, next: null });
    expect((await get(before.newer)).body).toEqual({ results: [], next: null, deleted: [], newer: before.newer });

    await report(id, mei);
    const recorded = (await get(before.newer)).body;
    expect(recorded.results).toMatchObject([{ student_email: mei }]);
    await call('POST', '/detection/logs/review/', { ids: [oldest], state: 'seen' });
    await call('DELETE', `/detection/logs/${middle}/`);
    const changed = (await get(recorded.newer)).body;
    expect(changed).toMatchObject({ results: [{ id: oldest, review: { state: 'seen' } }], deleted: [middle] });
    expect((await get(changed.newer)).body).toMatchObject({ results: [], deleted: [] });
    // Clients with an older address get all of it.
    expect(idsOf((await get(before.newer)).body)).toEqual([recorded.results[0].id, oldest]);
    expect(idsOf(await first(id))).toEqual([recorded.results[0].id, newest, oldest]);
  });

  test('of a deleted lesson are its logs, as deleted', async () => {
    const id = await active();
    await report(id, kai, mei);
    const before = await first(id);
    const { session_id } = before.results[0];
    await call('POST', '/detection/sessions/stop/', { section_id: id });
    expect((await call('DELETE', `/detection/sessions/${session_id}/`)).status).toBe(204);
    const { deleted, results } = (await get(before.newer)).body;
    expect([deleted.sort(), results]).toEqual([idsOf(before).sort(), []]);
  });

  test('are limited to one section', async () => {
    const [id, other] = [await active(), await active()];
    const before = await first(id);
    await report(other, kai);
    expect((await get(before.newer)).body.newer).toBe(before.newer);
  });

  test('are empty after a refused report', async () => {
    const id = await active();
    await report(id, kai);
    const changes = () =>
      server.database.db.select({ change: sections.logChange }).from(sections).where(eq(sections.id, id));
    const before = await changes();
    expect((await report(id, 'nobody@students.example')).body.recorded).toBe(0);
    // Read from the database: an instance serves its cache until a change is published.
    expect(await changes()).toEqual(before);
    expect((await report(id, 'nobody@students.example', mei)).body.recorded).toBe(1);
    expect(await changes()).not.toEqual(before);
  });

  test('are refused after pruning, for a future version, and above the page size', async () => {
    const { db } = server.database;
    const id = await active();
    await report(id, kai);
    const before = await first(id);
    await call('DELETE', `/detection/logs/${idsOf(before)[0]}/`);
    const after = await first(id);
    expect(await pruneDeletions(db, new Date(Date.now() - 60_000), 100)).toEqual([]);
    expect((await get(before.newer)).status).toBe(200);

    await pruneDeletions(db, new Date(Date.now() + 1_000), 1_000);
    expect(await db.$count(deletedDetections, eq(deletedDetections.sectionId, id))).toBe(0);
    // The next change invalidates the cached answer.
    await report(id, kai);
    expect((await get(before.newer)).status).toBe(409);
    expect((await get(after.newer)).status).toBe(200);
    expect((await get(`/detection/logs/?section=${id}&since=999`)).status).toBe(409);

    const [{ studentId } = { studentId: 0 }] = await db
      .select({ studentId: detections.studentId })
      .from(detections)
      .where(eq(detections.sectionId, id));
    await db.execute(sql`
      insert into detections (section_id, student_id, activity_type, seen_at, change)
      select ${id}, ${studentId}, 'no_face', now(), (select log_change from ${sections} where id = ${id}) from generate_series(1, 2001)`);
    await report(id, kai);
    expect((await get(after.newer)).status).toBe(409);
  });
});

test('very many logs take few pages: the first is small and has the total', async () => {
  const id = await active();
  await report(id, kai);
  await server.database.db.execute(sql`
    insert into detections (section_id, student_id, activity_type, seen_at)
    select section_id, student_id, 'no_face', now() - make_interval(secs => one) from detections, generate_series(1, 4999) as one
    where section_id = ${id}`);
  const start = await first(id);
  const sizes = [start.results.length];
  const ids = new Set(idsOf(start));
  for (let { next } = start; next !== null; ) {
    const { body } = await get(next);
    expect(body).not.toHaveProperty('newer');
    sizes.push(body.results.length);
    for (const one of idsOf(body)) ids.add(one);
    next = body.next;
  }
  expect([start.count, ids.size, sizes]).toEqual([5000, 5000, [500, 2000, 2000, 500]]);
});

test('security 35: recorded logs are published to other instances at most ten times a second, outside the recording transaction', async () => {
  const { database } = server;
  const [id, another] = [await active(), await active()];
  /** Names the section of each notification. */
  const told: number[][] = [];
  const message = (payload: string) => {
    const { kind, sectionIds = [] } = JSON.parse(payload);
    if (kind === 'logsChanged' && sectionIds.includes(id))
      told.push(sectionIds.toSorted((one: number, other: number) => one - other));
  };
  await database.listen(notifyChannel, { message, lost() {}, back() {} });
  // It has recorded nothing yet, so nothing is pending.
  const instance = await startTestServer({}, database);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const isTold = async (times: number) => {
    // Polling would advance the clock.
    const deadline = performance.now() + 10_000;
    while (told.length < times && performance.now() < deadline) await new Promise(setImmediate);
  };
  const expected = [[id]];
  await reportTo(instance, id, kai);
  await isTold(1);
  expect(told).toEqual(expected);
  // Every tenth of a second regardless of the load, and one for both sections of the teacher.
  for (let tenth = 0; tenth < 3; tenth += 1) {
    for (let count = 0; count < 15; count += 1)
      await Promise.all([reportTo(instance, id, kai), reportTo(instance, another, mei)]);
    vi.advanceTimersByTime(99);
    await new Promise(setImmediate);
    expect(told).toEqual(expected);
    expected.push([id, another]);
    vi.advanceTimersByTime(1);
    await isTold(expected.length);
    expect(told).toEqual(expected);
  }
  vi.useRealTimers();
  await instance.close();
});

test('a failed publication is retried', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isAway = true;
  const sent: unknown[] = [];
  const execute = async (statement: unknown) => {
    if (isAway) throw new Error('The database is away.');
    sent.push(statement);
  };
  const heard = vi.fn();
  const news = createLogNotifier({ execute } as unknown as Database, { warn: vi.fn() }, heard);
  news.publish(1, [7]);
  news.publish(1, [8]);
  expect(heard).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).toMatch(/sectionIds[^}]*\b7\b[^}]*\b8\b/);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test('the live channel publishes one detection immediately, and many at most ten times a second', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const [id, other] = [await active(), await active()];
  const stranger = await newTeacher(server);
  await newSection(server, stranger);
  const here = await new Listener(port, teacher.access).admitted(1);
  const elsewhere = await new Listener(port, stranger.access).admitted(1);
  const unmoved = elsewhere.heard.length;
  const told = (section_id: number) =>
    here.heard.filter((message) => JSON.stringify(message) === JSON.stringify({ type: 'logs_changed', section_id }));

  const begin = Date.now();
  for (let count = 0; count < 30; count += 1) expect((await report(id, kai)).status).toBe(201);
  await report(other, mei);
  await expect.poll(() => told(other)).toEqual([{ type: 'logs_changed', section_id: other }]);
  await expect.poll(() => told(id).length).toBeGreaterThanOrEqual(2);
  // Excess messages would still be in flight.
  await new Promise((resolve) => setTimeout(resolve, 250));
  const seconds = (Date.now() - begin) / 1000;
  expect(told(id).length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1);
  expect(elsewhere.heard).toHaveLength(unmoved);
  here.socket.close();
  elsewhere.socket.close();
  await once(here.socket, 'close');
});
