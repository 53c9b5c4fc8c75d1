import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMonths } from '../src/domain/detection/months';
import { exportStudent } from '../src/domain/school/exportStudent';
import { teachers } from '../src/domain/tables/account';
import { detectionSessions, detections } from '../src/domain/tables/detection';
import { sectionStudents, sections, students } from '../src/domain/tables/section';
import type { Database } from '../src/platform/database/database';
import { report as reportTo, sighting } from './support/lessons';
import { startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* No agent and no teacher can make an answer too large to be built or read. */

const mebibyte = 1024 * 1024;
const address = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`;

let server: TestServer;
let db: Database;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  db = server.database.db;
  teacher = await newTeacher(server);
});
afterAll(() => server.close());

const get = (path: string, { access: token } = teacher) => server.call('GET', path, { token });
const post = (path: string, body: object, { access: token } = teacher) => server.call('POST', path, { token, body });
const idOf = async ({ email }: TestTeacher) => {
  const [row] = await db.select({ id: teachers.id }).from(teachers).where(eq(teachers.email, email));
  return row!.id;
};
const studentId = async (email: string) => {
  const [row] = await db.select({ id: students.id }).from(students).where(eq(students.email, email));
  return row!.id;
};
const report = (body: object) => reportTo(server, body);
/** Reads every page of a section's logs, as the front end does. */
async function pagesOf(id: number) {
  const pages: { results: { id: number }[]; next: string | null; count?: number; bytes: number }[] = [];
  for (let path: string | null = `/detection/logs/?section=${id}`; path !== null; path = pages.at(-1)!.next) {
    const { status, body, bytes } = await get(path);
    expect(status).toBe(200);
    pages.push({ ...body, bytes: bytes.byteLength });
  }
  return pages;
}

describe('security 36: the address of a screenshot', () => {
  test('has at most 2,048 characters as stored', async () => {
    const id = await newActiveSection(server, teacher, [kai]);
    const refusal = { status: 400, refusal: { screenshot: ['Use at most 2,048 characters for an address.'] } };
    const { body } = await report([
      sighting(id, { screenshot: address(2048) }),
      sighting(id, { screenshot: address(2049) }),
      // Stored as %E2%82%AC.
      sighting(id, { screenshot: `https://x.example/${'€'.repeat(300)}` }),
      sighting(id, { screenshot: address(1_400_000) }),
    ]);
    expect(body.results).toMatchObject([{ status: 201 }, refusal, refusal, refusal]);
    const [page] = await pagesOf(id);
    expect(page!.results).toMatchObject([{ screenshot: address(2048) }]);
  });

  test('from before the limit is left out of the list and included in the export', async () => {
    const id = await newSection(server, teacher, [mei]);
    const row = { sectionId: id, studentId: await studentId(mei), activityType: 'no_face', seenAt: new Date() };
    await db.insert(detections).values([
      { ...row, screenshotUrl: address(1_400_000) },
      { ...row, screenshotUrl: address(2048) },
    ]);
    const [page] = await pagesOf(id);
    expect(page).toMatchObject({ count: 2, results: [{ screenshot: address(2048) }, { screenshot: null }] });
    const exported = await exportStudent(db, row.studentId, async (text) => {
      let whole = '';
      for await (const piece of text) whole += piece;
      return JSON.parse(whole);
    });
    expect(exported.detections.map(({ screenshot }: { screenshot: string }) => screenshot.length)).toEqual([
      1_400_000, 2048,
    ]);
  });
});

describe('security 36: a page of logs', () => {
  test('has at most 2 MiB, and following `next` yields every log once', async () => {
    const id = await newSection(server, teacher, [kai]);
    // The longest that agents may send, with six characters each in JSON.
    const row = { activityType: '\u0001'.repeat(100), details: '\u0001'.repeat(2000), screenshotUrl: address(2048) };
    const student = await studentId(kai);
    const start = Date.UTC(2026, 0, 1);
    await makeMonths(db, [new Date(start)]);
    await db.insert(detections).values(
      Array.from({ length: 700 }, (_, index) => ({
        ...{ ...row, sectionId: id, studentId: student },
        seenAt: new Date(start + Math.floor(index / 7)),
      })),
    );
    const pages = await pagesOf(id);
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2 * mebibyte + 1024);
    // Nor one by one.
    expect(pages.length).toBeLessThan(10);
    expect(pages[0]!.count).toBe(700);
    const ids = pages.flatMap(({ results }) => results.map((log) => log.id));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
    expect(ids).toHaveLength(700);
  });

  test('with newer logs has the same limits; beyond them the list is read again', async () => {
    const id = await newActiveSection(server, teacher, [kai]);
    const { newer } = (await get(`/detection/logs/?section=${id}`)).body;
    // The longest in bytes: control characters, which take more in JSON, are not kept.
    const large = () => sighting(id, { details: '😀'.repeat(2000) });
    await report(Array.from({ length: 100 }, large));
    expect((await get(newer)).body.results).toHaveLength(100);
    for (const length of [100, 100]) await report(Array.from({ length }, large));
    expect((await get(newer)).status).toBe(409);
    expect((await pagesOf(id)).flatMap(({ results }) => results)).toHaveLength(300);
  });
});

