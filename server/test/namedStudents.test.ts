import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startHousekeeping } from '../src/domain/housekeeping';
import { exportStudent } from '../src/domain/school/exportStudent';
import { importStudents } from '../src/domain/school/importStudents';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { callsOf, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mailTo, mei, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

/* Students without an email, made from a list of names. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
let other: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  other = await newTeacher(server);
});
// Each has their own limit of changes to the directory.
beforeEach(async () => {
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Student {
  id: number;
  name: string;
  email: string;
}

const { post, get, knock, newLesson, admit, logsOf, start, ...calls } = callsOf(() => ({ server, teacher }));
const add = (id: number, names: string[], more: object = {}) =>
  post(`/section/${id}/add-students/`, { student_emails: [], new_students: names.map((name) => ({ name })), ...more });
const remove = (id: number, email: string) => post(`/section/${id}/remove-students/`, { student_emails: [email] });
const giveEmail = (id: number, { id: student_id }: Pick<Student, 'id'>, email: string | null, token = teacher.access) =>
  post(`/section/${id}/student-email/`, { student_id, email }, token);
const namesOf = ({ students: listed }: { students: Student[] }) => listed.map(({ name }) => name);
const find = async (q: string, { access: token } = other) =>
  (await server.call('GET', `/section/search-students/?q=${encodeURIComponent(q)}`, { token })).body;
const countStudents = () => database.db.$count(students);

/** A section of one student who was made from a name. */
async function sectionOf(name: string): Promise<{ id: number; student: Student }> {
  const id = await newSection(server, teacher, []);
  const { body } = await add(id, [name]);
  return { id, student: body.students[0] };
}

async function sweep(): Promise<void> {
  const done = vi.spyOn(server.app.log, 'info').mockClear();
  const { close } = startHousekeeping(database, { retentionDays: undefined, auditDays: 365 }, server.app.log);
  await expect.poll(() => done.mock.calls.some(([, said]) => said === 'expired data was deleted')).toBe(true);
  await close();
}

test('are made with those of the directory in one go, and no email is invented', async () => {
  const id = await newSection(server, teacher, [kai]);
  const { status, body } = await add(id, ['  Zoe\u0308   Quill', 'Ben de la Cruz Vega'], { student_emails: [mei] });
  expect(status).toBe(200);
  expect(body.takes_names).toBe(true);
  expect(namesOf(body)).toEqual(['Ben de la Cruz Vega', 'Kai Driftwoodson', 'Mei Lanternfield', 'Zoë Quill']);
  expect(body.not_found).toBeUndefined();
  for (const { id: studentId, name, email } of body.students as Student[])
    expect(email).toBe(name.startsWith('Kai') ? kai : name.startsWith('Mei') ? mei : `id:${studentId}`);
});

test('are not made twice by a repeated call, nor for a name that is in the section', async () => {
  const id = await newSection(server, teacher, [kai]);
  const before = await countStudents();
  await add(id, ['Nora Quill', 'nora  QUILL', 'KAI Driftwoodson']);
  const { status, body } = await add(id, ['Nora Quill', 'Nora Quill (2)']);
  expect(status).toBe(200);
  expect(namesOf(body)).toEqual(['Kai Driftwoodson', 'Nora Quill', 'Nora Quill (2)']);
  expect(await countStudents()).toBe(before + 2);
});

test('who have an email are added to the directory, which the school may keep to itself', async () => {
  const id = await newSection(server, teacher, []);
  const new_students = [{ name: 'Ida Named' }, { name: 'Ole Mailed', email: 'OLE@new.example' }];
  const closed = await startTestServer({ students: 'imported' }, database);
  const refused = await closed.call('POST', `/section/${id}/add-students/`, {
    token: teacher.access,
    body: { student_emails: [], new_students },
  });
  expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('only administrators') } });
  const named = { student_emails: [], new_students: new_students.slice(0, 1) };
  expect(
    (await closed.call('POST', `/section/${id}/add-students/`, { token: teacher.access, body: named })).status,
  ).toBe(200);
  await closed.close();
  const { body } = await post(`/section/${id}/add-students/`, { student_emails: [], new_students });
  expect(namesOf(body)).toEqual(['Ida Named', 'Ole Mailed']);
  expect(await find('ole@new')).toMatchObject([{ email: 'ole@new.example' }]);
});

