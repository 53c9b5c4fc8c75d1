import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createCache } from '../../src/domain/cache';
import { createTransactAndPublish } from '../../src/domain/live/transactAndPublish';
import { students } from '../../src/domain/tables/section';
import type { Database, OpenDatabase } from '../../src/platform/database/database';
import { agentKey, openTestDatabase, startTestServer } from '../support/server';
import { kai, newActiveSection, newEventId, newTeacher } from '../support/teachers';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Resolves once this many have arrived. */
function barrier(count: number): () => Promise<void> {
  let come = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === count) open();
    return opened;
  };
}

test('the transaction that PostgreSQL ends in a deadlock is retried', async () => {
  const rename = (tx: Database, id: number, mark: string) =>
    tx
      .update(students)
      .set({ name: sql`${students.name} || ${mark}` })
      .where(eq(students.id, id));
  const bothHoldOne = barrier(2);
  const tries = vi.fn();
  const memory = createCache();
  const heard = vi.spyOn(memory, 'invalidate');
  const change = createTransactAndPublish(database.db, memory);
  const swap = (first: number, second: number, mark: string) =>
    change(async ({ tx, publish }) => {
      tries();
      await publish({ kind: 'sectionsChanged', teacherId: first });
      await rename(tx, first, mark);
      await bothHoldOne();
      await rename(tx, second, mark);
    });
  await Promise.all([swap(1, 2, 'A'), swap(2, 1, 'B')]);
  expect(tries).toHaveBeenCalledTimes(3);
  // Events of the failed try are discarded.
  expect(heard).toHaveBeenCalledTimes(2);
  const names = await database.db.select({ name: students.name }).from(students).orderBy(students.id).limit(2);
  for (const { name } of names) expect(name).toMatch(/(AB|BA)$/);
});

test('a read-only transaction is not retried: its results may have been handed on', async () => {
  const tries = vi.fn();
  const deadlock = database.db.transaction(
    async (tx) => {
      tries();
      await tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
    },
    { accessMode: 'read only' },
  );
  await expect(deadlock).rejects.toThrow();
  expect(tries).toHaveBeenCalledTimes(1);
});

test('a transaction that always fails is given up', async () => {
  const tries = vi.fn();
  const deadlock = database.db.transaction(async (tx) => {
    tries();
    await tx.execute(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
  });
  await expect(deadlock).rejects.toThrow();
  expect(tries).toHaveBeenCalledTimes(4);
});

test.each(['report', 'heartbeat'])('security 31: the sign of life of a %s survives one', async (what) => {
  const { db } = database;
  const server = await startTestServer({}, database);
  onTestFinished(server.close);
  const teacher = await newTeacher(server);
  const id = await newActiveSection(server, teacher, [kai]);
  // Fails the first try on commit, as PostgreSQL would, after the heartbeat has been written.
  await db.execute(sql`create sequence tries`);
  await db.execute(sql`
    create function deadlock_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception using errcode = '40P01'; end if;
      return new;
    end $$`);
  await db.execute(sql`
    create constraint trigger deadlock_once after insert on heard_agents initially deferred
    for each row execute function deadlock_once()`);
  onTestFinished(async () => {
    await db.execute(sql`drop trigger deadlock_once on heard_agents`);
    await db.execute(sql`drop function deadlock_once`);
    await db.execute(sql`drop sequence tries`);
  });
  const headers = { 'x-agent-key': agentKey };
  const sighting = { id: newEventId(), section_id: id, student_email: kai, activity_type: 'no_face' };
  const sent =
    what === 'report'
      ? server.call('POST', '/detection/logs/', { headers, body: [sighting] })
      : server.call('POST', '/detection/agents/heartbeat/', { headers });
  expect((await sent).status).toBeLessThan(300);
  const { body } = await server.call('GET', `/detection/sessions/status/${id}/`, { token: teacher.access });
  expect(body).toMatchObject({ agents_state: 'watching' });
});
