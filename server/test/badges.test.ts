import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteStudent } from '../src/domain/school/changeStudents';
import { badges } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { callsOf } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newSection, newTeacher, type TestTeacher } from './support/teachers';

/* Printed badges. Two instances on one database: the students' calls go to either. */

let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let everybody: { id: number; email: string; name: string }[];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  other = await startTestServer({}, database);
  teacher = await newTeacher(server);
  everybody = await database.db.select().from(students);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});

const newDeviceToken = () => randomBytes(32).toString('base64url');
const { post, get, start, stop, ...calls } = callsOf(
  () => ({ server, teacher }),
  () => other,
);
const make = (id: number, ...of: { id: number }[]) =>
  post('/attendance/badges/', { section_id: id, student_ids: of.map((student) => student.id) });
const revoke = (id: number, ...of: { id: number }[]) =>
  post('/attendance/revoke-badges/', { section_id: id, student_ids: of.map((student) => student.id) });
const open = (link: string, token?: string) => other.call('POST', '/attend/link/', { body: { link, token } });
const join = (link: string, token = newDeviceToken(), at = other) =>
  at.call('POST', '/attend/redeem/', { body: { link, token } });
const beat = async (token: string) => (await calls.beat({ token })).body.state;
const attendees = async (id: number) => (await calls.listed(id)).attendees;
const listed = async (id: number) => (await get(`/attendance/badges/${id}/`)).badges;

/** A section with a student who has a badge. */
async function badged() {
  const student = everybody.pop()!;
  const id = await newSection(server, teacher, [student.email]);
  const made = await make(id, student);
  expect(made).toMatchObject({ status: 201, body: { attend_url: 'http://localhost:3000/attend' } });
  const secret: string = made.body.badges[0].secret;
  return { id, student, secret };
}

test('security 59: a badge admits its student to each lesson of the section, on a press, and is stored as a hash', async () => {
  const { id, student, secret } = await badged();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await database.db.select().from(badges))).not.toContain(secret);
  const told = { section: '8b', student: student.name, is_badge: true };
  expect((await open(secret)).body).toMatchObject({ ...told, is_running: false, is_joined: false });
  expect(await join(secret)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('No lesson is running now.') },
  });
  for (let lesson = 0; lesson < 2; lesson++) {
    await start(id);
    expect((await open(secret)).body).toMatchObject({ ...told, is_running: true, is_joined: false });
    expect(await attendees(id)).toEqual([]);
    const token = newDeviceToken();
    // A press that is repeated takes one seat.
    const answers = await Promise.all([server, other, server].map((at) => join(secret, token, at)));
    expect(answers.map(({ status, body }) => [status, body.token])).toEqual(Array(3).fill([201, token]));
    expect(await beat(token)).toBe('admitted');
    expect(await attendees(id)).toMatchObject([{ student_id: student.id, state: 'watching', came_by: 'badge' }]);
    expect((await open(secret, token)).body.is_joined).toBe(true);
    await stop(id);
  }
  expect(await listed(id)).toEqual([
    { student_id: student.id, made_at: expect.any(String), used_at: expect.any(String) },
  ]);
  const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
  await expect.poll(async () => (await entries()).filter(({ action }) => action === 'joined by badge')).toHaveLength(2);
  expect((await entries()).map(({ action, detail }) => [action, detail])).toContainEqual([
    'badges made',
    `student ${student.id}`,
  ]);
});

test('security 59: who attends on another device, or was turned away with the badge, waits at the door', async () => {
  const { id, secret } = await badged();
  await start(id);
  const [first, second, third] = [newDeviceToken(), newDeviceToken(), newDeviceToken()];
  const { attendee_id } = (await join(secret, first)).body;
  await beat(first);
  await join(secret, second);
  expect([await beat(first), await beat(second)]).toEqual(['admitted', 'knocking']);
  await post('/attendance/refuse/', { section_id: id, ids: [attendee_id] });
  await join(secret, third);
  expect([await beat(first), await beat(third)]).toEqual(['refused', 'knocking']);
});

test('security 59: a badge ends when it is revoked or made again, and with the membership', async () => {
  const revoked = await badged();
  expect((await revoke(revoked.id, revoked.student)).body).toEqual({ badges: [] });
  const replaced = await badged();
  const again = (await make(replaced.id, replaced.student)).body.badges[0].secret;
  const removed = await badged();
  const emails = { student_emails: [removed.student.email] };
  await post(`/section/${removed.id}/remove-students/`, emails);
  const erased = await badged();
  await deleteStudent(database.db, erased.student.id);
  for (const { id, secret } of [revoked, replaced, removed, erased]) {
    await start(id);
    for (const answer of [await open(secret), await join(secret)])
      expect(answer).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('revoked or replaced it') },
      });
  }
  expect((await join(again)).status).toBe(201);
});

test('security 59: only the section’s teacher makes, lists and revokes badges, for its students only', async () => {
  const { id, student } = await badged();
  const { access } = await newTeacher(server);
  const body = { section_id: id, student_ids: [student.id] };
  for (const path of ['/attendance/badges/', '/attendance/revoke-badges/'])
    expect((await post(path, body, access)).status).toBe(404);
  expect((await server.call('GET', `/attendance/badges/${id}/`, { token: access })).status).toBe(404);
  expect((await make(id, everybody[0]!)).body.badges).toEqual([]);
  expect(await listed(id)).toHaveLength(1);
});

test('security 59: a flood of bad badges, or of one badge, keeps nobody else out', async () => {
  const [flooded, honest] = [await badged(), await badged()];
  await start(flooded.id);
  await start(honest.id);
  for (let turn = 0; turn < 40; turn++) expect((await join('x'.repeat(43))).status).toBe(404);
  const statuses = [];
  for (let turn = 0; turn < 26; turn++) statuses.push((await join(flooded.secret)).status);
  expect(statuses).toContain(429);
  expect((await join(honest.secret)).status).toBe(201);
});
