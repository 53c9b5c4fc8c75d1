import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteStudent } from '../src/domain/school/changeStudents';
import { attendanceLinks } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { queuedMails } from '../src/domain/tables/mail';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { callsOf } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { startSmtp } from './support/smtp';
import { mailTo, newActiveSection, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* Links by mail. Two instances on one database: the students' calls go to either. */

let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let everybody: { id: number; email: string; name: string }[];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 * 3 }, database);
  other = await startTestServer({}, database);
  teacher = await newTeacher(server);
  everybody = await database.db.select().from(students);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});
const clockAt = (moment: number) => vi.useFakeTimers({ toFake: ['Date'], now: moment });

/** A student whom no other test mails. */
const newStudent = () => everybody.pop()!;
const post = (path: string, body: object, at = server) => at.call('POST', path, { token: teacher.access, body });
const send = (id: number, ...to: { id: number }[]) =>
  post('/attendance/links/', { section_id: id, student_ids: to.map((student) => student.id) });
const revoke = (id: number, ...from: { id: number }[]) =>
  post('/attendance/revoke-links/', { section_id: id, student_ids: from.map((student) => student.id) });
const open = (link: string) => other.call('POST', '/attend/link/', { body: { link } });
const redeem = (link: string, at = other) => at.call('POST', '/attend/redeem/', { body: { link } });
const { listed, stop, ...calls } = callsOf(
  () => ({ server, teacher }),
  () => other,
);
const beat = (token: string) => calls.beat({ token });

async function secretFor({ email }: { email: string }): Promise<string> {
  const { link, text } = await mailTo(server, email);
  expect(text).toContain(link);
  const [, secret = ''] = /^http:\/\/localhost:3000\/attend#link=([\w-]{43})$/.exec(link) ?? [];
  expect(secret, link).not.toBe('');
  return secret;
}

/** A lesson with a student who has a link. */
async function linked() {
  const student = newStudent();
  const id = await newActiveSection(server, teacher, [student.email]);
  expect((await send(id, student)).status).toBe(200);
  return { id, student, secret: await secretFor(student) };
}

