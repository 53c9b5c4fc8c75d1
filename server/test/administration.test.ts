import { eq, inArray } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditCommand } from '../src/domain/audit/audit';
import { changeAsAdministrator, teacherChanges } from '../src/domain/school/administration';
import { noteLeavers } from '../src/domain/section/leavers';
import { teachers } from '../src/domain/tables/account';
import { auditEntries } from '../src/domain/tables/audit';
import { formerMembers, students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { readContract } from '../src/platform/http/contract';
import { requests } from './support/requests';
import { openTestDatabase, startTestServer, type TestServer, testSettings } from './support/server';
import {
  kai,
  logIn,
  mailTo,
  newActiveSection,
  newEmail,
  newSection,
  newTeacher,
  password,
  register,
  registration,
  type TestTeacher,
} from './support/teachers';

/* Two instances on one database. The second admits only people who were invited. */
let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let administrator: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  other = await startTestServer({ registration: 'invited' }, database);
  administrator = await newAdministrator();
});
afterAll(async () => {
  await server.close();
  await other.close();
  await database.close();
});

const made = () => ({ db: database.db, settings: testSettings() });

async function newAdministrator(): Promise<TestTeacher> {
  const teacher = await newTeacher(server);
  await teacherChanges.promote(made(), teacher.email);
  return teacher;
}

const get = (path: string, { access: token } = administrator, at = server) =>
  at.call('GET', `/administration/${path}`, { token });
const post = (path: string, body: object, { access: token } = administrator, at = server) =>
  at.call('POST', `/administration/${path}`, { token, body: { password, ...body } });
const change = (what: string, email: string, by = administrator) => post('teachers/', { change: what, email }, by);

/** Returns what the audit trail has of an administrator, oldest first, once it is written. */
async function trailOf({ email }: TestTeacher): Promise<string[]> {
  const rows = await database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.teacherEmail, email))
    .orderBy(auditEntries.firstAt);
  return rows.map(({ action, detail }) => [action, ...(detail === null ? [] : [detail])].join(': '));
}

describe('who may', () => {
  const guarded = readContract().filter(({ security }) => security?.includes('administrator'));

  test('security 63: every call under /administration/ is for administrators, and no other', () => {
    const there = readContract().filter(({ route }) => route.startsWith('/administration/'));
    expect(there.length).toBeGreaterThan(10);
    expect(guarded).toEqual(there);
  });

  test.each(guarded.map((call) => [call.operationId, call] as const))(
    'security 63: %s refuses a teacher who is no administrator, and everybody without a token',
    async (_id, { method, route }) => {
      const teacher = await newTeacher(server);
      const path = route.replace(':id', '1');
      const body = method === 'GET' ? {} : { body: { password } };
      const refused = { status: 403, body: { detail: 'This page is for administrators.' } };
      expect(await server.call(method, path, { token: teacher.access, ...body })).toMatchObject(refused);
      expect((await server.call(method, path, body)).status).toBe(401);
    },
  );

  test('security 63: an administrator who is demoted while signed in is refused at the next call, on every instance', async () => {
    const leaver = await newAdministrator();
    for (const at of [server, other]) expect((await get('teachers/', leaver, at)).status).toBe(200);
    expect((await change('demote', leaver.email)).body.message).toBe(`${leaver.email} is no administrator now.`);
    for (const at of [server, other]) expect((await get('teachers/', leaver, at)).status).toBe(403);
    // They stay a teacher.
    expect((await server.call('GET', '/section/list/', { token: leaver.access })).status).toBe(200);
  });

  test('security 63: a disabled administrator is none, also once enabled again', async () => {
    const leaver = await newAdministrator();
    await change('disable', leaver.email);
    await expect.poll(async () => (await get('teachers/', leaver)).status).toBe(401);
    await change('enable', leaver.email);
    const { body } = await logIn(server, leaver.email);
    expect((await get('teachers/', { ...leaver, ...body })).status).toBe(403);
  });

  test('the signed-in teacher is told whether they are one', async () => {
    const told = async ({ access: token }: TestTeacher) =>
      (await server.call('GET', '/account/current-user/', { token })).body;
    expect(await told(administrator)).toHaveProperty('is_administrator', true);
    expect(await told(await newTeacher(server))).not.toHaveProperty('is_administrator');
  });

  test('security 63: only a verified account is made an administrator, as anybody can register an email', async () => {
    const email = await register(server);
    for (const [who, why] of [
      [email, `Nothing was changed: the account of ${email} is disabled, or its email is not verified.`],
      ['nobody@school.example', 'No account has the e-mail nobody@school.example.'],
    ] as const)
      expect(await change('promote', who)).toMatchObject({ status: 409, body: { detail: why } });
  });
});

