import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detectionSessions } from '../src/domain/tables/detection';
import { students } from '../src/domain/tables/section';
import { startTestServer, type TestServer } from './support/server';
import { kai, mei, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

let server: TestServer;
let teacher: TestTeacher;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
  token = teacher.access;
});
afterAll(() => server.close());

const list = async () => (await server.call('GET', '/section/list/', { token })).body;

const controls = 'This has invisible control characters. Type it instead of pasting it.';

describe('sections', () => {
  test('are created, trimmed, and listed with their students by name', async () => {
    const created = await server.call('POST', '/section/create/', { token, body: { name: ' 9c ', subject: ' Art ' } });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...{ id: expect.any(Number), name: '9c', subject: 'Art' },
      ...{
        students: [],
        was_started: false,
        recent_starts: [],
        renamable: true,
        attendable: true,
        shareable: true,
        takes_names: true,
        lesson_minutes: null,
        asks_for_pictures: false,
        ignored_kinds: [],
        room: { version: 0, places: [] },
      },
    });
    const { id } = created.body;
    await server.call('POST', `/section/${id}/add-students/`, { token, body: { student_emails: [mei, kai] } });
    const section = (await list()).find((one: { id: number }) => one.id === id);
    expect(section.students.map(({ email }: { email: string }) => email)).toEqual([kai, mei]);
  });

  test('say whether detection was ever started in them', async () => {
    const id = await newSection(server, teacher);
    const wasStarted = async () => (await list()).find((one: { id: number }) => one.id === id).was_started;
    expect(await wasStarted()).toBe(false);
    await server.call('POST', '/detection/sessions/start/', { token, body: { section_id: id, is_active: true } });
    await expect.poll(wasStarted).toBe(true);
    await server.call('POST', '/detection/sessions/stop/', { token, body: { section_id: id } });
    expect(await wasStarted()).toBe(true);
  });

  test('say when their lessons of the past four weeks started, the newest first', async () => {
    const { db } = server.database;
    const id = await newSection(server, teacher);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const startedAt = [29, 27, 7, 0].map(daysAgo);
    await db
      .insert(detectionSessions)
      .values(startedAt.map((start) => ({ sectionId: id, startedAt: start, endedAt: start })));
    const [section] = (await list()).filter((one: { id: number }) => one.id === id);
    const [, ...recent] = startedAt.map((start) => start.getTime());
    expect(section.recent_starts.map((start: string) => Date.parse(start))).toEqual(recent.toReversed());
  });

  test('say when at most 20 of their lessons started', async () => {
    const id = await newSection(server, teacher);
    const now = new Date();
    await server.database.db
      .insert(detectionSessions)
      .values(Array.from({ length: 21 }, () => ({ sectionId: id, startedAt: now, endedAt: now })));
    expect((await list()).find((one: { id: number }) => one.id === id).recent_starts).toHaveLength(20);
  });

  test.each([
    [{ name: ' ', subject: 'Art' }, { name: ['This field is required.'] }],
    [{ name: '\u200b', subject: 'Art' }, { name: ['This field is required.'] }],
    [{ name: '\u2060 \u3164', subject: 'Art' }, { name: ['This field is required.'] }],
    [{ name: '9c', subject: 'Art\u202e' }, { subject: [controls] }],
    [{ name: '9\u2067c', subject: 'Art' }, { name: [controls] }],
    [{ name: '9\nc', subject: 'Art' }, { name: [controls] }],
    [{ name: '9c' }, { subject: ['This field is required.'] }],
    [{ name: 'x'.repeat(201), subject: 'Art' }, { name: ['Use at most 200 characters.'] }],
    [{ name: 'nul \u0000', subject: 'Art' }, { detail: 'The text has a character that cannot be kept.' }],
    [{ name: '9c', subject: 'half \ud83d' }, { detail: 'The text has a character that cannot be kept.' }],
    [[], { detail: 'This must be an object.' }],
  ])('refuse %j', async (body, expected) => {
    expect(await server.call('POST', '/section/create/', { token, body })).toMatchObject({
      status: 400,
      body: expected,
    });
  });

  test('may have any visible name, in any script and direction', async () => {
    for (const name of ['الصف التاسع', 'a\u200db', '👩‍🏫', '\u05d0\u200f 9']) {
      const { body } = await server.call('POST', '/section/create/', { token, body: { name, subject: 'Art' } });
      expect(body.name).toBe(name);
    }
  });

  test('are renamed with their subject, and keep everything else', async () => {
    const id = await newSection(server, teacher, [kai]);
    const rename = (body: object) => server.call('POST', `/section/${id}/rename/`, { token, body });
    const { status, body } = await rename({ name: ' 8c ', subject: ' Chemistry ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: '8c', subject: 'Chemistry', students: [{ email: kai }], renamable: true });
    expect((await list()).find((one: { id: number }) => one.id === id)).toEqual(body);
    expect(await rename({ name: '\u200b', subject: 'Art' })).toMatchObject({
      status: 400,
      body: { name: ['This field is required.'] },
    });
    expect((await list()).find((one: { id: number }) => one.id === id).name).toBe('8c');
  });

  test('are deleted only with the password', async () => {
    const id = await newSection(server, teacher, [kai]);
    const wrong = await server.call('DELETE', `/section/${id}/delete/`, { token, body: { password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'Incorrect password' } });
    expect((await list()).map((one: { id: number }) => one.id)).toContain(id);
    expect((await server.call('DELETE', `/section/${id}/delete/`, { token, body: { password } })).status).toBe(204);
    expect((await list()).map((one: { id: number }) => one.id)).not.toContain(id);
    expect((await server.call('DELETE', `/section/${id}/delete/`, { token, body: { password } })).status).toBe(404);
  });

  test('with an invalid id are not found', async () => {
    for (const id of ['abc', '0', '1.5', '2147483648', '99999999999999999999']) {
      expect((await server.call('DELETE', `/section/${id}/delete/`, { token, body: { password } })).status).toBe(404);
    }
  });
});