test('security 58: a link admits its student once, on one device, and is stored as a hash', async () => {
  const { id, student, secret } = await linked();
  expect(JSON.stringify(await database.db.select().from(attendanceLinks))).not.toContain(secret);
  expect((await listed(id)).links).toEqual([{ student_id: student.id, state: 'sent', sent_at: expect.any(String) }]);
  for (let opened = 0; opened < 2; opened++)
    expect((await open(secret)).body).toEqual({
      ...{
        section: '8b',
        subject: 'Physics',
        teacher: 'Ada Muster',
        student: student.name,
        is_joined: false,
        is_badge: false,
        is_running: true,
      },
    });
  const answers = await Promise.all([redeem(secret, server), redeem(secret), redeem(secret, server), redeem(secret)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
  const { token } = answers.find(({ status }) => status === 201)!.body;
  expect((await beat(token)).body.state).toBe('admitted');
  expect(await listed(id)).toMatchObject({
    attendees: [{ student_id: student.id, name: student.name, state: 'watching' }],
    links: [{ student_id: student.id, state: 'used' }],
  });
  for (const call of [open, redeem])
    expect(await call(secret)).toMatchObject({
      status: 410,
      body: { detail: expect.stringContaining('has been used') },
    });
  expect(await redeem('x'.repeat(43))).toMatchObject({ status: 404 });
  const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
  await expect
    .poll(async () => (await entries()).map(({ action, detail }) => [action, detail]))
    .toEqual(
      expect.arrayContaining([
        ['links sent', `student ${student.id}`],
        ['joined by link', `student ${student.id}`],
      ]),
    );
});

test('security 58: a student who attends on another device waits at the door, and nobody else does, whoever was turned away', async () => {
  const { id, student, secret } = await linked();
  const { code } = (await post('/attendance/invite/', { section_id: id })).body;
  const first = (await other.call('POST', '/attend/knock/', { body: { code, student_id: student.id } })).body;
  await post('/attendance/admit/', { section_id: id, ids: [first.attendee_id] });
  const start = Date.now();
  await beat(first.token);
  const second = (await redeem(secret)).body;
  expect((await beat(second.token)).body.state).toBe('knocking');
  expect((await listed(id)).attendees).toMatchObject([{ state: 'watching' }, { state: 'knocking', is_taken: true }]);
  // The first device fell silent.
  clockAt(start + 61_000);
  // Devices that wait under the student's name do not keep out the one with the link.
  for (let waiting = 0; waiting < 3; waiting++)
    await other.call('POST', '/attend/knock/', { body: { code, student_id: student.id } });
  await send(id, student);
  const third = (await redeem(await secretFor(student))).body;
  expect((await beat(third.token)).body.state).toBe('admitted');
  expect((await beat(first.token)).body.state).toBe('taken_over');
  clockAt(start + 122_000);
  await send(id, student);
  const last = await secretFor(student);
  // An impostor: whoever has the code can have a name turned away.
  await other.call('POST', '/attend/knock/', { body: { code, student_id: student.id } });
  await post('/attendance/refuse/', { section_id: id, ids: [third.attendee_id] });
  expect((await beat((await redeem(last)).body.token)).body.state).toBe('admitted');
});

test('security 58: a link ends when its lesson does, when it is revoked or sent again, and with its student', async () => {
  const ended = await linked();
  await stop(ended.id);
  const revoked = await linked();
  expect((await revoke(revoked.id, revoked.student)).body.links).toMatchObject([{ state: 'revoked' }]);
  const replaced = await linked();
  clockAt(Date.now() + 61_000);
  expect((await send(replaced.id, replaced.student)).body.links).toMatchObject([{ state: 'sent' }]);
  const removed = await linked();
  const emails = { student_emails: [removed.student.email] };
  expect((await post(`/section/${removed.id}/remove-students/`, emails)).status).toBe(200);
  const erased = await linked();
  await deleteStudent(database.db, erased.student.id);
  const notValid = { detail: expect.stringContaining('This link is not valid. Check that you opened all of it.') };
  for (const [{ secret }, status, body] of [
    [ended, 410, { detail: 'The lesson of this link is over.', link_ended: 'over' }],
    [revoked, 410, { detail: 'Your teacher has withdrawn this link.', link_ended: 'revoked' }],
    [replaced, 410, { detail: 'Your teacher has sent you a newer link. Open that one.', link_ended: 'replaced' }],
    [removed, 404, notValid],
    [erased, 404, notValid],
  ] as const)
    for (const call of [open, redeem]) expect(await call(secret)).toMatchObject({ status, body });
  for (const { id } of [removed, erased]) expect(await listed(id)).toMatchObject({ attendees: [], links: [] });
  expect((await redeem(await secretFor(replaced.student))).status).toBe(201);
});

test('security 58: only students of the section are mailed, once a minute and five times a lesson', async () => {
  const [one, two, stranger] = [newStudent(), newStudent(), newStudent()];
  const id = await newActiveSection(server, teacher, [one.email, two.email]);
  expect(await send(id, stranger)).toMatchObject({
    status: 409,
    body: { detail: 'This student is no longer in the section.' },
  });
  const start = Date.now();
  expect((await send(id, one)).status).toBe(200);
  const again = await send(id, one);
  expect(again).toMatchObject({ status: 429, body: { detail: expect.stringContaining('less than a minute ago') } });
  expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await send(id, one, two, stranger)).body).toMatchObject({
    links: [
      { student_id: two.id, state: 'sent' },
      { student_id: one.id, state: 'sent' },
    ].sort((a, b) => a.student_id - b.student_id),
    not_sent: [{ student_id: stranger.id }, { student_id: one.id }],
  });
  for (let count = 2; count <= 5; count++) {
    clockAt(start + count * 61_000);
    expect((await send(id, one)).status).toBe(200);
  }
  clockAt(start + 6 * 61_000);
  expect(await send(id, one)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('5 links') } });
  // Nor does another lesson, or another teacher, mail them more than thirty times a day.
  let sent = 5;
  for (let count = 7; sent < 30; count++) {
    clockAt(start + count * 61_000);
    await stop(id);
    await post('/detection/sessions/start/', { section_id: id, is_active: true });
    expect((await send(id, one)).status).toBe(200);
    sent++;
  }
  clockAt(start + 60 * 61_000);
  expect(await send(id, one)).toMatchObject({ status: 429, body: { detail: expect.stringContaining('today') } });
});