describe('the last administrator', () => {
  test('security 63: is neither demoted, disabled nor deleted from the page', async () => {
    const others = await database.db.select().from(teachers).where(eq(teachers.isAdministrator, true));
    for (const { email } of others) if (email !== administrator.email) await teacherChanges.demote(made(), email);
    for (const what of ['demote', 'disable', 'delete']) {
      const detail = `Nothing was changed: ${administrator.email} is the only administrator. Make somebody else one first.`;
      expect(await change(what, administrator.email.toUpperCase())).toMatchObject({ status: 409 });
      expect((await change(what, administrator.email)).body).toEqual({ detail });
    }
    expect((await get('')).status).toBe(200);
  });

  test('security 63: two who demote each other at the same time leave one', async () => {
    const [one, two] = [await newAdministrator(), await newAdministrator()];
    await teacherChanges.demote(made(), administrator.email);
    const demote = (email: string) =>
      database.db
        .transaction((tx) => changeAsAdministrator({ ...made(), db: tx }, 'demote', email))
        .then(
          () => 'done',
          (error: Error) => error.message,
        );
    const outcomes = await Promise.all([demote(one.email), demote(two.email)]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await database.db.$count(teachers, eq(teachers.isAdministrator, true))).toBe(1);
    await teacherChanges.promote(made(), administrator.email);
  });
});

describe('the password', () => {
  test.each([
    ['POST', 'teachers/', { change: 'delete', email: 'a@school.example' }],
    ['DELETE', 'students/1/', {}],
    ['POST', 'students/leavers/', { left_before: '2026-08-01T00:00:00Z', count: 1 }],
    ['POST', 'sections/1/move/', { email: 'a@school.example' }],
    ['POST', 'agents/', { name: 'Camera', section_ids: null }],
    ['POST', 'agents/revoke/', { name: 'Camera' }],
  ] as const)(
    'security 63: %s %s asks for it, since the page may be open in front of a class',
    async (method, path, given) => {
      const by = await newAdministrator();
      const call = (secret: string) =>
        server.call(method, `/administration/${path}`, { token: by.access, body: { ...given, password: secret } });
      expect(await call('wrong')).toMatchObject({ status: 400, body: { password: ['Incorrect password'] } });
      for (let tries = 1; tries < 10; tries++) await call('wrong');
      expect((await call(password)).status).toBe(429);
    },
  );
});

describe('teachers', () => {
  test('are invited, and the invitation is withdrawn', async () => {
    const email = newEmail();
    expect((await change('invite', ` ${email.toUpperCase()} `)).body.message).toContain(
      'a mail with a link is on its way',
    );
    const [, invitation] = (await mailTo(server, email)).link.split('#');
    expect((await get(`teachers/?q=${email}`)).body.results).toEqual([
      { email, name: '', state: 'invited', is_administrator: false, sections: 0 },
    ]);
    expect((await change('delete', email)).body.message).toBe(`Withdrew the invitation for ${email}.`);
    const body = registration(email, { invitation });
    expect((await other.call('POST', '/account/register/teacher/', { body })).status).toBe(400);
    expect(await change('invite', administrator.email)).toMatchObject({ status: 409 });
  });

  test('are found by a part of name or email, without case and accents, fifty a page', async () => {
    const { email } = await newTeacher(server);
    await database.db.update(teachers).set({ firstName: 'Zoë', lastName: 'Quill' }).where(eq(teachers.email, email));
    const row = { email, name: 'Zoë Quill', state: 'active', is_administrator: false, sections: 0 };
    for (const q of ['ZOE QUI', email.slice(0, -3).toUpperCase()]) {
      const { results, total } = (await get(`teachers/?q=${encodeURIComponent(q)}`)).body;
      expect([results, total]).toEqual([[row], 1]);
    }
    await database.db.insert(teachers).values(
      Array.from({ length: 101 }, (_, index) => ({
        email: `many${String(index).padStart(3, '0')}@pages.example`,
        firstName: 'Many',
        lastName: '',
        verifiedAt: new Date(),
      })),
    );
    const last = (await get('teachers/?q=pages.example&page=9')).body;
    expect([last.total, last.page, last.pages, last.results.length, last.results[0].email]).toEqual([
      101,
      3,
      3,
      1,
      'many100@pages.example',
    ]);
    expect((await get('teachers/?q=no_such%25')).body).toEqual({ results: [], total: 0, page: 1, pages: 1 });
  });

  test('security 63: changes are in the audit trail with who made them, or neither is made', async () => {
    const by = await newAdministrator();
    const member = await newTeacher(server);
    const section = await newSection(server, member, [kai]);
    for (const what of ['promote', 'demote', 'disable', 'enable', 'delete']) {
      expect((await change(what, member.email, by)).status, what).toBe(200);
    }
    expect((await change('delete', member.email, by)).status).toBe(409);
    expect(section).toBeGreaterThan(0);
    expect((await trailOf(by)).filter((entry) => !entry.startsWith('sign-in'))).toEqual([
      `administration: teachers promote: ${member.email}`,
      `administration: teachers demote: ${member.email}`,
      `administration: teachers disable: ${member.email}`,
      `administration: teachers enable: ${member.email}`,
      `deletion: account ${member.email}`,
    ]);
  });
});

