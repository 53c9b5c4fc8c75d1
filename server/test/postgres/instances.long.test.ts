import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { type Cluster, startCluster } from '../support/cluster';
import { createDatabase, type TestDatabase } from '../support/databases';
import { freePort } from '../support/freePort';
import { Listener } from '../support/listener';
import { callTo, newAgentKey, postgresEnvironment, type Running, signInTo, startServer } from '../support/product';

/** A process of the built server. */
interface Instance extends Running {
  port: string;
}

async function startInstance(databaseUrl: string): Promise<Instance> {
  const port = await freePort();
  return { ...(await startServer({ ...postgresEnvironment, DATABASE_URL: databaseUrl, PORT: port })), port };
}

async function stop({ child, exited }: Instance): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

/** Returns the first column of a query. */
async function query(databaseUrl: string, text: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' }).finally(() => client.end());
  return rows.map(([value]) => String(value));
}

const countListeners = async (databaseUrl: string) => {
  const listening = "datname = current_database() and query like 'listen %'";
  return (await query(databaseUrl, `select pid from pg_stat_activity where ${listening}`)).length;
};

const patience = { timeout: 60_000 };
const ida = 'ida@school.example';
let teachers = 0;

/** Signs in a teacher with a section. */
async function newClass(port: string) {
  const token = await signInTo(port, `teacher${++teachers}@school.example`);
  const { id } = await callTo(port, '/section/create/', { name: '8b', subject: 'Physics' }, token);
  return { token, id };
}
type Class = Awaited<ReturnType<typeof newClass>>;

const changeSession = (port: string, { token, id }: Class, action: 'start' | 'stop') =>
  callTo(port, `/detection/sessions/${action}/`, { section_id: id, is_active: true }, token);

type AttendedClass = Class & { key: string };

/** Creates a section with one student and an active session. */
async function newAttendedClass(databaseUrl: string, port: string): Promise<AttendedClass> {
  await query(databaseUrl, `insert into students (name, email) values ('Ida', '${ida}') on conflict do nothing`);
  const group = await newClass(port);
  await callTo(port, `/section/${group.id}/add-students/`, { student_emails: [ida] }, group.token);
  await changeSession(port, group, 'start');
  const environment = { ...postgresEnvironment, DATABASE_URL: databaseUrl };
  return { ...group, key: await newAgentKey(environment, `Agent of ${group.id}`) };
}