describe('security 36: a list of lessons', () => {
  test('counts the 50 commonest activity types of a lesson separately and all others together', async () => {
    const id = await newActiveSection(server, teacher, [kai]);
    const events = Array.from({ length: 120 }, (_, index) => sighting(id, { activity_type: `type ${index}` }));
    await report([...events, ...Array.from({ length: 3 }, () => sighting(id))]);
    const { results } = (await get(`/detection/sessions/?section=${id}`)).body;
    expect(Object.keys(results[0].counts)).toHaveLength(50);
    expect(results[0]).toMatchObject({ counts: { no_face: 3 }, other_count: 71, student_count: 1 });
  });

  test('has no count of others when there are none', async () => {
    const id = await newActiveSection(server, teacher, [kai]);
    await report(sighting(id));
    const { results } = (await get(`/detection/sessions/?section=${id}`)).body;
    expect(results[0].counts).toEqual({ no_face: 1 });
    expect(results[0]).not.toHaveProperty('other_count');
  });

  test('has at most 50 lessons', async () => {
    const id = await newSection(server, teacher);
    const startedAt = new Date();
    await db
      .insert(detectionSessions)
      .values(Array.from({ length: 51 }, () => ({ sectionId: id, startedAt, endedAt: startedAt })));
    expect((await get(`/detection/sessions/?section=${id}`)).body.results).toHaveLength(50);
  });
});

describe('security 36: sections', () => {
  test('are limited to 500 per teacher; another is refused with a message', async () => {
    const other = await newTeacher(server);
    const teacherId = await idOf(other);
    const rows = Array.from({ length: 499 }, () => ({ teacherId, name: '8b', subject: 'Physics' }));
    await db.insert(sections).values(rows);
    const create = () => post('/section/create/', { name: '8b', subject: 'Physics' }, other);
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      detail: 'You have 500 sections, which is the most there can be. Delete one to create another.',
    });
    expect((await get('/section/list/', other)).body).toHaveLength(500);
  });

  test('beyond the limit, created before it existed, are listed up to 500', async () => {
    const other = await newTeacher(server);
    const teacherId = await idOf(other);
    await db
      .insert(sections)
      .values(Array.from({ length: 501 }, (_, index) => ({ teacherId, name: `${index}`, subject: 'Physics' })));
    const { body } = await get('/section/list/', other);
    expect(body).toHaveLength(500);
    expect(body[0].name).toBe('0');
  });

  test('are limited to 120 new ones a minute per teacher', async () => {
    const [one, other] = [await newTeacher(server), await newTeacher(server)];
    const create = (who: TestTeacher) => post('/section/create/', { name: '8b', subject: 'Physics' }, who);
    for (let times = 0; times < 120; times++) expect((await create(one)).status).toBe(201);
    const { status, headers, body } = await create(one);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.detail).toMatch(/^Too many tries\. Please try again in \d+ seconds\.$/);
    expect((await create(other)).status).toBe(201);
  });
});

describe('security 36: students of a section', () => {
  const emails = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `pupil${from + index}@x.example`);
  beforeAll(async () => {
    const all = emails(0, 10_001).map((email) => ({ name: 'Pupil', email }));
    for (let start = 0; start < all.length; start += 5000)
      await db.insert(students).values(all.slice(start, start + 5000));
    await db.execute(sql`analyze students`);
  });
  const add = (id: number, those: string[], who = teacher) =>
    post(`/section/${id}/add-students/`, { student_emails: those }, who);

  test('are limited to 1,000, also when added concurrently', async () => {
    const id = await newSection(server, teacher, emails(0, 998));
    const answers = await Promise.all([add(id, emails(998, 1000)), add(id, emails(1000, 1002))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: 'A section can have at most 1,000 students, and this one would have 1,002. Nobody was added.',
    });
    const listed = (await get('/section/list/')).body.find((section: { id: number }) => section.id === id);
    expect(listed.students).toHaveLength(1000);
    // An existing member does not count again.
    expect((await add(id, emails(0, 5))).status).toBe(200);
  });

  test('are limited to 10,000 in all sections of a teacher', async () => {
    const other = await newTeacher(server);
    const teacherId = await idOf(other);
    const rows = Array.from({ length: 10 }, () => ({ teacherId, name: '8b', subject: 'Physics' }));
    const full = await db.insert(sections).values(rows).returning({ id: sections.id });
    const ids = await db.select({ id: students.id }).from(students).limit(1000);
    for (const { id: sectionId } of full)
      await db.insert(sectionStudents).values(ids.map((student) => ({ sectionId, studentId: student.id })));
    const id = await newSection(server, other);
    expect(await add(id, emails(0, 1), other)).toMatchObject({
      status: 409,
      body: {
        detail: 'Your sections can have at most 10,000 students in all, and would have 10,001. Nobody was added.',
      },
    });
    expect(await db.$count(sectionStudents, eq(sectionStudents.sectionId, id))).toBe(0);
  });
});