describe('students', () => {
  test('are searched and deleted, which the audit trail has without their names', async () => {
    const by = await newAdministrator();
    const [student] = await database.db
      .insert(students)
      .values({ name: 'Ida Probe', email: 'ida@probe.example' })
      .returning();
    const teacher = await newTeacher(server);
    const section = await newSection(server, teacher, ['ida@probe.example']);
    expect((await get('students/?q=ida', by)).body).toMatchObject({
      results: [{ id: student?.id, name: 'Ida Probe', email: 'ida@probe.example' }],
      total: 1,
    });
    const erase = () =>
      server.call('DELETE', `/administration/students/${student?.id}/`, { token: by.access, body: { password } });
    expect(await erase()).toMatchObject({
      status: 200,
      body: { message: 'Deleted the student: sections 1, detections 0, screenshots 0.' },
    });
    expect((await erase()).status).toBe(404);
    const { body } = await server.call('GET', '/section/list/', { token: teacher.access });
    expect(body.find(({ id }: { id: number }) => id === section).students).toEqual([]);
    await expect.poll(() => trailOf(by), { timeout: 5000 }).toContain('directory searched');
    expect(await trailOf(by)).toContain(`deletion: student ${student?.id}`);
    expect(JSON.stringify(await trailOf(by))).not.toContain('robe');
  });
});

