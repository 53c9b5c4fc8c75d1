import { inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { inviteTeacher } from '../src/domain/account/registration';
import { createAudit } from '../src/domain/audit/audit';
import { type AuditQuery, readAudit } from '../src/domain/audit/readAudit';
import { startHousekeeping } from '../src/domain/housekeeping';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { auditEntries } from '../src/domain/tables/audit';
import { students } from '../src/domain/tables/section';
import type { Database, OpenDatabase } from '../src/platform/database/database';
import { readContract } from '../src/platform/http/contract';
import { report as reportTo, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer, testSettings } from './support/server';
import {
  kai,
  mailTo,
  mei,
  newSection,
  newTeacher,
  password,
  register,
  registration,
  type TestTeacher,
} from './support/teachers';

/** Returns a time on the day after tomorrow, after everything created today. */
const at = (time: string) => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${time}Z`;
};

let database: OpenDatabase;
let log: TestServer['app']['log'];
beforeAll(async () => {
  database = await openTestDatabase();
  const { app, close } = await startTestServer({}, database);
  log = app.log;
  await close();
});
afterAll(() => database.close());
afterEach(() => vi.useRealTimers());

/** Runs on a server and closes it, which flushes all entries. */
async function withServer<T>(use: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer({}, database);
  return use(server).finally(server.close);
}

/** Returns the command's output without times. */
async function shown(query: AuditQuery): Promise<string[]> {
  const text = await readAudit(database.db, query, async (pieces) => {
    let whole = '';
    for await (const piece of pieces) whole += piece;
    return whole;
  });
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\t/;
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(moment, '')]));
}

/** Returns how the command shows students: ids, then names. */
async function shownAs(...emails: string[]): Promise<string> {
  const found = await database.db.select().from(students).where(inArray(students.email, emails)).orderBy(students.id);
  const of = (values: (string | number)[]) => values.join(', ');
  return `student${found.length === 1 ? '' : 's'} ${of(found.map(({ id }) => id))} (${of(found.map(({ name }) => name))})`;
}

async function report(server: TestServer, { access: token }: TestTeacher, section: number): Promise<void> {
  await server.call('POST', '/detection/sessions/start/', { token, body: { section_id: section, is_active: true } });
  const body = [sighting(section), sighting(section, { screenshot: drawSeat(1) })];
  expect((await reportTo(server, body)).status).toBe(201);
}

describe('the audit trail', () => {
  test('security 42: records sign-ins, refusals, access to logs and screenshots, and deletions, without secrets', async () => {
    const [start, now, later] = [at('10:00:00.000'), at('10:01:00.000'), at('10:01:00.001')];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const secrets = [password, 'wrong-password', 'typed-in-the-wrong-field@secret.example'];
    const { teacher, section, lesson, picked } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      const section = await newSection(server, teacher, [kai]);
      await report(server, teacher, section);
      const token = teacher.access;
      const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
        server.call(method, path, { token, ...(body && { body }) });
      const address = '192.0.2.7';
      const tryIn = (email: string, secret: string) =>
        server.call('POST', '/account/login/teacher/', { body: { email, password: secret }, address });
      for (let tries = 0; tries < 3; tries++) await tryIn(teacher.email, 'wrong-password');
      await tryIn('typed-in-the-wrong-field@secret.example', password);
      const { body } = await tryIn(` ${teacher.email.toUpperCase()}`, password);
      secrets.push(token, teacher.refresh, body.access, body.refresh);
      for (let looks = 0; looks < 4; looks++) await call('GET', `/detection/logs/?section=${section}`);
      const { results } = (await call('GET', `/detection/logs/?section=${section}`)).body;
      const { screenshot, session_id: lesson } = results.find((one: { screenshot: unknown }) => one.screenshot);
      secrets.push(screenshot);
      for (let looks = 0; looks < 2; looks++) expect((await server.call('GET', screenshot)).status).toBe(200);
      const picked = results[0].id;
      await call('DELETE', `/detection/logs/${picked}/`);
      await call('POST', '/detection/sessions/stop/', { section_id: section });
      await call('DELETE', `/detection/sessions/${lesson}/`);
      expect((await call('DELETE', `/section/${section}/delete/`, { password })).status).toBe(204);
      return { teacher, section, lesson, picked };
    });
    const of = (what: string) => `${teacher.email}\t${what}`;
    const entries = await shown({ since: start });
    const expected = [
      expect.stringMatching(new RegExp(`^${teacher.email}\tsign-in\tpassword\tfrom 10\\.0\\.`)),
      of('sign-in\tpassword\tfrom 192.0.2.7'),
      of(`sign-in refused\tpassword: Invalid credentials\tfrom 192.0.2.7\t3 times until ${now}`),
      '-\tsign-in refused\tpassword: Invalid credentials\tfrom 192.0.2.7',
      of(`logs read\tsection ${section}\t5 times until ${now}`),
      of(`screenshots read\tsection ${section}\t2 times until ${now}`),
      of(`students added\tsection ${section}\t${await shownAs(kai)}`),
      of(`detection started\tsection ${section}`),
      of(`detection stopped\tsection ${section}`),
      of(`deletion\tsection ${section}\tlog ${picked}`),
      of(`deletion\tsection ${section}\tlesson ${lesson}`),
      of(`deletion\tsection ${section}\tsection`),
    ];
    for (const one of expected) expect(entries).toContainEqual(one);
    expect(entries).toHaveLength(expected.length);
    const kept = JSON.stringify(await database.db.select().from(auditEntries));
    for (const secret of secrets) expect(kept).not.toContain(secret);
    expect(await shown({ since: start, teacher: ` ${teacher.email.toUpperCase()}` })).toHaveLength(11);
    expect(await shown({ since: later })).toEqual([]);
  });

  test('aggregates a polling page to one entry per quarter of an hour across instances', async () => {
    const times = ['11:14:00.000', '11:14:59.000', '11:15:00.000', '11:15:30.000'].map(at);
    const start = at('11:00:00.000');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('11:13:00.000')) });
    const look = (teacher: TestTeacher, section: number) =>
      withServer((server) => server.call('GET', `/detection/logs/?section=${section}`, { token: teacher.access }));
    const { teacher, section } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      return { teacher, section: await newSection(server, teacher) };
    });
    for (const time of times) {
      vi.setSystemTime(time);
      expect((await look(teacher, section)).status).toBe(200);
    }
    const entries = await shown({ since: start, teacher: teacher.email });
    const looks = entries.filter((line) => line.includes('logs read'));
    expect(looks).toEqual([
      `${teacher.email}\tlogs read\tsection ${section}\t2 times until ${times[1]}`,
      `${teacher.email}\tlogs read\tsection ${section}\t2 times until ${times[3]}`,
    ]);
  });

  test('security 42: cannot be changed by a teacher’s calls or by deleting the account', async () => {
    const calls = readContract().filter(({ route, operationId }) => /audit/i.test(route + operationId));
    expect(calls.map(({ method, security }) => [method, security])).toEqual([['GET', ['administrator']]]);
    const { email } = await withServer(newTeacher);
    const before = await shown({ teacher: email });
    expect(before).toHaveLength(1);
    await deleteAccount(database.db, email);
    expect(await shown({ teacher: email })).toEqual(before);
  });

  test('security 42: records reset links, which sign in or are refused', async () => {
    const email = await withServer(async (server) => {
      const { email } = await newTeacher(server);
      await server.call('POST', '/account/forgot-password/', { body: { email } });
      await expect.poll(async () => (await mailTo(server, email)).link).toBeTruthy();
      const [token] = (await mailTo(server, email)).link.split('/').slice(-1);
      const reset = () =>
        server.call('POST', '/account/reset-password/', {
          body: { token, new_password: 'another secret', confirm_password: 'another secret' },
          address: '192.0.2.9',
        });
      expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
      return email;
    });
    expect(await shown({ teacher: email })).toContain(`${email}\tsign-in\treset link\tfrom 192.0.2.9`);
    const refused = (await shown({})).filter((line) => line.includes('sign-in refused\treset link: '));
    expect(refused).toEqual([expect.stringMatching(/^-\t.*\tfrom 192\.0\.2\.9$/)]);
  });

  test('security 42: records changes of accounts and lessons, and searches', async () => {
    const [start, now] = [at('13:00:00.000'), at('13:01:00.000')];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const address = '192.0.2.13';
    const { teacher, section, ids } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      const section = await newSection(server, teacher, [kai, mei]);
      await report(server, teacher, section);
      const call = (path: string, body: object) => server.call('POST', path, { token: teacher.access, body, address });
      const logs = await server.call('GET', `/detection/logs/?section=${section}`, { token: teacher.access });
      const ids = logs.body.results.map(({ id }: { id: number }) => id);
      await call('/detection/logs/review/', { ids, state: 'dismissed', note: 'a secret thought' });
      await call('/detection/logs/review/', { ids: ids.slice(0, 1), state: null });
      await call(`/section/${section}/remove-students/`, { student_emails: [mei] });
      for (const q of ['mei', 'kai'])
        await server.call('GET', `/section/search-students/?q=${q}`, { token: teacher.access });
      const change = { new_password: 'another secret', confirm_password: 'another secret' };
      await call('/account/change-password/', { old_password: 'wrong', ...change });
      expect((await call('/account/change-password/', { old_password: password, ...change })).status).toBe(200);
      await call('/account/refresh/', { refresh: teacher.refresh });
      return { teacher, section, ids };
    });
    const entries = await shown({ since: start, teacher: teacher.email });
    const of = (what: string) => `${teacher.email}\t${what}`;
    for (const entry of [
      of(`students added\tsection ${section}\t${await shownAs(kai, mei)}`),
      of(`students removed\tsection ${section}\t${await shownAs(mei)}`),
      of(`logs reviewed\tsection ${section}\tdismissed: logs ${[...ids].sort((a, b) => a - b).join(', ')}`),
      of(`logs reviewed\tsection ${section}\ttaken back: log ${ids[0]}`),
      of(`directory searched\t2 times until ${now}`),
      of(`refused\tPOST /account/change-password/: Your current password is incorrect.\tfrom ${address}`),
      of(`password changed\tfrom ${address}`),
    ])
      expect(entries).toContainEqual(entry);
    const kept = JSON.stringify(await database.db.select().from(auditEntries));
    for (const secret of ['a secret thought', 'another secret', kai, mei, teacher.refresh])
      expect(kept).not.toContain(secret);
  });

  test('security 42: records the reuse of a refresh token, which ends its sign-in', async () => {
    const { teacher, address } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      const address = '192.0.2.14';
      const renew = () => server.call('POST', '/account/refresh/', { body: { refresh: teacher.refresh }, address });
      expect((await renew()).status).toBe(200);
      await database.db.execute(sql`update refresh_tokens set used_at = used_at - interval '11 seconds'`);
      expect((await renew()).status).toBe(401);
      return { teacher, address };
    });
    expect(await shown({ teacher: teacher.email })).toContain(
      `${teacher.email}\trefresh token reused\tfrom ${address}`,
    );
  });

  test('security 42: records refusals, with teacher and address', async () => {
    const start = at('14:00:00.000');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('14:01:00.000')) });
    const address = '192.0.2.15';
    const { stranger, section, waiting } = await withServer(async (server) => {
      const owner = await newTeacher(server);
      const section = await newSection(server, owner);
      const stranger = await newTeacher(server);
      const waiting = await register(server);
      const asStranger = { token: stranger.access, address };
      await server.call('GET', `/detection/logs/?section=${section}`, asStranger);
      await server.call('POST', '/detection/sessions/start/', {
        ...asStranger,
        body: { section_id: section, is_active: true },
      });
      await server.call('DELETE', `/section/${section}/delete/`, { ...asStranger, body: { password } });
      const code = '1234567';
      await server.call('POST', '/account/verify-otp/', { body: { email: waiting, code }, address });
      const headers = { 'x-agent-key': 'no such key' };
      await server.call('POST', '/detection/logs/', { headers, body: [], address });
      // A student who types a teacher’s email at a door names nobody.
      const knock = { code: 'AAAAA2', name: 'Ada', email: owner.email };
      await server.call('POST', '/attend/knock/', { body: knock, address });
      return { stranger, section, waiting };
    });
    const entries = (await shown({ since: start })).filter((line) => line.includes('\trefused\t'));
    expect(entries.toSorted()).toEqual(
      [
        `${stranger.email}\trefused\tsection ${section}\tGET /detection/logs/: Section not found.\tfrom ${address}`,
        `${stranger.email}\trefused\tsection ${section}\tPOST /detection/sessions/start/: Section not found.\tfrom ${address}`,
        `${stranger.email}\trefused\tsection ${section}\tDELETE /section/:id/delete/: Section not found.\tfrom ${address}`,
        `${waiting}\trefused\tPOST /account/verify-otp/: This code is wrong or has expired. Check it, open the link in the mail, or ask for a new code.\tfrom ${address}`,
        `-\trefused\tPOST /detection/logs/: The agent key is missing or wrong.\tfrom ${address}`,
        `-\trefused\tPOST /attend/knock/: No lesson has this code now. Check it against the board, or ask your teacher.\tfrom ${address}`,
      ].toSorted(),
    );
  });

  test('security 42: reads section and account from declared fields only; one entry cannot block another', async () => {
    const [start, address] = [at('15:00:00.000'), '192.0.2.16'];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('15:01:00.000')) });
    const { stranger, section } = await withServer(async (server) => {
      const stranger = await newTeacher(server);
      const section = await newSection(server, stranger);
      const misleading = { email: stranger.email, section_id: section, sectionId: section, id: section };
      for (const wrong of [1.5, 1e300, -1, section])
        await server.call('POST', '/account/refresh/', {
          body: { refresh: 'x', section: wrong, ...misleading },
          address,
        });
      const body = { password, id: 1.5, section: 1e300 };
      await server.call('DELETE', '/section/2000000000/delete/', { token: stranger.access, body, address });
      return { stranger, section };
    });
    const entries = (await shown({ since: start })).filter((line) => line.includes('\trefused\t'));
    expect(entries).toContainEqual(expect.stringMatching(/^-\trefused\tPOST \/account\/refresh\/: .*4 times until/));
    expect(entries.filter((line) => line.includes('/account/refresh/'))).toHaveLength(1);
    expect(entries).toContainEqual(
      `${stranger.email}\trefused\tsection 2000000000\tDELETE /section/:id/delete/: Section not found.\tfrom ${address}`,
    );
    expect(await shown({ since: start, teacher: stranger.email })).not.toContainEqual(
      expect.stringContaining(`section ${section}\tPOST`),
    );
  });

  test('security 42: records refused registrations, with email and address', async () => {
    const [start, address] = [at('16:00:00.000'), '192.0.2.17'];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('16:01:00.000')) });
    const { email } = await withServer(newTeacher);
    const rule = { registration: 'domains' as const, registrationDomains: ['school.example'] };
    const server = await startTestServer(rule, database);
    await inviteTeacher(database.db, testSettings(), 'invited@school.example');
    for (const body of [
      registration(email),
      registration('invited@school.example'),
      registration('stranger@elsewhere.example'),
      registration('slip@school.example', { password2: 'another' }),
    ])
      expect((await server.call('POST', '/account/register/teacher/', { body, address })).status).toBe(400);
    await server.close();
    const of = (who: string, why: string) =>
      `${who}\trefused\tPOST /account/register/teacher/: ${why}\tfrom ${address}`;
    expect((await shown({ since: start })).filter((line) => line.includes('\trefused\t')).toSorted()).toEqual(
      [
        of(email, 'An account with this email already exists.'),
        of('-', 'Please register with your email of school.example, or ask your administrator for an invitation.'),
        of(
          '-',
          'This email is invited. Please open the link in the invitation, or ask your administrator for a new one.',
        ),
      ].toSorted(),
    );
  });

  test('security 42: records each start and stop of detection once, however often it is requested', async () => {
    const start = at('17:00:00.000');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('17:01:00.000')) });
    const { teacher, section } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      const section = await newSection(server, teacher);
      for (const [to, is_active] of [
        ['stop', undefined],
        ['start', true],
        ['start', true],
        ['stop', undefined],
        ['stop', undefined],
      ] as const) {
        const body = { section_id: section, is_active };
        await server.call('POST', `/detection/sessions/${to}/`, { token: teacher.access, body });
      }
      return { teacher, section };
    });
    const entries = await shown({ since: start, teacher: teacher.email });
    expect(entries.filter((line) => line.includes('\tdetection ')).toSorted()).toEqual(
      ['started', 'stopped'].map((what) => `${teacher.email}\tdetection ${what}\tsection ${section}`),
    );
  });

  test('security 42: aggregates refusals by /64', async () => {
    const start = at('18:00:00.000');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('18:01:00.000')) });
    const { email } = await withServer(async (server) => {
      const teacher = await newTeacher(server);
      for (let number = 1; number <= 3; number++) {
        const address = `2001:db8:0:1::${number}`;
        const headers = { 'x-agent-key': 'no such key' };
        await server.call('POST', '/detection/logs/', { headers, body: [], address });
        await server.call('POST', '/account/refresh/', { body: { refresh: 'x' }, address });
        await server.call('POST', '/account/login/teacher/', {
          body: { email: teacher.email, password: 'x' },
          address,
        });
      }
      return teacher;
    });
    const entries = (await shown({ since: start })).filter((line) => line.includes('2001:db8'));
    const [from] = entries.map((line) => line.slice(line.indexOf('from ')));
    expect(from).toMatch(/^from 2001:db8:0:1::\/64\t3 times until /);
    expect(entries.toSorted()).toEqual(
      [
        `-\trefused\tPOST /detection/logs/: The agent key is missing or wrong.\t${from}`,
        `-\trefused\tPOST /account/refresh/: Session expired\t${from}`,
        `${email}\tsign-in refused\tpassword: Invalid credentials\t${from}`,
      ].toSorted(),
    );
  });

  test('does not record access to somebody else’s section as access', async () => {
    const stranger = await withServer(async (server) => {
      const section = await newSection(server, await newTeacher(server));
      const stranger = await newTeacher(server);
      const path = `/detection/logs/?section=${section}`;
      expect((await server.call('GET', path, { token: stranger.access })).status).toBe(404);
      return stranger;
    });
    const looks = (await shown({ teacher: stranger.email })).filter((line) => line.includes('logs read'));
    expect(looks).toEqual([]);
  });
});

test('delays no answer, and retries what the database did not accept', async () => {
  let isAway = true;
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'execute' && isAway) return () => Promise.reject(new Error('away'));
      return Reflect.get(target, name);
    },
  }) satisfies Database;
  const [start, end] = [at('12:00:00.000'), at('12:00:06.000')];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(start) });
  const written = async () => (await shown({ since: start })).filter((line) => line.includes('7001'));
  const audit = createAudit(db, log);
  audit.open();
  const deed = { action: 'logs read', sectionId: 7001 } as const;
  audit.note(deed);
  await vi.advanceTimersByTimeAsync(2000);
  audit.note(deed);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await written()).toEqual([]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2000);
  audit.note(deed);
  await audit.close();
  expect(await written()).toEqual([`-\tlogs read\tsection 7001\t3 times until ${end}`]);
});

test('security 42: refused strangers cannot crowd out teachers’ entries', async () => {
  const start = at('12:40:00.000');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start) });
  const logged = vi.spyOn(log, 'error');
  const audit = createAudit(database.db, log);
  for (let number = 0; number < 11_000; number++) {
    const address = `10.9.${number >> 8}.${number & 255}`;
    if (number % 2 === 0) audit.note({ action: 'refused', detail: 'crowd', address });
    else audit.note({ action: 'sign-in refused', email: `${number}@x.example`, detail: 'crowd', address });
  }
  audit.note({ action: 'refused', teacherId: 7201, detail: 'honest' });
  audit.note({ action: 'logs read', sectionId: 7201 });
  await audit.close();
  const entries = await shown({ since: start });
  expect(entries).toContain('-\tlogs read\tsection 7201');
  expect(entries).toContain('teacher 7201\trefused\thonest');
  expect(entries.filter((line) => line.includes('crowd'))).toHaveLength(2000);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

test('security 42: names students beside their ids, and cannot be forged by a name', async () => {
  const [odd] = await database.db
    .insert(students)
    .values({ name: 'Odd\tdeletion\nName', email: 'odd@audit.example' })
    .returning({ id: students.id });
  await database.db.delete(auditEntries);
  const audit = createAudit(database.db, log);
  audit.note({ action: 'student looked at', detail: `student ${odd!.id}` });
  audit.note({ action: 'students removed', detail: `students ${odd!.id}, 987654` });
  await audit.close();
  expect((await shown({})).toSorted()).toEqual([
    `-\tstudent looked at\tstudent ${odd!.id} (Odd deletion Name)`,
    `-\tstudents removed\tstudents ${odd!.id}, 987654 (Odd deletion Name, a deleted student)`,
  ]);
});

test('security 42: drops and logs an entry that the database rejects, and writes the others', async () => {
  const start = at('12:30:00.000');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start) });
  const logged = vi.spyOn(log, 'error');
  const audit = createAudit(database.db, log);
  for (const sectionId of [7101, 1.5, 7102, 2 ** 40, 7103]) audit.note({ action: 'logs read', sectionId });
  audit.note({ action: 'refused', detail: 'U+0000 is \u0000' });
  await audit.close();
  expect((await shown({ since: start })).filter((line) => /section 71|U\+0000/.test(line)).toSorted()).toEqual(
    [7101, 7102, 7103].map((id) => `-\tlogs read\tsection ${id}`),
  );
  expect(logged).toHaveBeenCalledTimes(3);
  logged.mockRestore();
});

test('security 42: is kept for the configured number of days', async () => {
  const day = 86_400_000;
  const entry = (bundle: string, age: number) => {
    const at = new Date(Date.now() - age);
    return { bundle, firstAt: new Date(at.getTime() - day), lastAt: at, times: 2, action: 'logs read' as const };
  };
  await database.db.delete(auditEntries);
  await database.db.insert(auditEntries).values([entry('old', 7 * day + 60_000), entry('young', 7 * day - 60_000)]);
  const { close } = startHousekeeping(database, { retentionDays: undefined, auditDays: 7 }, log);
  await expect.poll(() => database.db.select().from(auditEntries)).toMatchObject([{ bundle: 'young' }]);
  await close();
});
