import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStudent } from '../src/domain/school/exportStudent';
import { attendanceTokens } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import type { OpenDatabase } from '../src/platform/database/database';
import { callsOf } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mailTo, mei, newActiveSection, newTeacher, type TestTeacher } from './support/teachers';

/* Requests that students' devices repeat, because an answer was lost or the page was opened again. Two instances on one database. */

let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let kaiId: number;
let meiId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  other = await startTestServer({}, database);
  teacher = await newTeacher(server);
  [kaiId = 0, meiId = 0] = (await Promise.all([kai, mei].map((email) => findStudent(database.db, email)))).map(Number);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});

const newDeviceToken = () => randomBytes(32).toString('base64url');
const { post, listed, newLesson, ...calls } = callsOf(
  () => ({ server, teacher }),
  () => other,
);
const attend = (path: string, body: object, at = other) => at.call('POST', `/attend/${path}/`, { body });
const beat = async (token: string) => (await calls.beat({ token }, 'waiting')).body.state;

test.each([
  ['a student of the section', () => ({ student_id: kaiId })],
  ['anybody else', () => ({ name: 'Vera Victor', email: 'vera@x.example' })],
])('security 51: a knock of %s that is repeated gets the same seat, at the same time too', async (_, visitor) => {
  const { id, code } = await newLesson();
  const token = newDeviceToken();
  const knock = { code, token, ...visitor() };
  const answers = await Promise.all([server, other, server, other].map((at) => attend('knock', knock, at)));
  const { attendees } = await listed(id);
  expect(attendees).toHaveLength(1);
  expect(answers).toMatchObject(Array(4).fill({ status: 201, body: { token, attendee_id: attendees[0].id } }));
  expect(JSON.stringify(await database.db.select().from(attendanceTokens))).not.toContain(token);
  expect(await beat(token)).toBe('knocking');
  // Another name with the same secret would attend as the first.
  expect((await attend('knock', { code, token, student_id: meiId })).status).toBe(409);
});

test('security 51: a device that opens the door again is told of its seat, and nobody else is', async () => {
  const { id, code } = await newLesson();
  const token = newDeviceToken();
  const { attendee_id } = (await attend('knock', { code, token, student_id: kaiId })).body;
  const seat = async (body: object) => (await attend('door', { code, ...body })).body.seat;
  const own = { student: 'Kai Driftwoodson' };
  expect(await seat({ token })).toEqual(own);
  await post('/attendance/admit/', { section_id: id, ids: [attendee_id] });
  expect(await seat({ token })).toEqual(own);
  expect([await seat({}), await seat({ token: newDeviceToken() })]).toEqual([undefined, undefined]);
  const another = await newLesson();
  expect((await attend('door', { code: another.code, token })).body.seat).toBeUndefined();
  await post('/attendance/refuse/', { section_id: id, ids: [attendee_id] });
  expect(await seat({ token })).toBeUndefined();
});

test('security 58: a link that is used again by the same device leads to its seat; to another one it is used up', async () => {
  const id = await newActiveSection(server, teacher, [kai]);
  await post('/attendance/links/', { section_id: id, student_ids: [kaiId] });
  const [, link] = /#link=(.+)$/.exec((await mailTo(server, kai)).link) ?? [];
  const token = newDeviceToken();
  expect((await attend('link', { link, token })).body.is_joined).toBe(false);
  const answers = await Promise.all([server, other, server].map((at) => attend('redeem', { link, token }, at)));
  expect(answers.map(({ status, body }) => [status, body.token])).toEqual(Array(3).fill([201, token]));
  expect((await attend('link', { link, token })).body).toMatchObject({ is_joined: true, student: 'Kai Driftwoodson' });
  expect(await beat(token)).toBe('admitted');
  for (const stranger of [{}, { token: newDeviceToken() }])
    for (const path of ['link', 'redeem']) expect((await attend(path, { link, ...stranger })).status).toBe(410);
  expect((await listed(id)).attendees).toHaveLength(1);
  const joined = async () =>
    (await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id))).filter(
      ({ action }) => action === 'joined by link',
    );
  await expect.poll(joined).toHaveLength(1);
});

test('a code counts however it is written', async () => {
  const { code } = await newLesson();
  const wide = [...code].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('');
  for (const typed of [
    wide,
    wide.toLowerCase(),
    `\u200b${code}\u00ad\ufeff`,
    `${code.slice(0, 3)} - ${code.slice(3)}.`,
  ])
    expect((await attend('door', { code: typed })).status, typed).toBe(200);
});

test('a name with marks piled on a letter is refused; names that need marks are not', async () => {
  const { code } = await newLesson();
  const email = 'zoe@x.example';
  const pile = (marks: number) => `Z\u0335${'\u0301'.repeat(marks - 1)}oe`;
  const refused = await attend('knock', { code, name: pile(12), email });
  expect(refused).toMatchObject({ status: 400, body: { name: ['The name has too many marks on one letter.'] } });
  for (const name of [pile(4), 'Nguyễn Thị Hồng', 'น้ำผึ้ง', 'བསྒྲུབས་', 'שָׁלוֹם'])
    expect((await attend('knock', { code, name, email })).status, name).toBe(201);
});