describe('students who have left', () => {
  const day = (date: string) => encodeURIComponent(`${date}T00:00:00Z`);
  const leaversOf = async (domain: string, before = '2026-08-01') =>
    (await get(`students/?left_before=${day(before)}&q=${domain}`)).body;

  /** Students who are in no section since a day. */
  async function newLeavers(since: string, count: number) {
    const domain = `${newEmail().split('@')[0]}.example`;
    const made = await database.db
      .insert(students)
      .values(Array.from({ length: count }, (_, place) => ({ name: `Ida ${place}`, email: `ida${place}@${domain}` })))
      .returning();
    const ids = made.map(({ id }) => id);
    await database.db
      .update(students)
      .set({ leftAt: new Date(since) })
      .where(inArray(students.id, ids));
    return { domain, emails: made.map(({ email }) => email) };
  }

  test('are listed by the day, and by a part of name or email', async () => {
    const { domain } = await newLeavers('2026-07-14T10:00:00Z', 3);
    expect(await leaversOf(domain)).toMatchObject({
      total: 3,
      results: [{ name: 'Ida 0', left_at: '2026-07-14T10:00:00.000Z' }, {}, {}],
    });
    expect(await leaversOf(domain, '2026-07-14')).toMatchObject({ total: 0, results: [] });
    expect((await get('students/')).body).toMatchObject({ total: 0, results: [] });
    expect((await get('students/?left_before=0000-01-01T00:00:00Z')).status).toBe(400);
  });

  test('are deleted at once, but nobody who is back in a section, and only as many as were shown', async () => {
    const { domain, emails } = await newLeavers('2001-06-30T00:00:00Z', 3);
    const erase = (count: number) => post('students/leavers/', { left_before: '2001-07-01T00:00:00Z', count });
    const [back = ''] = emails;
    await newSection(server, await newTeacher(server), [back]);
    expect(await erase(3)).toMatchObject({
      status: 409,
      body: { detail: 'Nothing was deleted: it is 2 students now. Please look again.' },
    });
    expect((await leaversOf(domain)).total).toBe(2);
    expect(await erase(2)).toMatchObject({
      status: 200,
      body: { message: 'Deleted 2 students: sections 0, detections 0, screenshots 0.' },
    });
    const left = await database.db
      .select({ email: students.email })
      .from(students)
      .where(inArray(students.email, emails));
    expect(left).toEqual([{ email: back }]);
    await expect
      .poll(() => trailOf(administrator))
      .toContain('deletion: students who left before 2001-07-01T00:00:00.000Z');
  });

  test('are noted once a day: since they left their last section, or since they were seen in none', async () => {
    const teacher = await newTeacher(server);
    const { domain, emails } = await newLeavers('2001-06-30T00:00:00Z', 2);
    const [member = ''] = emails;
    const section = await newSection(server, teacher, [member]);
    const { id } = (await get(`students/?q=${member}`)).body.results[0];
    const leftAt = async () =>
      (await database.db.select({ at: students.leftAt }).from(students).where(eq(students.email, member)))[0]?.at;
    await noteLeavers(database.db);
    expect(await leftAt()).toBeNull();
    await server.call('POST', `/section/${section}/remove-students/`, {
      token: teacher.access,
      body: { student_emails: [member] },
    });
    await database.db
      .update(formerMembers)
      .set({ leftAt: new Date('2026-07-01T00:00:00Z') })
      .where(eq(formerMembers.studentId, id));
    await noteLeavers(database.db);
    expect(await leftAt()).toEqual(new Date('2026-07-01T00:00:00Z'));
    expect((await leaversOf(domain)).total).toBe(2);
  });
});

describe('sections', () => {
  test('are listed for the whole school, and moved with everything in them', async () => {
    const [from, into] = [await newTeacher(server), await newTeacher(server)];
    const id = await newSection(server, from, [kai]);
    expect((await get(`sections/?q=${from.email}`)).body.results).toEqual([
      { id, name: '8b', subject: 'Physics', teacher_email: from.email, students: 1, is_active: false },
    ]);
    expect((await post(`sections/${id}/move/`, { email: into.email })).body.message).toBe(
      `Moved the section to ${into.email}.`,
    );
    const listOf = async ({ access: token }: TestTeacher) =>
      (await server.call('GET', '/section/list/', { token })).body.map((section: { id: number }) => section.id);
    expect([await listOf(from), await listOf(into)]).toEqual([[], [id]]);
    expect((await server.call('GET', `/detection/logs/?section=${id}`, { token: from.access })).status).toBe(404);
    expect((await server.call('GET', `/detection/logs/?section=${id}`, { token: into.access })).status).toBe(200);
  });

  test('are not moved during a lesson, nor to somebody who cannot use them', async () => {
    const from = await newTeacher(server);
    const id = await newActiveSection(server, from);
    const to = async (email: string) => (await post(`sections/${id}/move/`, { email })).body.detail;
    expect(await to(administrator.email)).toContain('detection is active');
    expect(await to('nobody@school.example')).toContain('has no account that can be used');
    expect((await post('sections/2000000000/move/', { email: administrator.email })).status).toBe(404);
  });
});

describe('agents', () => {
  test('are added with a key that is told once, listed, and revoked', async () => {
    const section = await newSection(server, administrator);
    const added = await post('agents/', { name: ' Room 12 ', section_ids: [section] });
    expect(added).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^[\w-]{43}$/) } });
    const headers = { 'x-agent-key': added.body.key };
    const watch = async () => (await server.call('GET', '/detection/agents/sections/', { headers })).status;
    expect(await watch()).toBe(200);
    const listed = (await get('agents/')).body.results.find(({ name }: { name: string }) => name === 'Room 12');
    expect(listed).toMatchObject({ section_ids: [section], events_per_minute: 6000, accepted_at: null });
    expect(JSON.stringify(listed)).not.toContain(added.body.key);
    expect((await post('agents/revoke/', { name: 'Room 12' })).body.message).toBe(
      'The key of Room 12 no longer works.',
    );
    await expect.poll(watch).toBe(401);
    expect((await post('agents/revoke/', { name: 'Room 12' })).status).toBe(404);
  });

  test.each([
    [{ name: 'Room 9', section_ids: [2_000_000_000] }, 409, { detail: 'There is no section 2000000000.' }],
    [{ name: 'simulated', section_ids: null }, 409, { detail: 'simulated is what the simulated class is called.' }],
    [
      { name: 'a\u202eb', section_ids: null },
      400,
      { name: ['Please choose a name of up to 100 characters on one line.'] },
    ],
  ])('refuses %j', async (given, status, body) => {
    expect(await post('agents/', given)).toMatchObject({ status, body });
  });
});

