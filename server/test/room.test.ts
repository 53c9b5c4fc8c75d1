import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../src/domain/tables/audit';
import { Listener } from './support/listener';
import { startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* Where the students of a section sit: arranged by one of its teachers, shown to all. */

let server: TestServer;
let owner: TestTeacher;
let coTeacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

let id: number;
/** The ids of Kai and Mei. */
let [a, b] = [0, 0];
beforeEach(async () => {
  [owner, coTeacher] = [await newTeacher(server), await newTeacher(server)];
  id = await newSection(server, owner, [kai, mei]);
  await post(owner, `/section/${id}/teachers/`, { email: coTeacher.email, role: 'co-teacher', until: null });
  const { students } = await listed(owner);
  [a, b] = [kai, mei].map((email) => students.find((student: { email: string }) => student.email === email).id);
});

const post = (teacher: TestTeacher, path: string, body: object) =>
  server.call('POST', path, { token: teacher.access, body });
const listed = async (teacher: TestTeacher) =>
  (await server.call('GET', '/section/list/', { token: teacher.access })).body.find(
    (section: { id: number }) => section.id === id,
  );
const at = (student_id: number, row: number, column: number) => ({ student_id, row, column });
const arrange = (teacher: TestTeacher, version: number, ...places: object[]) =>
  post(teacher, `/section/${id}/room/`, { version, places });

test('a room is arranged by one teacher and shown to all, whose pages are told', async () => {
  expect((await listed(owner)).room).toEqual({ version: 0, places: [] });
  const hears = await new Listener((server.app.server.address() as AddressInfo).port, coTeacher.access).admitted(1);
  const before = hears.sectionsAnnounced;
  const room = { version: 1, places: [at(b, 0, 3), at(a, 2, 0)] };
  expect((await arrange(owner, 0, at(a, 2, 0), at(b, 0, 3))).body).toMatchObject({ id, room });
  await expect.poll(() => hears.sectionsAnnounced).toBeGreaterThan(before);
  expect((await listed(coTeacher)).room).toEqual(room);
  const entries = () => server.database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
  await expect
    .poll(entries)
    .toContainEqual(expect.objectContaining({ action: 'room arranged', teacherEmail: owner.email }));
});

test('who does not know the last arrangement does not overwrite it; a lost answer can be asked for again', async () => {
  await arrange(owner, 0, at(a, 0, 0));
  const late = await arrange(coTeacher, 0, at(a, 0, 1));
  expect([late.status, late.body.detail]).toEqual([409, 'Another teacher has arranged this room in the meantime.']);
  expect((await listed(owner)).room).toEqual({ version: 1, places: [at(a, 0, 0)] });
  expect((await arrange(owner, 0, at(a, 0, 0))).body.room.version).toBe(1);
  expect((await arrange(coTeacher, 1, at(a, 0, 1))).body.room).toEqual({ version: 2, places: [at(a, 0, 1)] });
});

test('students swap, lose their place when left out, and leave a gap when removed', async () => {
  await arrange(owner, 0, at(a, 0, 0), at(b, 0, 1));
  expect((await arrange(owner, 1, at(a, 0, 1), at(b, 0, 0))).body.room.places).toEqual([at(b, 0, 0), at(a, 0, 1)]);
  expect((await arrange(owner, 2, at(a, 0, 1))).body.room.places).toEqual([at(a, 0, 1)]);
  await arrange(owner, 3, at(a, 0, 1), at(b, 5, 5));
  const left = (await post(owner, `/section/${id}/remove-students/`, { student_emails: [kai] })).body;
  expect(left.room).toEqual({ version: 4, places: [at(b, 5, 5)] });
  // A page that has not heard of it still names the student.
  expect((await arrange(owner, 4, at(a, 0, 1), at(b, 0, 0))).body.room.places).toEqual([at(b, 0, 0)]);
  await post(owner, `/section/${id}/add-students/`, { student_emails: [kai] });
  expect((await listed(owner)).room.places).toEqual([at(b, 0, 0)]);
});

test('a place is for one student, a student has one place, and both are within the room', async () => {
  for (const places of [
    [at(a, 0, 0), at(b, 0, 0)],
    [at(a, 0, 0), at(a, 0, 1)],
    [at(a, 64, 0)],
    [at(a, 0, 16)],
    [at(a, -1, 0)],
  ]) {
    expect((await arrange(owner, 0, ...places)).status).toBe(400);
  }
  expect((await listed(owner)).room).toEqual({ version: 0, places: [] });
});
