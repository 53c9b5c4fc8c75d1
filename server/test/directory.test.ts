import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { importStudents } from '../src/domain/school/importStudents';
import { auditEntries } from '../src/domain/tables/audit';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, newSection, newTeacher, type TestTeacher } from './support/teachers';

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const add = (given: unknown, { access: token } = teacher, at = server) =>
  at.call('POST', '/section/new-students/', { token, body: { students: given } });
const search = (q: string, at = server) =>
  at.call('GET', `/section/search-students/?q=${encodeURIComponent(q)}`, { token: teacher.access });
const countStudents = () => database.db.$count(students);
const id = expect.any(Number);
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Person ${from + index}`,
    email: `p${from + index}@x.example`,
  }));

describe('adding people to the directory', () => {
  test('stores them as an import does; they are found and can be in a section', async () => {
    const { status, body } = await add([
      { name: '  Zoe\u0308   Quill ', email: ' ZOË@schüle.example ' },
      { name: 'Nora Quill', email: 'nora@new.example' },
      { name: 'Nora again', email: 'NORA@new.example' },
    ]);
    expect(status).toBe(200);
    const zoe = { id, name: 'Zoë Quill', email: 'zoë@xn--schle-mva.example' };
    const nora = { id, name: 'Nora Quill', email: 'nora@new.example' };
    expect(body).toEqual({ added: [nora, zoe], existing: [] });
    expect((await search('nora@new.example')).body).toEqual([nora]);
    const section = await newSection(server, teacher, ['nora@new.example']);
    const sections = (await server.call('GET', '/section/list/', { token: teacher.access })).body;
    expect(sections.find((one: { id: number }) => one.id === section).students).toEqual([nora]);
  });

  test('a section lists them by name without case and accents', async () => {
    const names = ['zoran Quay', 'Élodie Quay', 'Frida Quay', 'Øyvind Quay', 'eda Quay'];
    const given = names.map((name, index) => ({ name, email: `quay${index}@x.example` }));
    await add(given);
    const section = await newSection(
      server,
      teacher,
      given.map(({ email }) => email),
    );
    const sections = (await server.call('GET', '/section/list/', { token: teacher.access })).body;
    const listed = sections.find((one: { id: number }) => one.id === section).students;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(
      ['eda', 'Élodie', 'Frida', 'Øyvind', 'zoran'].map((name) => `${name} Quay`),
    );
  });

  test('security 49: never renames anybody: known people keep their names and are returned with them', async () => {
    const again = [
      { name: 'Somebody Else', email: kai.toUpperCase() },
      { name: 'Otto Neu', email: 'otto@new.example' },
    ];
    const existing = { id, name: 'Kai Driftwoodson', email: kai };
    expect((await add(again)).body).toMatchObject({ added: [{ name: 'Otto Neu' }], existing: [existing] });
    const { body } = await add(again);
    expect(body.added).toEqual([]);
    expect(body.existing.map(({ name }: { name: string }) => name).sort()).toEqual(['Kai Driftwoodson', 'Otto Neu']);
  });

  test.each([
    [[], 'Give at least 1.'],
    [people(301), 'Give at most 300.'],
    [[{ name: 'Ada' }], 'Item 1: This field is required.'],
    [[...people(1), { name: 'Ada', email: 'ada@school' }], 'Item 2: Enter a valid email address.'],
    [[{ name: '\u200b', email: 'a@x.example' }], 'Item 1: the name is missing.'],
    [[{ name: 'Ada\u202e', email: 'a@x.example' }], 'Item 1: the name has characters that cannot be kept.'],
    [[{ name: 'x'.repeat(201), email: 'a@x.example' }], 'Item 1: Use at most 200 characters.'],
  ])('refuses a list with something wrong in it, and adds nobody', async (given, sentence) => {
    const before = await countStudents();
    expect(await add(given)).toMatchObject({ status: 400, body: { students: [sentence] } });
    expect(await countStudents()).toBe(before);
  });

  test('security 49: is offered and possible only where the setting allows it', async () => {
    expect((await search('kai')).headers['x-directory']).toBe('open');
    const imported = await startTestServer({ students: 'imported' }, database);
    const before = await countStudents();
    const { headers } = await search('kai', imported);
    expect(headers).not.toHaveProperty('x-directory');
    expect(await add(people(1), teacher, imported)).toMatchObject({
      status: 403,
      body: { detail: 'At your school, only administrators add people to the directory.' },
    });
    expect(await countStudents()).toBe(before);
    await imported.close();
  });

  test('security 49: is limited to 1,000 people a teacher and day, and to 20 requests a minute', async () => {
    const careless = await newTeacher(server);
    for (const from of [0, 300, 600]) expect((await add(people(300, from), careless)).status).toBe(200);
    expect((await add(people(99, 900), careless)).status).toBe(200);
    expect(await add(people(2, 999), careless)).toMatchObject({
      status: 409,
      body: {
        detail: 'You can add at most 1,000 people to the directory in 24 hours, and have added 999. Nobody was added.',
      },
    });
    expect((await search('p999@x.example')).body).toEqual([]);
    // Known people do not count.
    expect((await add([...people(3), ...people(1, 999)], careless)).body.added).toHaveLength(1);
    for (let tries = 0; tries < 14; tries++) expect((await add(people(1), careless)).status).toBe(200);
    expect((await add(people(1), careless)).status).toBe(429);
    expect((await add(people(1))).status).toBe(200);
  });

  test('security 49: is in the audit trail by id, and the student keeps who added them', async () => {
    const author = await newTeacher(server);
    const { body } = await add([{ name: 'Ida Neu', email: 'ida@new.example' }], author);
    await add([{ name: 'Ida Neu', email: 'ida@new.example' }], author);
    const [student] = body.added;
    const entriesOf = () =>
      database.db.select().from(auditEntries).where(eq(auditEntries.action, 'added to directory'));
    await expect
      .poll(async () => (await entriesOf()).filter(({ teacherEmail }) => teacherEmail === author.email), {
        timeout: 5000,
      })
      .toMatchObject([{ detail: `student ${student.id}` }]);
    const stored = async () =>
      (await database.db.select().from(students).where(eq(students.email, 'ida@new.example')))[0];
    expect(await stored()).toMatchObject({ addedBy: id, addedAt: expect.any(Date) });
    await deleteAccount(database.db, author.email);
    expect(await stored()).toMatchObject({ name: 'Ida Neu', addedBy: null });
  });

  test('an import still corrects their names', async () => {
    await importStudents(database.db, 'name,email\nNora Quill-Berg,nora@new.example');
    expect((await search('nora@new.example')).body).toMatchObject([{ name: 'Nora Quill-Berg' }]);
  });
});