describe('the server', () => {
  test('tells its version, health and rules, and mails the administrator', async () => {
    const { status, body } = await get('', administrator, other);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      database: 'embedded',
      registration: 'invited',
      audit_days: 365,
      retention_days: null,
      mail: { is_sent: false, waiting: 0, waiting_since: null },
    });
    expect(body).not.toHaveProperty('problem');
    expect((await post('test-mail/', {})).body.message).toBe(`A test mail to ${administrator.email} is on its way.`);
    expect((await mailTo(server, administrator.email)).text).toContain('Mails from Vigil reach you.');
  });

  test('shows the audit trail newest first, by teacher and day', async () => {
    const by = await newAdministrator();
    await change('invite', newEmail(), by);
    const last = newEmail();
    await change('invite', last, by);
    const shown = async (query: string) => (await get(`audit/?${query}`)).body;
    const { results, total } = await shown(`teacher=${encodeURIComponent(by.email.toUpperCase())}`);
    expect(total).toBeGreaterThan(1);
    expect(results[0]).toMatchObject({ action: 'administration', detail: `teachers invite: ${last}`, times: 1 });
    expect(Date.parse(results[0].at)).toBeCloseTo(Date.now(), -5);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await shown(`since=${tomorrow}`)).results).toEqual([]);
    expect((await get('audit/?since=yesterday')).status).toBe(400);
  });

  test('names the students of the audit trail, until they are deleted', async () => {
    const by = await newAdministrator();
    const [student] = await database.db
      .insert(students)
      .values({ name: 'Ada Probe', email: 'ada@probe.example' })
      .returning();
    const id = student?.id ?? 0;
    await auditCommand(database.db, { action: 'student looked at', email: by.email, detail: `student ${id}` });
    const shown = async () => {
      const { results } = (await get(`audit/?teacher=${encodeURIComponent(by.email)}`)).body;
      return results.find((entry: { action: string }) => entry.action === 'student looked at').students;
    };
    expect(await shown()).toEqual([{ id, name: 'Ada Probe' }]);
    await database.db.delete(students).where(eq(students.id, id));
    expect(await shown()).toEqual([{ id, name: null }]);
  });
});

test('security 63: whatever an administrator sends, the answer fits the contract', async () => {
  const odd = await startTestServer();
  const { access, email } = await newTeacher(odd);
  await teacherChanges.promote({ db: odd.database.db, settings: testSettings() }, email);
  const operations = readContract().flatMap(({ operationId, security }) =>
    security?.includes('administrator') ? operationId : [],
  );
  const section = await newSection(odd, { access, email, refresh: '' });
  const likely = {
    password: fc.constant(password),
    email: fc.constantFrom(email, 'nobody@school.example', newEmail()),
    id: fc.constantFrom(section, 1, 2),
    q: fc.constantFrom('ai', '%', '\\', '_'),
    since: fc.constantFrom('2026-01-31T08:00:00Z', '2026-01-31'),
    teacher: fc.constantFrom(email, 'x'),
  };
  const headers = fc.constant<Record<string, string>>({ authorization: `Bearer ${access}` });
  const statuses = new Set<number>();
  const asked = requests(likely, headers, (operation) => (operations.includes(operation) ? 1 : 0));
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, url, body, headers, address }) => {
      const { status, body: said } = await odd.call(method, url, {
        headers,
        address,
        ...(body !== undefined && { body }),
      });
      expect(status, JSON.stringify(said)).toBeLessThan(500);
      statuses.add(status);
    }),
    { numRuns: 300 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
  await odd.close();
});
