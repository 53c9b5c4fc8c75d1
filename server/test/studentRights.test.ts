import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { correctStudent, deleteStudent, mergeStudents } from '../src/domain/school/changeStudents';
import { exportEnd, exportStudent, findStudent } from '../src/domain/school/exportStudent';
import { importStudents } from '../src/domain/school/importStudents';
import { attendances } from '../src/domain/tables/attendance';
import { detectionSessions } from '../src/domain/tables/detection';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { Listener } from './support/listener';
import { agentKey, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { everythingIn } from './support/storedData';
import { mei, newEventId, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

/** Two instances on one database. */
let database: OpenDatabase;
let one: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let section: number;
let colleague: TestTeacher;
const ida = 'ida@probe.example';
const picture = drawSeat(2);

beforeAll(async () => {
  database = await openTestDatabase();
  one = await startTestServer({}, database);
  other = await startTestServer({}, database);
  for (const { app } of servers()) await app.listen({ port: 0, host: '127.0.0.1' });
  await importStudents(database.db, `name,email\nIda Prob,${ida}`);
  teacher = await newTeacher(one);
  colleague = await newTeacher(one);
  section = await newSection(one, teacher, [ida, mei]);
  await newSection(one, colleague, [ida]);
  const token = teacher.access;
  await one.call('POST', '/detection/sessions/start/', { token, body: { section_id: section, is_active: true } });
  const sighting = { section_id: section, student_email: ida, activity_type: 'no_face', details: 'Ida Prob is away' };
  const body = [
    { ...sighting, id: newEventId(), screenshot: picture },
    { ...sighting, id: newEventId() },
    { ...sighting, id: newEventId(), student_email: mei, details: 'Mei' },
  ];
  expect((await one.call('POST', '/detection/logs/', { headers: { 'x-agent-key': agentKey }, body })).status).toBe(201);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

const servers = () => [one, other];
const read = async (server: TestServer, { access: token }: TestTeacher, path: string) =>
  (await server.call('GET', path, { token })).body;
const namesIn = async (server: TestServer, whose: TestTeacher): Promise<string[]> =>
  (await read(server, whose, '/section/list/')).flatMap(({ students }: { students: { name: string }[] }) =>
    students.map(({ name }) => name),
  );
const idOf = async (email: string) => Number(await findStudent(database.db, email));
const logsOf = (server: TestServer) => read(server, teacher, `/detection/logs/?section=${section}`);

/** Fills both instances' caches, makes the change, and expects it in the caches and on open pages of each. */
async function expectTold(change: () => Promise<unknown>): Promise<void> {
  for (const server of servers()) {
    for (const whose of [teacher, colleague]) await namesIn(server, whose);
    await logsOf(server);
  }
  const { newer } = await logsOf(one);
  const pages: Listener[] = [];
  for (const { app } of servers()) {
    const { port } = app.server.address() as AddressInfo;
    for (const { access } of [teacher, colleague]) pages.push(await new Listener(port, access).admitted(1));
  }
  const announced = pages.map(({ sectionsAnnounced }) => sectionsAnnounced);
  await change();
  // A page that was told proves that its instance's cache is current; the other instance may be later.
  for (const [index, page] of pages.entries()) {
    const { heard, socket } = page;
    if (index % 2 === 0) await expect.poll(() => heard).toContainEqual({ type: 'logs_changed', section_id: section });
    await expect.poll(() => page.sectionsAnnounced).toBeGreaterThan(announced[index]!);
    socket.close();
  }
  for (const server of servers()) {
    const { status } = await server.call('GET', newer, { token: teacher.access });
    expect(status).toBe(409);
  }
}

test('security 40: a student’s export contains everything stored about them, including pictures, and nothing of others', async () => {
  const { db } = database;
  const id = await idOf(` ${ida.toUpperCase()}`);
  // At the door of a section that the student is not in.
  const [lesson] = await db.select().from(detectionSessions);
  const at = new Date('2026-01-01T08:00:00Z');
  const knock = { status: 'refused', since: at, heardAt: at, knockedAt: at } as const;
  await db.insert(attendances).values([
    { ...knock, sessionId: lesson!.id, name: 'Idda', email: ida },
    { ...knock, sessionId: lesson!.id, name: 'Kim', email: 'kim@guests.example' },
  ]);
  const text = await exportStudent(db, id, async (pieces) => {
    let whole = '';
    for await (const piece of pieces) whole += piece;
    return whole;
  });
  expect(text.endsWith(exportEnd)).toBe(true);
  const teacherName = { first_name: 'Ada', last_name: 'Muster' };
  const [mine, theirs] = JSON.parse(text).sections;
  expect([mine.id, mine.name, mine.subject, Object.keys(mine.teacher)]).toEqual([
    section,
    '8b',
    'Physics',
    Object.keys(teacherName),
  ]);
  expect(theirs.id).not.toBe(section);
  const detection = {
    section_id: section,
    section: '8b',
    lesson_started_at: expect.any(String),
    lesson_ended_at: null,
    activity_type: 'no_face',
    details: 'Ida Prob is away',
    arrived_at: expect.any(String),
    source: 'Test agent',
    review: null,
  };
  expect(JSON.parse(text)).toMatchObject({
    student: { id, name: 'Ida Prob', email: ida, language: null, added_at: null, added_by: null },
    attendances: [{ typed_name: 'Idda', typed_email: ida, status: 'refused' }],
    detections: [
      { ...detection, screenshot: picture },
      { ...detection, screenshot: null },
    ],
  });
  await db.delete(attendances);
  for (const other of ['Mei', 'Kim']) expect(text).not.toContain(other);
  expect(await findStudent(db, 'nobody@probe.example')).toBeNull();
});

test.each([
  ['by command', 'Ida Probe', async () => correctStudent(database.db, await idOf(ida), { name: 'Ida Probe' })],
  ['by import', 'Ida R. Probe', () => importStudents(database.db, `name,email\nIda R. Probe,${ida}`)],
])('security 41: a name corrected %s is the new one everywhere', async (_how, name, change) => {
  await expectTold(change);
  for (const server of servers()) {
    for (const whose of [teacher, colleague]) expect(await namesIn(server, whose)).toContain(name);
    const { results } = await logsOf(server);
    expect(results.map((log: { student_name: string }) => log.student_name).sort()).toEqual([
      name,
      name,
      'Mei Lanternfield',
    ]);
  }
  expect(await correctStudent(database.db, 0, { name })).toBe(false);
});

test('an import without corrections publishes nothing', async () => {
  const { newer } = await logsOf(one);
  expect(await importStudents(database.db, `name,email\nIda R. Probe,${ida}`)).toEqual({
    added: 0,
    renamed: 0,
    alreadyThere: 1,
    skipped: [],
    alike: [],
  });
  expect((await one.call('GET', newer, { token: teacher.access })).status).toBe(200);
});

test('security 41: a corrected email applies everywhere', async () => {
  const id = await idOf(ida);
  await expectTold(async () =>
    expect(await correctStudent(database.db, id, { email: 'ida.r@probe.example' })).toBe(true),
  );
  for (const server of servers()) {
    const { results } = await logsOf(server);
    expect(results.map((log: { student_email: string }) => log.student_email).sort()).toEqual([
      'ida.r@probe.example',
      'ida.r@probe.example',
      mei,
    ]);
  }
  expect(await correctStudent(database.db, id, { email: ida })).toBe(true);
  expect(await correctStudent(database.db, 0, { email: 'nobody@probe.example' })).toBe(false);
});

test('security 41: merging two records of a student combines their sections and detections', async () => {
  const { db } = database;
  const old = 'ida.old@probe.example';
  await importStudents(db, `name,email\nIda Old,${old}`);
  const id = await idOf(old);
  const own = await newSection(one, teacher, [old]);
  await one.call('POST', `/section/${section}/add-students/`, {
    token: teacher.access,
    body: { student_emails: [old] },
  });
  const sighting = { id: newEventId(), section_id: section, student_email: old, activity_type: 'no_face' };
  const headers = { 'x-agent-key': agentKey };
  expect((await one.call('POST', '/detection/logs/', { headers, body: sighting })).status).toBe(201);

  const lessons = await db.select({ id: detectionSessions.id }).from(detectionSessions);
  const now = new Date();
  const device = { status: 'admitted', since: now, heardAt: now, knockedAt: now, admittedAt: now } as const;
  const attended = (sessionId: number, studentId: number) => ({ ...device, sessionId, studentId });
  const [both] = lessons;
  const [{ id: onlyOld = 0 } = {}] = await db
    .insert(detectionSessions)
    .values({ sectionId: own, startedAt: now, endedAt: now })
    .returning();
  await db
    .insert(attendances)
    .values([attended(both!.id, id), attended(both!.id, await idOf(ida)), attended(onlyOld, id)]);
  await expectTold(async () =>
    expect(await mergeStudents(db, { fromId: id, intoId: await idOf(ida) })).toEqual({ sections: 2, detections: 1 }),
  );
  const studentId = await idOf(ida);
  expect(await db.select().from(attendances).orderBy(attendances.sessionId, attendances.id)).toMatchObject([
    { sessionId: both!.id, studentId, status: 'taken over' },
    { sessionId: both!.id, studentId, status: 'admitted' },
    { sessionId: onlyOld, studentId, status: 'admitted' },
  ]);
  expect(await findStudent(db, old)).toBeNull();
  for (const server of servers()) {
    const lists = await read(server, teacher, '/section/list/');
    const members = (of: number) =>
      lists.find((one: { id: number }) => one.id === of).students.map((student: { email: string }) => student.email);
    expect(members(own)).toEqual([ida]);
    expect(members(section).sort()).toEqual([ida, mei]);
    const { results } = await logsOf(server);
    expect(results.map((log: { student_email: string }) => log.student_email).sort()).toEqual([ida, ida, ida, mei]);
  }
  expect(await mergeStudents(db, { fromId: id, intoId: await idOf(ida) })).toBeNull();
  const { results } = await logsOf(one);
  const merged = results.find((log: { details: string | null }) => log.details === null);
  await one.call('DELETE', `/detection/logs/${merged?.id}/`, { token: teacher.access });
  await one.call('DELETE', `/section/${own}/delete/`, { token: teacher.access, body: { password } });
});

test('security 41: deleting a student leaves nothing behind, and nothing of others is lost', async () => {
  const { db } = database;
  const [first] = (await logsOf(one)).results.filter((log: { screenshot: string | null }) => log.screenshot !== null);
  const [student] = await db.select().from(students).where(eq(students.email, ida));
  const [lesson] = await db.select().from(detectionSessions);
  const now = new Date();
  const knock = { status: 'knocking', since: now, heardAt: now, knockedAt: now } as const;
  await db.insert(attendances).values({ ...knock, sessionId: lesson!.id, name: 'Ida R. Probe', email: ida });
  await expectTold(async () =>
    expect(await deleteStudent(db, Number(student?.id))).toEqual({ sections: 2, detections: 2, screenshots: 1 }),
  );
  for (const server of servers()) {
    expect(await namesIn(server, teacher)).toEqual(['Mei Lanternfield']);
    expect(await namesIn(server, colleague)).toEqual([]);
    expect((await logsOf(server)).results).toMatchObject([{ student_email: mei }]);
    expect((await server.call('GET', first.screenshot)).status).toBe(404);
  }
  const everything = JSON.stringify(await everythingIn(db));
  for (const trace of [ida, 'Ida', picture.slice(-40)]) expect(everything).not.toContain(trace);
  expect(student?.name).toBe('Ida R. Probe');
  expect(await deleteStudent(db, Number(student?.id))).toBeNull();
});
