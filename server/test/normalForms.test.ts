import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badEmails, goodEmails } from '../../tests/support/emails';
import { updateTeacher } from '../src/domain/account/teachers';
import { importStudents } from '../src/domain/school/importStudents';
import { teachers } from '../src/domain/tables/account';
import { sections, students } from '../src/domain/tables/section';
import { startTestServer, type TestServer } from './support/server';
import {
  logIn,
  newEmail,
  newSection,
  newTeacher,
  register,
  registration,
  type TestTeacher,
  verify,
} from './support/teachers';
import { upgrade } from './support/upgrade';

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer();
  teacher = await newTeacher(server);
});
afterAll(() => server.close());

/** Decomposed: every accent is a character of its own. */
const apart = (text: string) => text.normalize('NFD');
const registerAs = (body: object) => server.call('POST', '/account/register/teacher/', { body });
const search = async (q: string) =>
  (
    await server.call('GET', `/section/search-students/?q=${encodeURIComponent(q)}`, { token: teacher.access })
  ).body.map(({ name }: { name: string }) => name);

describe('an email', () => {
  test.each(goodEmails)('%s is valid for registration and import', async (email) => {
    expect((await registerAs(registration(email))).status).toBe(201);
    const report = await importStudents(server.database.db, `name,email\nSome One,"${email}"`);
    expect(report).toMatchObject({ added: 1, skipped: [] });
  });

  test.each(badEmails)('%j is invalid for registration and import', async (email) => {
    const { status, body } = await registerAs(registration(email));
    expect([status, body]).toEqual([400, { email: ['Enter a valid email address.'] }]);
    const report = await importStudents(server.database.db, `name,email\nSome One,"${email.replaceAll('"', '""')}"`);
    expect(report).toMatchObject({ added: 0, skipped: [{ line: 2 }] });
  });

  test('is the same in every form that can be typed', async () => {
    await verify(server, await register(server, 'zoë@school.example'));
    for (const typed of [apart('zoë@school.example'), ' ZOË@school.example ', 'zo\u00adë@school.example\u200b']) {
      expect((await logIn(server, typed)).status, JSON.stringify(typed)).toBe(200);
      expect((await registerAs(registration(typed))).body).toEqual({
        email: ['An account with this email already exists.'],
      });
    }
  });

  test('has one domain, whether typed in Unicode or ASCII', async () => {
    await importStudents(server.database.db, 'name,email\nUmlaut Probe,eva@schüle.example');
    for (const email of ['eva@schüle.example', apart('EVA@schüle.example'), 'eva@xn--schle-mva.example']) {
      const id = await newSection(server, teacher, [email]);
      expect(id, email).toEqual(expect.any(Number));
      expect(await search(email)).toEqual(['Umlaut Probe']);
    }
  });
});

describe('a name', () => {
  beforeAll(async () => {
    const names = [apart('José Muñoz'), 'Łukasz Groß', 'Søren Æbelø', 'Nguyễn Thị Ánh', 'Жанна Ёлкина', '１年 ﬁve'];
    const lines = names.map((name, index) => `${name},name${index}@names.example`);
    await importStudents(server.database.db, ['name,email', ...lines].join('\n'));
  });

  test.each([
    ['José', 'José Muñoz'],
    [apart('José'), 'José Muñoz'],
    ['jose mun', 'José Muñoz'],
    ['MUÑOZ', 'José Muñoz'],
    ['lukasz g', 'Łukasz Groß'],
    ['gross', 'Łukasz Groß'],
    ['soren aebelo', 'Søren Æbelø'],
    ['nguyen thi', 'Nguyễn Thị Ánh'],
    ['ёлк', 'Жанна Ёлкина'],
    ['1年 five', '１年 ﬁve'],
  ])('%s finds %s', async (typed, name) => {
    expect(await search(typed)).toEqual([name]);
  });

  test.each(['%', '_o', '\\\\', '％％', 'é%', 'José Muñoz\nname'])(
    '%j is what it says and no pattern',
    async (typed) => {
      expect(await search(typed.padEnd(2, typed))).toEqual([]);
    },
  );

  test('is stored composed, from any caller', async () => {
    const email = newEmail();
    await registerAs(registration(email, { first_name: apart('Zoë'), last_name: apart('Müller') }));
    const [stored] = await server.database.db.select().from(teachers).where(eq(teachers.email, email));
    expect([stored?.firstName, stored?.lastName]).toEqual(['Zoë', 'Müller']);
    const { body } = await server.call('POST', '/section/create/', {
      token: teacher.access,
      body: { name: apart('Ärzte'), subject: apart('Français') },
    });
    expect(body).toMatchObject({ name: 'Ärzte', subject: 'Français' });
  });

  test('nested too deep for the stack is refused', async () => {
    const body = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)},"subject":"x"}`;
    const headers = { 'content-type': 'application/json' };
    expect((await server.call('POST', '/section/create/', { token: teacher.access, body, headers })).status).toBe(400);
  });
});

describe('a password', () => {
  const composed = 'Grüße, José\u00a01';

  test('is the same composed and decomposed, and with any kind of space', async () => {
    const email = newEmail();
    const repeated = apart('Grüße, José 1');
    expect((await registerAs(registration(email, { password: composed, password2: repeated }))).status).toBe(201);
    await verify(server, email);
    for (const typed of [composed, repeated, 'Grüße, José 1'])
      expect((await logIn(server, email, typed)).status).toBe(200);
    expect((await logIn(server, email, 'Grusse, Jose 1')).status).toBe(401);
  });

  // Argon2id hashes (m=19456, t=2, p=1) of passwords as typed, from before they were normalised.
  test.each([
    ['decomposed', apart('Grüße, José'), ['Grüße, José', apart('Grüße, José')]],
    ['with a no-break space', composed, [composed]],
  ])('that was hashed %s still works', async (_, stored, typed) => {
    const { hash } = await import('@node-rs/argon2');
    const { email } = await newTeacher(server);
    const [row] = await server.database.db.select().from(teachers).where(eq(teachers.email, email));
    await updateTeacher(server.database.db, row!.id, { passwordHash: await hash(stored) });
    for (const one of typed) expect((await logIn(server, email, one)).status).toBe(200);
  });
});

test('data of an older Vigil is normalised', async () => {
  const { db, close } = await upgrade('0013_clocks_off', async (old) => {
    await old.execute(sql`insert into students (name, email) values (${apart('José Muñoz')}, 'jose@x.example')`);
    await old.execute(
      sql`insert into teachers (email, first_name, last_name) values ('zoe@x.example', ${apart('Zoë')}, ${apart('Müller')})`,
    );
    await old.execute(
      sql`insert into sections (teacher_id, name, subject) select id, ${apart('Ärzte')}, 'Art' from teachers`,
    );
  });
  expect((await db.select().from(students)).map(({ name }) => name)).toEqual(['José Muñoz']);
  expect(await db.select().from(teachers)).toMatchObject([{ firstName: 'Zoë', lastName: 'Müller' }]);
  expect(await db.select().from(sections)).toMatchObject([{ name: 'Ärzte' }]);
  await close();
});