test.each([
  [{ student_emails: [] }, 'Give at least one email.'],
  [{ student_emails: [''], new_students: [] }, 'Give at least one email.'],
  [{ student_emails: [], new_students: [{ name: '  ' }] }, 'Item 1: the name is missing.'],
  [{ student_emails: [kai], new_students: [{ name: 'A' }, { name: 'A\u202eB' }] }, 'Item 2: the name has characters'],
])('are refused, and then nobody is added: %j', async (body, sentence) => {
  const id = await newSection(server, teacher, []);
  const before = await countStudents();
  const answer = await post(`/section/${id}/add-students/`, body);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(sentence);
  expect(await countStudents()).toBe(before);
  const listed = await get('/section/list/');
  expect(listed.find((one: { id: number }) => one.id === id).students).toEqual([]);
});

test('belong to their section: no search of the directory finds them, except the administrator’s', async () => {
  const { id, student } = await sectionOf('Runa Hidden');
  expect([await find('Runa'), await find('id:'), await find('Runa', teacher)]).toEqual([[], [], []]);
  expect((await find(student.email)).length).toBeLessThanOrEqual(1);
  await giveEmail(id, student, 'runa@new.example');
  expect(await find('Runa')).toEqual([]);
  expect(await find('RUNA@new.example')).toMatchObject([{ name: 'Runa Hidden' }]);
  // A second section knows them now.
  const second = await newSection(server, other, ['runa@new.example']);
  expect(await find('Runa')).toHaveLength(1);
  await post(`/section/${id}/remove-students/`, { student_emails: ['runa@new.example'] });
  await server.call('DELETE', `/section/${second}/delete/`, { token: other.access, body: { password } });
  await sweep();
  expect(await find('Runa')).toHaveLength(1);
});

test('join the directory by an import', async () => {
  const { id, student } = await sectionOf('Sol Imported');
  await giveEmail(id, student, 'sol@new.example');
  expect(await find('Sol Imp')).toEqual([]);
  expect(await importStudents(database.db, 'Name,Email\nSol Imported,sol@new.example')).toMatchObject({
    alreadyThere: 1,
  });
  expect(await find('Sol Imp')).toHaveLength(1);
});

test('attend, are recorded, exported and removed by what stands for the email', async () => {
  const { id, code } = await newLesson([]);
  const [student] = (await add(id, ['Tilda Nomail'])).body.students as Student[];
  const door = (await server.call('POST', '/attend/door/', { body: { code } })).body;
  expect(door.students).toEqual([{ id: student!.id, name: 'Tilda Nomail' }]);
  const device = await knock(code, student!.email);
  await admit(id, device);
  expect((await calls.beat(device)).status).toBe(200);
  const event = { ...sighting(id, { student_email: student!.email }) };
  expect(
    (await server.call('POST', '/detection/logs/', { body: event, headers: { 'x-agent-key': 'k'.repeat(43) } })).status,
  ).toBe(201);
  expect(await logsOf(id)).toMatchObject([{ student_name: 'Tilda Nomail', student_email: student!.email }]);
  const links = await post('/attendance/links/', { section_id: id, student_ids: [student!.id] });
  expect(links).toMatchObject({ status: 409, body: { detail: expect.stringContaining('has no email') } });
  const exported = await exportStudent(database.db, student!.id, async (text) => {
    let whole = '';
    for await (const part of text) whole += part;
    return whole;
  });
  expect(JSON.parse(exported).student).toMatchObject({ name: 'Tilda Nomail', email: '' });
  const removed = await remove(id, student!.email);
  expect(removed.body.students).toEqual([]);
  // Named again, it is the same student, with what was recorded.
  expect((await add(id, ['tilda nomail'])).body.students).toEqual([student]);
});

test('get a link by mail with the others of a list who have an email', async () => {
  const { id } = await newLesson([kai]);
  const { body } = await add(id, ['Ulf Nomail']);
  const ids = (body.students as Student[]).map((one) => one.id);
  const ulf = (body.students as Student[]).find(({ name }) => name === 'Ulf Nomail');
  const { status, body: sent } = await post('/attendance/links/', { section_id: id, student_ids: ids });
  expect(status).toBe(200);
  expect(sent.not_sent).toEqual([{ student_id: ulf!.id, detail: expect.stringContaining('has no email') }]);
  expect((await mailTo(server, kai)).text).toContain('invites you');
});