describe('students of a section', () => {
  const add = (id: number, emails: unknown) =>
    server.call('POST', `/section/${id}/add-students/`, { token, body: { student_emails: emails } });

  test('are added once despite blanks and duplicates; unknown emails are named', async () => {
    const id = await newSection(server, teacher);
    const { status, body } = await add(id, [` ${kai.toUpperCase()} `, kai, '', '  ', 'nobody@x.example']);
    expect(status).toBe(200);
    expect(body.students).toEqual([{ id: expect.any(Number), name: 'Kai Driftwoodson', email: kai }]);
    expect(body.not_found).toEqual(['nobody@x.example']);
    expect((await add(id, [kai])).body).not.toHaveProperty('not_found');
    expect((await list()).find((one: { id: number }) => one.id === id).students).toHaveLength(1);
  });

  test('are not added when all emails are unknown', async () => {
    const id = await newSection(server, teacher);
    expect(await add(id, ['a@x.example'])).toMatchObject({
      status: 400,
      body: { student_emails: ['No student has the email a@x.example.'] },
    });
    expect(await add(id, ['a@x.example', 'b@x.example'])).toMatchObject({
      status: 400,
      body: { student_emails: ['No student has any of the emails a@x.example, b@x.example.'] },
    });
  });

  test.each([
    [[], { student_emails: ['Give at least one email.'] }],
    [[' '], { student_emails: ['Give at least one email.'] }],
    [[kai, 7], { student_emails: ['Item 2: This must be text.'] }],
    [kai, { student_emails: ['This must be a list.'] }],
  ])('refuses %j', async (emails, expected) => {
    expect(await add(await newSection(server, teacher), emails)).toMatchObject({ status: 400, body: expected });
  });

  test('are removed; removing again is not an error', async () => {
    const id = await newSection(server, teacher, [kai, mei]);
    const remove = () =>
      server.call('POST', `/section/${id}/remove-students/`, { token, body: { student_emails: [kai.toUpperCase()] } });
    expect((await remove()).body.students).toMatchObject([{ email: mei }]);
    expect((await remove()).body.students).toMatchObject([{ email: mei }]);
  });
});

