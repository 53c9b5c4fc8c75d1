import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasEmailOf } from '../src/domain/section/directory';
import { students } from '../src/domain/tables/section';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, newActiveSection, newEventId, newTeacher, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
});
afterAll(() => server.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.call(method, path, {
    token: teacher.access,
    ...(method !== 'GET' && { body: body ?? '', headers: { 'content-type': 'application/json' } }),
  });

describe('security 36: more logs than 32 bits can count', () => {
  test.each([2 ** 31 - 1, 2 ** 53 - 3])('have exact ids in every call, from %d on', async (next) => {
    const id = await newActiveSection(server, teacher, [kai]);
    await server.database.db.execute(sql.raw(`alter table detections alter column id restart with ${next}`));
    const screenshot = `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}`;
    const body = [1, 2].map(() => ({
      ...{ id: newEventId(), section_id: id, student_email: kai },
      ...{ activity_type: 'no_face', screenshot },
    }));
    const headers = { 'x-agent-key': agentKey };
    expect((await server.call('POST', '/detection/logs/', { body, headers })).body.recorded).toBe(2);

    const logs = (await call('GET', `/detection/logs/?section=${id}`)).body;
    const [newest, oldest] = logs.results.map((log: { id: number }) => log.id);
    expect([newest, oldest]).toEqual([next + 1, next]);
    for (const log of logs.results) expect(String((await server.call('GET', log.screenshot)).bytes)).toBe('GIF89a');
    const older = await call('GET', `/detection/logs/?section=${id}&before=${newest}`);
    expect(older.body.results.map((log: { id: number }) => log.id)).toEqual([oldest]);
    const reviewed = await call('POST', '/detection/logs/review/', { ids: [oldest], state: 'seen' });
    expect(reviewed.body).toMatchObject([{ id: oldest, review: { state: 'seen' } }]);
    expect((await call('DELETE', `/detection/logs/${newest}/`)).status).toBe(204);
    expect((await call('GET', logs.newer)).body).toMatchObject({ results: [{ id: oldest }], deleted: [newest] });
  });
});

test('security 36: searching a large directory uses an index', async () => {
  const { db } = server.database;
  await db.execute(sql`
    insert into students (name, email)
    select 'Kim Sample ' || md5(one::text), 'student' || one || '@x.example' from generate_series(1, 20000) as one`);
  // Until then the newest rows are outside the index.
  await db.execute(sql`vacuum analyze students`);
  const plan = JSON.stringify(
    await db.execute(sql`explain select * from students where searched like '%' || folded('Driftwood') || '%'`),
  );
  expect(plan).toContain('students_by_searched');
  expect(plan).not.toContain('Seq Scan');
  const { body } = await call('GET', '/section/search-students/?q=driftwood');
  expect(body).toMatchObject([{ email: kai }]);
});

test('security 36: looking up many students by email is fast in a large directory', async () => {
  const { db } = server.database;
  const emails = Array.from({ length: 1000 }, (_, index) => `student${index + 1}@x.example`);
  const started = performance.now();
  const found = await db.select({ id: students.id }).from(students).where(hasEmailOf(emails));
  expect(found).toHaveLength(1000);
  // With the trigram index it took 14 s.
  expect(performance.now() - started).toBeLessThan(3000);
});