/** Creates a section, then reports detections until stopped or the instance is gone, yielding to others. */
function keepWriting(port: string, { token, id, key }: AttendedClass, prefix: string) {
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  let isOn = true;
  async function write(): Promise<void> {
    for (let count = 0; isOn; count++) {
      const text = `${prefix} ${count}`;
      const [path, body] =
        count === 0
          ? ['/section/create/', { name: text, subject: 'Load' }]
          : [
              '/detection/logs/',
              { id: text, section_id: id, student_email: ida, activity_type: 'no_face', details: text },
            ];
      const answer = await fetch(`http://localhost:${port}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'X-Agent-Key': key,
        },
        body: JSON.stringify(body),
      });
      const said = await answer.text();
      if (answer.status === 201) acknowledged.push(text);
      else refusals.add(`${answer.status} ${said}`);
      await pause(answer.status === 201 ? 5 : 100);
    }
  }
  const ended = write().catch(() => 'gone');
  return {
    acknowledged,
    refusals,
    /** Resolves once stopped: with 'gone' when the instance was. */
    stop: () => {
      isOn = false;
      return ended;
    },
  };
}
type Writer = ReturnType<typeof keepWriting>;

/** Waits until each has this many more acknowledged. */
async function writeOn(writers: Writer[], more: number): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged.length);
  await expect
    .poll(() => writers.every(({ acknowledged }, index) => acknowledged.length >= before[index]! + more), patience)
    .toBe(true);
}

async function findLost(databaseUrl: string, writers: Writer[]): Promise<string[]> {
  const stored = new Set(await query(databaseUrl, 'select name from sections union select details from detections'));
  return writers.flatMap(({ acknowledged }) => acknowledged).filter((text) => !stored.has(text));
}

const started = (id: number, started_at: string) => [
  { type: 'detection_start', section_id: id, started_at, ends_at: null },
  {
    type: 'status_update',
    section_id: id,
    status: {
      is_active: true,
      started_at,
      ends_at: null,
      agents_seen_at: null,
      agents_state: 'awaited',
      agents_refusal: null,
      paused: null,
    },
  },
];

describe('two instances on one database', () => {
  let database: TestDatabase;
  let one: Instance;
  let other: Instance;
  beforeAll(async () => {
    // Empty, so that both migrate it concurrently.
    database = await createDatabase(inject('postgres')!.url);
    [one, other] = await Promise.all([startInstance(database.url), startInstance(database.url)]);
  });
  afterAll(async () => {
    await Promise.all([one, other].map(stop));
    await database.drop();
  });

  test('migrate an empty database together', async () => {
    const applied = await query(database.url, 'select hash from drizzle.__drizzle_migrations');
    expect(applied.length).toBeGreaterThan(0);
    expect(new Set(applied).size).toBe(applied.length);
  });

  test('each listen once; a start on one reaches the sockets of the other', async () => {
    expect(await countListeners(database.url)).toBe(2);
    const group = await newClass(one.port);
    const there = await new Listener(other.port, group.token).admitted(1);
    const { started_at } = await changeSession(one.port, group, 'start');
    await expect.poll(() => there.heard.slice(1)).toEqual(started(group.id, started_at));
    there.socket.close();
  });

  test('survive the death of one under load without losing acknowledged writes', async () => {
    const group = await newAttendedClass(database.url, one.port);
    const [onOne, onOther] = [one, other].map(({ port }, instance) =>
      Array.from({ length: 6 }, (_, index) => keepWriting(port, group, `${instance} ${index}`)),
    );
    await writeOn([...onOne!, ...onOther!], 20);
    await pause(Math.random() * 100);
    one.child.kill('SIGKILL');
    await one.exited;
    await writeOn(onOther!, 20);

    expect(await Promise.all(onOne!.map((writer) => writer.stop()))).toEqual(Array(6).fill('gone'));
    expect(await Promise.all(onOther!.map((writer) => writer.stop()))).toEqual(Array(6).fill(undefined));
    const writers = [...onOne!, ...onOther!];
    expect(writers.flatMap(({ refusals }) => [...refusals])).toEqual([]);
    expect(await findLost(database.url, writers)).toEqual([]);
    await expect.poll(() => countListeners(database.url), patience).toBe(1);

    one = await startInstance(database.url);
    expect(await countListeners(database.url)).toBe(2);
  });
});

// The tests must not restart a server that TEST_DATABASE_URL names.
describe.skipIf(!(await findProgram('postgres')))('two instances whose PostgreSQL restarts', () => {
  let cluster: Cluster;
  let database: TestDatabase;
  let instances: Instance[];
  beforeAll(async () => {
    cluster = await startCluster();
    database = await createDatabase(cluster.url);
    instances = await Promise.all([startInstance(database.url), startInstance(database.url)]);
  });
  afterAll(async () => {
    await Promise.all(instances.map(stop));
    await cluster.remove();
  });

  test.each(['orderly', 'crash'] as const)('recover by themselves: %s', async (how) => {
    const group = await newClass(instances[0]!.port);
    const before = await Promise.all(instances.map(({ port }) => new Listener(port, group.token).admitted(1)));
    const load = await newAttendedClass(database.url, instances[0]!.port);
    const writers = instances.flatMap(({ port }, instance) =>
      Array.from({ length: 12 }, (_, index) => keepWriting(port, load, `${how} ${instance} ${index}`)),
    );
    await writeOn(writers, 5);

    await cluster.stop(how);
    for (const { port } of instances) {
      // Sign-ins are cached until the loss is noticed; this call always queries the database.
      const answer = await fetch(`http://localhost:${port}/section/search-students/?q=ida`, {
        headers: { Authorization: `Bearer ${load.token}` },
      });
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { detail: 'The database cannot be reached at the moment. Please try again shortly.' },
      ]);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    await pause(1500);
    await cluster.start();

    // Every socket is told to reconnect, because it may have missed events.
    expect(await Promise.all(before.map(({ closed }) => closed))).toEqual([1012, 1012]);
    await expect.poll(() => countListeners(database.url), patience).toBe(2);
    const after = await Promise.all(instances.map(({ port }) => new Listener(port, group.token).admitted(1)));
    const { started_at } = await changeSession(instances[0]!.port, group, 'start');
    for (const { heard } of after) await expect.poll(() => heard.slice(1)).toEqual(started(group.id, started_at));
    for (const { socket } of after) socket.close();

    await writeOn(writers, 5);
    expect(await Promise.all(writers.map((writer) => writer.stop()))).toEqual(Array(24).fill(undefined));
    expect([...new Set(writers.flatMap(({ refusals }) => [...refusals]))]).toEqual([
      '503 {"detail":"The database cannot be reached at the moment. Please try again shortly."}',
    ]);
    expect(await findLost(database.url, writers)).toEqual([]);
    expect(await countListeners(database.url)).toBe(2);
  });
});
