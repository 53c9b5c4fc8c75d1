import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteStudent } from '../src/domain/school/changeStudents';
import { importStudents } from '../src/domain/school/importStudents';
import { sectionTeachers, students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, report, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* What is kept of a student in a section, as it can be given to their parents. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400, retentionDays: 30, auditDays: 400 }, database);
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
const recordPath = (section: number, student: number) => `/attendance/sections/${section}/students/${student}/record/`;
const read = (by: TestTeacher, section: number, student: number) =>
  server.call('GET', recordPath(section, student), { token: by.access });
const share = (section_id: number, { email }: TestTeacher, role: string) =>
  post(`/section/${section_id}/teachers/`, { email, role, until: null });

test('security 69: the record has the lessons, hints, reviews and answers of one student, and nothing of classmates', async () => {
  const start = Date.now();
  const at = (minute: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minute * 60_000 });
  at(0);
  const lesson = await calls.newLesson();
  const section = lesson.id;
  const student = await idOf(kai);
  const device = await calls.admitted(lesson, kai);
  await calls.admitted(lesson, mei);
  await calls.beat(device);
  at(0.5);
  await calls.beat(device);
  const timestamp = new Date().toISOString();
  await report(
    server,
    [kai, mei].map((student_email) => sighting(section, { student_email, timestamp, details: `of ${student_email}` })),
  );
  await post('/attendance/excuse/', {
    section_id: section,
    student_id: await idOf(mei),
    minutes: 5,
    reason: 'secret of Mei',
  });
  const logs = await calls.logsOf(section);
  const ids = logs.map(({ id }: { id: number }) => id);
  await post('/detection/logs/review/', { ids, state: 'dismissed', note: 'Mistake: my own note' });
  at(1);
  await calls.beat(device, 'unwatched');
  at(10);
  await calls.stop(section);
  const own = logs.find((log: { student_email: string }) => log.student_email === kai);
  const answer = await server.call('POST', '/attend/answer/', {
    ...byDevice(device),
    body: { log_id: own.id, text: 'I dropped my pen.' },
  });
  expect(answer.status).toBe(200);
  await calls.start(section);
  at(20);
  await calls.stop(section);

  const { status, body } = await read(teacher, section, student);
  expect(status).toBe(200);
  const [later, earlier] = body.lessons;
  expect(body).toMatchObject({
    student: { id: student, email: kai, is_member: true },
    ...{ more_lessons: 0, more_logs: 0, looks_days: 400 },
    logs: [{ id: own.id, review: { state: 'dismissed', note: '' }, answer: 'I dropped my pen.', screenshot: null }],
  });
  expect(earlier).toMatchObject({ observed_seconds: 60, entry: { state: 'present', late_minutes: 0 } });
  expect(Math.abs(earlier.length_seconds - 600)).toBeLessThan(5);
  expect(Date.parse(earlier.deleted_by) - Date.parse(earlier.ended_at)).toBe(31 * 86_400_000);
  expect(later).toMatchObject({ observed_seconds: null, entry: { state: 'unknown' } });
  expect(body.lessons).toHaveLength(2);
  const meiName = (await database.db.select().from(students).where(eq(students.email, mei)))[0]!.name;
  const text = JSON.stringify(body);
  for (const others of [mei, meiName, 'secret of Mei', 'my own note']) expect(text).not.toContain(others);
});

test('security 69: who may read it: owner and co-teacher, no substitute, former teacher or stranger; none of a deleted student', async () => {
  await importStudents(database.db, 'name,email\nLee Long,lee@record.example');
  const lee = await idOf('lee@record.example');
  const section = await newSection(server, teacher, ['lee@record.example']);
  const [coTeacher, substitute, former, expired, stranger] = [
    await newTeacher(server),
    await newTeacher(server),
    await newTeacher(server),
    await newTeacher(server),
    await newTeacher(server),
  ];
  await share(section, coTeacher, 'co-teacher');
  await share(section, substitute, 'substitute');
  await share(section, former, 'co-teacher');
  await share(section, expired, 'co-teacher');
  expect((await read(former, section, lee)).status).toBe(200);
  await post(`/section/${section}/remove-teacher/`, { email: former.email });
  await database.db
    .update(sectionTeachers)
    .set({ until: new Date(Date.now() - 1) })
    .where(eq(sectionTeachers.email, expired.email));
  const answers = async (student: number) => {
    const all = [teacher, coTeacher, substitute, former, expired, stranger];
    return Promise.all(all.map(async (one) => (await read(one, section, student)).status));
  };
  expect(await answers(lee)).toEqual([200, 200, 403, 404, 404, 404]);
  // Somebody of another section, of whom nothing is told here.
  const kaiHere = await read(teacher, section, await idOf(kai));
  expect(kaiHere).toMatchObject({ status: 404, body: { detail: 'Student not found.' } });
  await deleteStudent(database.db, lee);
  expect(await answers(lee)).toEqual([404, 404, 403, 404, 404, 404]);
});

test('security 42, 69: who has read it is in the audit trail by the id of the student, and in the record by name', async () => {
  await importStudents(database.db, 'name,email\nNoor Nile,noor@record.example');
  const noor = await idOf('noor@record.example');
  const section = await newSection(server, teacher, ['noor@record.example', kai]);
  const coTeacher = await newTeacher(server);
  await share(section, coTeacher, 'co-teacher');
  await read(coTeacher, section, noor);
  await read(coTeacher, section, noor);
  await read(teacher, section, await idOf(kai));
  await calls.logsOf(section);
  const looks = async () => (await read(teacher, section, noor)).body.looks;
  const look = (what: string) => ({
    ...{ by: 'Ada Muster', what },
    ...{ first_at: expect.any(String), last_at: expect.any(String) },
  });
  // That of the teacher who asks is written shortly after.
  await expect
    .poll(async () => (await looks()).map(({ what }: { what: string }) => what).toSorted(), { timeout: 8000 })
    .toEqual(['logs', 'record', 'record']);
  expect(await looks()).toEqual(expect.arrayContaining([look('record'), look('logs')]));
});