describe('searching the directory', () => {
  const search = (q: string, path = `/section/search-students/?q=${encodeURIComponent(q)}`) =>
    server.call('GET', path, { token });
  const names = async (q: string) => (await search(q)).body.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    await server.database.db.insert(students).values([
      { name: 'Percent 100%', email: 'percent@x.example' },
      { name: 'Under_score', email: 'under@x.example' },
      { name: 'Back\\slash', email: 'back@x.example' },
      { name: 'Zz Mateo', email: 'zz@x.example' },
    ]);
  });

  test('finds by name and email in any case, prefix matches first', async () => {
    expect(await names('MATEO')).toEqual(['Mateo Silverpine', 'Zz Mateo']);
    expect(await names('kai.driftwoodson@')).toEqual(['Kai Driftwoodson']);
    expect(await names('nobody at all')).toEqual([]);
  });

  test('takes wildcards literally', async () => {
    expect(await names('0%')).toEqual(['Percent 100%']);
    expect(await names('r_s')).toEqual(['Under_score']);
    expect(await names('k\\s')).toEqual(['Back\\slash']);
    expect(await names('%%')).toEqual([]);
  });

  test('returns at most twenty', async () => {
    expect(await names('students.example')).toHaveLength(20);
  });

  test('returns the total, found or not', async () => {
    const total = async (q: string) => (await search(q)).headers['x-total-count'];
    expect(await total('students.example')).toBe('40');
    expect(await total('MATEO')).toBe('2');
    expect(await total('nobody at all')).toBe('0');
    expect(await total('  ')).toBe('0');
  });

  test('requires two characters', async () => {
    expect(await search('a')).toMatchObject({ status: 400, body: { q: ['Use at least 2 characters.'] } });
    expect(await search('', '/section/search-students/')).toMatchObject({
      status: 400,
      body: { q: ['This field is required.'] },
    });
    expect((await search('  ')).body).toEqual([]);
  });
});

describe('strangers', () => {
  test('security 16: another teacher can neither see nor change anything', async () => {
    const id = await newSection(server, teacher, [kai]);
    const other = await newTeacher(server);
    const theirs = { token: other.access };
    const answers = [
      await server.call('POST', `/section/${id}/add-students/`, { ...theirs, body: { student_emails: [mei] } }),
      await server.call('POST', `/section/${id}/remove-students/`, { ...theirs, body: { student_emails: [kai] } }),
      await server.call('POST', `/section/${id}/rename/`, { ...theirs, body: { name: '9c', subject: 'Art' } }),
      await server.call('DELETE', `/section/${id}/delete/`, { ...theirs, body: { password } }),
      await server.call('POST', '/detection/sessions/start/', { ...theirs, body: { section_id: id, is_active: true } }),
      await server.call('POST', '/detection/sessions/stop/', { ...theirs, body: { section_id: id } }),
      await server.call('GET', `/detection/sessions/status/${id}/`, theirs),
      await server.call('GET', `/detection/logs/?section=${id}`, theirs),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect((await server.call('GET', '/section/list/', theirs)).body).toEqual([]);
    expect((await list()).find((one: { id: number }) => one.id === id).students).toMatchObject([{ email: kai }]);
    expect((await list()).find((one: { id: number }) => one.id === id).name).toBe('8b');
  });

  test('without a token get no information, not even about an invalid request', async () => {
    const calls = [
      server.call('POST', '/section/create/', { body: { wrong: true } }),
      server.call('POST', '/section/create/', { body: '{"malformed', headers: { 'content-type': 'application/json' } }),
      server.call('GET', '/section/list/'),
      server.call('POST', '/section/1/add-students/', { body: {} }),
      server.call('POST', '/section/1/rename/', { body: {} }),
      server.call('DELETE', '/section/1/delete/', { body: {} }),
      server.call('POST', '/section/new-students/', { body: {} }),
      server.call('GET', '/section/search-students/'),
      server.call('POST', '/detection/sessions/start/', { body: {} }),
      server.call('GET', '/detection/logs/'),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(10).fill(401));
  });
});
