import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { exportStudent } from '../src/domain/school/exportStudent';
import { auditEntries } from '../src/domain/tables/audit';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, report as reportTo, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newEventId, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* A teacher excuses a student for some minutes: nothing of them is recorded meanwhile. The tests move the clock. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const { post, get, idOf, ...calls } = callsOf(() => ({ server, teacher }));
const logsOf = async (section: number) =>
  (await get(`/detection/logs/?section=${section}`)).results.map(
    ({ student_email, source }: Record<string, string>) => `${student_email} ${source}`,
  );

test('security 55: nothing is recorded of an excused student, whoever reports it, until the time is over or they are back', async () => {
  const lesson = await calls.newLesson();
  const section = lesson.id;
  const student_id = await idOf(kai);
  const device = await calls.admitted(lesson, kai);
  const beat = async () => (await calls.beat(device)).body;
  const start = Date.now();
  const minutesLater = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
  let epoch = '';
  /** What became of a report of Kai's device, and of Kai and Mei by another agent; times are minutes. */
  const report = async (at: number) => {
    ({ epoch } = await beat());
    const elapsed_ms = Math.round(at * 60_000 + start - Date.now());
    const event = { activity_type: 'left_page', elapsed_ms, ended_elapsed_ms: elapsed_ms + 4000 };
    const own = await server.call('POST', '/attend/reports/', {
      ...byDevice(device),
      body: { events: [{ id: newEventId(), epoch, ...event }] },
    });
    const timestamp = new Date(start + at * 60_000).toISOString();
    const others = await reportTo(
      server,
      [kai, mei].map((student_email) => sighting(section, { student_email, timestamp })),
    );
    return [own.body.results[0].status, ...others.body.results.map(({ id, ...result }: { id: string }) => result)];
  };
  const recorded = ['recorded', { status: 201 }, { status: 201 }];
  const excused = ['excused', { status: 200, excused: true }, { status: 201 }];

  minutesLater(1);
  expect(await report(1)).toEqual(recorded);
  const body = { section_id: section, student_id, minutes: 5, reason: ' toi\u202elet ' };
  const until = new Date(start + 6 * 60_000).toISOString();
  const answer = await post('/attendance/excuse/', body);
  expect(answer.body).toMatchObject({
    attendees: [{ student_id }],
    excuses: [{ student_id, reason: 'toilet', until }],
  });
  minutesLater(3);
  expect(await beat()).toMatchObject({ state: 'admitted', excused_until: until, every_ms: 2000 });
  expect(await report(2)).toEqual(excused);
  // Seen before, and reported late.
  expect(await report(0.9)).toEqual(recorded);
  minutesLater(6);
  expect(await beat()).not.toHaveProperty('excused_until');
  expect((await get(`/attendance/sections/${section}/`)).excuses).toEqual([]);
  expect(await report(5.9)).toEqual(excused);
  expect(await report(6)).toEqual(recorded);

  await post('/attendance/excuse/', { ...body, minutes: 120, reason: '' });
  minutesLater(7);
  await post('/attendance/excuse/', { ...body, minutes: 120, reason: 'nurse' });
  minutesLater(8);
  expect((await post('/attendance/end-excuse/', { section_id: section, student_id })).body.excuses).toEqual([]);
  expect(await report(7.5)).toEqual(excused);
  expect(await report(8)).toEqual(recorded);
  expect(await logsOf(section)).toHaveLength(4 * 3 + 3);

  await post('/attendance/excuse/', { ...body, minutes: 5, reason: 'late' });
  minutesLater(9);
  const { session_id } = await get(`/attendance/sections/${section}/`);
  await post('/detection/sessions/stop/', { section_id: section });
  const coverage = await get(`/attendance/sections/${section}/lessons/${session_id}/coverage/`);
  const minutes = (time: string) => Math.round((Date.parse(time) - start) / 60_000);
  expect(
    coverage.excuses.map(({ email, reason, started_at, ended_at }: Record<string, string>) => [
      ...[email, reason, minutes(started_at ?? ''), minutes(ended_at ?? '')],
    ]),
  ).toEqual([
    [kai, 'toilet', 1, 6],
    [kai, '', 6, 7],
    [kai, 'nurse', 7, 8],
    [kai, 'late', 8, 9],
  ]);
  const text = await exportStudent(database.db, student_id, async (chunks) => {
    let whole = '';
    for await (const chunk of chunks) whole += chunk;
    return whole;
  });
  expect(JSON.parse(text).excuses).toHaveLength(4);
  vi.useRealTimers();
  await expect
    .poll(async () =>
      (await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, section))).map(
        ({ action, detail }) => `${action}, ${detail}`,
      ),
    )
    .toEqual(
      expect.arrayContaining([`student excused, student ${student_id}: 5 min`, `excuse ended, student ${student_id}`]),
    );
});

test('only the teacher of a running lesson excuses its students, for two hours at most', async () => {
  const section = await newActiveSection(server, teacher, [kai]);
  const excuse = async (changes: object, token?: string) => {
    const body = { section_id: section, student_id: await idOf(kai), minutes: 5, reason: '', ...changes };
    return (await post('/attendance/excuse/', body, token)).status;
  };
  const { access } = await newTeacher(server);
  expect(await excuse({}, access)).toBe(404);
  expect(await excuse({ student_id: await idOf(mei) })).toBe(404);
  for (const minutes of [0, 121, 1.5]) expect(await excuse({ minutes })).toBe(400);
  expect(await excuse({ reason: 'x'.repeat(101) })).toBe(400);
  expect(await excuse({ section_id: await newSection(server, teacher, [kai]) })).toBe(409);
  const body = { section_id: section, student_id: await idOf(kai) };
  expect((await post('/attendance/end-excuse/', body, access)).status).toBe(404);
  expect((await post('/attendance/end-excuse/', body)).body.excuses).toEqual([]);
});