test('get an email later', async () => {
  const { id, student } = await sectionOf('Vera Later');
  expect(await giveEmail(id, student, 'no email')).toMatchObject({ status: 400 });
  const taken = await giveEmail(id, student, kai.toUpperCase());
  expect(taken).toMatchObject({
    status: 400,
    body: {
      email: [
        'Kai Driftwoodson has this email. If that is the same person, remove Vera Later and add Kai Driftwoodson through the search.',
      ],
    },
  });
  expect((await giveEmail(id, { id: 999_999 }, 'vera@new.example')).status).toBe(404);
  expect((await giveEmail(id, student, 'vera@new.example', other.access)).status).toBe(404);
  const { status, body } = await giveEmail(id, student, ' VERA@new.example');
  expect([status, body.students]).toEqual([200, [{ ...student, email: 'vera@new.example', email_given: true }]]);
});

test('have their email corrected or taken away in their section, as long as nobody else uses it', async () => {
  const { id, student } = await sectionOf('Yara Typo');
  await giveEmail(id, student, 'yata@new.example');
  const corrected = await giveEmail(id, student, 'yara@new.example');
  expect(corrected.body.students).toEqual([{ ...student, email: 'yara@new.example', email_given: true }]);
  expect((await giveEmail(id, student, 'yara@new.example')).status).toBe(200);
  expect((await giveEmail(id, student, null)).body.students).toEqual([student]);
  expect((await giveEmail(id, student, null)).status).toBe(200);
  expect(await find('yara@new.example')).toEqual([]);
  await giveEmail(id, student, 'yara@new.example');
  await newSection(server, other, ['yara@new.example']);
  for (const email of ['yata@new.example', null])
    expect(await giveEmail(id, student, email)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('only an administrator can change it') },
    });
  expect((await get('/section/list/')).find((one: { id: number }) => one.id === id).students).toEqual([
    { ...student, email: 'yara@new.example' },
  ]);
});

test('who are of the directory keep their email', async () => {
  const id = await newSection(server, teacher, [kai]);
  const [student] = (await get('/section/list/')).find((one: { id: number }) => one.id === id).students;
  expect((await giveEmail(id, student, 'kai2@new.example')).status).toBe(409);
  expect((await giveEmail(id, student, null)).status).toBe(409);
});

test('do not get the email of a teacher of the school, nor does a list of new students', async () => {
  const { id, student } = await sectionOf('Zia Student');
  const refused = await giveEmail(id, student, other.email.toUpperCase());
  expect(refused).toMatchObject({
    status: 400,
    body: { email: [expect.stringContaining('A teacher at your school')] },
  });
  const listed = [{ name: 'Not a student', email: other.email }];
  for (const { status, body } of [
    await post(`/section/${id}/add-students/`, { student_emails: [], new_students: listed }),
    await post('/section/new-students/', { students: listed }),
  ])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`${other.email} is the email of a`)]);
  expect((await giveEmail(id, student, 'zia@new.example')).status).toBe(200);
});

test('are forgotten with their section, unless they were recorded elsewhere', async () => {
  const { id, student } = await sectionOf('Wim Gone');
  const kept = await sectionOf('Xenia Kept');
  await server.call('DELETE', `/section/${id}/delete/`, { token: teacher.access, body: { password } });
  await sweep();
  const left = await database.db.select({ id: students.id }).from(students);
  expect(left.some((one) => one.id === student.id)).toBe(false);
  expect(left.some((one) => one.id === kept.student.id)).toBe(true);
});

test('count for the caps of the teacher', async () => {
  const busy = await newTeacher(server);
  const id = await newSection(server, busy, []);
  const addMany = (from: number) =>
    post(
      `/section/${id}/add-students/`,
      { student_emails: [], new_students: Array.from({ length: 300 }, (_, at) => ({ name: `Person ${from + at}` })) },
      busy.access,
    );
  for (const from of [0, 300, 600]) expect((await addMany(from)).status).toBe(200);
  const refused = await addMany(900);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('1,000') } });
});