test('security 16: only the section’s teacher sends and revokes links, and only in a lesson', async () => {
  const student = newStudent();
  const id = await newSection(server, teacher, [student.email]);
  const { access: token } = await newTeacher(server);
  for (const path of ['/attendance/links/', '/attendance/revoke-links/']) {
    const body = { section_id: id, student_ids: [student.id] };
    expect((await server.call('POST', path, { token, body })).status).toBe(404);
    expect((await post(path, body)).status).toBe(409);
  }
  // Nothing was sent, so nothing counts.
  await post('/detection/sessions/start/', { section_id: id, is_active: true });
  expect((await send(id, student)).status).toBe(200);
});

test('a link’s mail waits in the queue, where revoking drops it; what the mail server rejects is shown', async () => {
  let status: number | undefined = 451;
  const smtp = await startSmtp({ refuse: () => status });
  const mailing = await startTestServer({ smtpUrl: smtp.url, developmentMailbox: false }, database);
  try {
    const [one, two] = [newStudent(), newStudent()];
    const id = await newActiveSection(server, teacher, [one.email, two.email]);
    const states = async () => (await listed(id)).links.map(({ state }: { state: string }) => state);
    const sendTo = ({ id: studentId }: { id: number }) =>
      post('/attendance/links/', { section_id: id, student_ids: [studentId] }, mailing);
    await sendTo(one);
    await expect.poll(() => smtp.asked).toEqual([one.email]);
    expect(await states()).toEqual(['waiting']);
    await revoke(id, one);
    expect(await states()).toEqual(['revoked']);
    expect(await database.db.select().from(queuedMails)).toEqual([]);
    status = 550;
    await sendTo(two);
    await expect.poll(async () => (await states()).sort()).toEqual(['failed', 'revoked']);
    status = undefined;
    clockAt(Date.now() + 61_000);
    await sendTo(two);
    await expect.poll(async () => (await states()).sort()).toEqual(['revoked', 'sent']);
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[two.email]]);
    await deleteStudent(database.db, two.id);
    expect(await database.db.select().from(queuedMails)).toEqual([]);
  } finally {
    await mailing.close();
    await smtp.close();
  }
});

test('a link is mailed in the language in which the student last read the page, else in the school’s', async () => {
  const { id, student, secret } = await linked();
  const { text } = await mailTo(server, student.email);
  expect(text).toContain('press “Join the lesson”:\nhttp://localhost:3000/attend#link=');
  expect(text.split('\n').filter((line) => line.includes('?language='))).toEqual(
    ['Deutsch: de', 'Français: fr', 'Español: es', 'Türkçe: tr', 'Українська: uk', 'العربية: ar'].map((one) => {
      const [name, code] = one.split(': ');
      return `${name}: http://localhost:3000/attend?language=${code}#link=${secret}`;
    }),
  );
  const { token } = (await redeem(secret)).body;
  for (const language of ['uk', 'xx'])
    expect((await calls.beat({ token }, 'unwatched', { language })).status).toBe(200);
  // At the door, it could be anybody.
  const stranger = await calls.knock(await calls.invite(id), student.email);
  expect((await calls.beat(stranger, 'waiting', { language: 'tr' })).body.state).toBe('knocking');
  clockAt(Date.now() + 61_000);
  expect((await send(id, student)).status).toBe(200);
  expect((await mailTo(server, student.email)).text).toContain(
    'натисни «Приєднатися до уроку»:\nhttp://localhost:3000/attend#link=',
  );
});
