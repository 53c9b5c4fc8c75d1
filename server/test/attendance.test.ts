import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { startClosingEpisodes } from '../src/domain/attendance/openEpisodes';
import { exportStudent, findStudent } from '../src/domain/school/exportStudent';
import { attendances, attendanceTokens } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { detectionSessions } from '../src/domain/tables/detection';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { rateLimits } from '../src/platform/http/tables';
import { byDevice, callsOf, type Device } from './support/lessons';
import { Listener } from './support/listener';
import { agentKey, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { everythingIn } from './support/storedData';
import { kai, mei, newActiveSection, newSection, newTeacher, type TestTeacher } from './support/teachers';
import { useUp } from './support/useUp';

/** Two instances on one database: every second call of a student goes to the other one. */
let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400, students: 'teachers' }, database);
  other = await startTestServer({ students: 'imported' }, database);
  for (const { app } of [server, other]) await app.listen({ port: 0, host: '127.0.0.1' });
  teacher = await newTeacher(server);
  token = teacher.access;
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

let turn = 0;
const anyServer = () => (turn++ % 2 === 0 ? server : other);
const { post, idOf, invite, listed, newLesson, knock, admit, refuse, admitted, beat, stop } = callsOf(
  () => ({ server, teacher }),
  anyServer,
);
const attendees = async (id: number) => (await listed(id)).attendees;
const stateOf = async (id: number, { attendee_id }: Device) =>
  (await attendees(id)).find((one: { id: number }) => one.id === attendee_id)?.state;
const knockAs = (body: object) => anyServer().call('POST', '/attend/knock/', { body });

describe('an invitation', () => {
  test('is a code for the active lesson: the same until it ends, another one for the next', async () => {
    const id = await newSection(server, teacher, [kai]);
    const body = { section_id: id };
    expect(await post('/attendance/invite/', body)).toMatchObject({ status: 409 });
    expect(await listed(id)).toEqual({
      session_id: null,
      code: null,
      attendees: [],
      excuses: [],
      links: [],
      is_announced: true,
      can_disown: true,
    });
    await post('/detection/sessions/start/', { ...body, is_active: true });
    expect(await listed(id)).toMatchObject({ session_id: expect.any(Number), code: null });
    const invited = await post('/attendance/invite/', body);
    expect(invited.body).toEqual({
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/),
      attend_url: 'http://localhost:3000/attend',
    });
    expect(await invite(id)).toBe(invited.body.code);
    expect((await listed(id)).code).toBe(invited.body.code);
    await stop(id);
    await post('/detection/sessions/start/', { ...body, is_active: true });
    expect(await invite(id)).not.toBe(invited.body.code);
  });

  test('security 16: of another teacher does not exist', async () => {
    const { id } = await newLesson();
    const { access } = await newTeacher(server);
    for (const path of ['invite', 'admit', 'refuse']) {
      const body = { section_id: id, ...(path !== 'invite' && { ids: [1] }) };
      expect(await server.call('POST', `/attendance/${path}/`, { token: access, body })).toMatchObject({ status: 404 });
    }
    expect(await server.call('GET', `/attendance/sections/${id}/`, { token: access })).toMatchObject({ status: 404 });
  });
});

describe('security 50: a code', () => {
  test('shows the lesson and names only, and lets nobody in before the teacher does', async () => {
    const { id, code } = await newLesson();
    const typed = ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `;
    const door = await other.call('POST', '/attend/door/', { body: { code: typed } });
    expect(door.body).toEqual({
      section: '8b',
      subject: 'Physics',
      teacher: 'Ada Muster',
      students: [
        { id: await idOf(kai), name: 'Kai Driftwoodson' },
        { id: await idOf(mei), name: 'Mei Lanternfield' },
      ],
      screenshots: false,
    });
    const device = await knock(code, kai);
    expect((await beat(device)).body).toMatchObject({
      state: 'knocking',
      lesson: { section: '8b', teacher: 'Ada Muster' },
      every_ms: 2000,
    });
    expect(await attendees(id)).toMatchObject([
      { id: device.attendee_id, student_id: await idOf(kai), name: 'Kai Driftwoodson', email: kai, state: 'knocking' },
    ]);
    expect((await refuse(id, device)).body.attendees).toMatchObject([{ state: 'refused' }]);
    expect((await beat(device)).body.state).toBe('refused');
    expect((await admit(id, device)).body.attendees).toMatchObject([{ state: 'admitted', is_taken: false }]);
    expect((await beat(device)).body).toMatchObject({ state: 'admitted', every_ms: 20_000 });
    expect(await stateOf(id, device)).toBe('watching');
  });

  test('tells namesakes apart by a number, which the teacher sees with the email, and by nothing of their own', async () => {
    const body = {
      students: [
        { name: 'Kim Two', email: 'kim.2011@x.example' },
        { name: 'kim two', email: 'kim.2011@y.example' },
      ],
    };
    await post('/section/new-students/', body);
    const { id, code } = await newLesson(['kim.2011@x.example', 'kim.2011@y.example', kai]);
    const door = await server.call('POST', '/attend/door/', { body: { code } });
    expect(door.body.students.map(({ name }: { name: string }) => name)).toEqual([
      'Kai Driftwoodson',
      'Kim Two (1)',
      'kim two (2)',
    ]);
    expect(JSON.stringify(door.body)).not.toContain('2011');
    await knock(code, 'kim.2011@y.example');
    await knock(code, kai);
    expect((await attendees(id)).map(({ name, namesake }: Record<string, unknown>) => [name, namesake])).toEqual([
      ['kim two', 2],
      ['Kai Driftwoodson', undefined],
    ]);
  });

  test('opens nothing once the lesson is over, nor for students of other sections', async () => {
    const { id, code } = await newLesson([mei]);
    expect(await knockAs({ code, student_id: await idOf(kai) })).toMatchObject({ status: 400 });
    expect(await knockAs({ code })).toMatchObject({ status: 400 });
    expect(await knockAs({ code, name: 'A\u202eB', email: 'a@x.example' })).toMatchObject({
      status: 400,
      body: { name: ['The name has characters that cannot be kept.'] },
    });
    await stop(id);
    for (const path of ['/attend/door/', '/attend/knock/']) {
      const body = { code, student_id: await idOf(mei) };
      expect(await server.call('POST', path, { body })).toMatchObject({
        status: 404,
        body: { detail: 'No lesson has this code now. Check it against the board, or ask your teacher.' },
      });
    }
  });

  test('lets anybody wait, and tells devices of one name apart by a number that their screens show', async () => {
    const { id, code } = await newLesson();
    const devices: Device[] = [];
    for (let count = 0; count < 5; count++) devices.push(await knock(code, kai));
    devices.push(await knock(code, mei));
    const numbers = await Promise.all(devices.map(async (device) => (await beat(device, 'waiting')).body.number));
    expect(new Set(numbers).size).toBe(6);
    for (const number of numbers) expect(number).toMatch(/^[1-9]\d$/);
    const [ofKai, ofMei] = await attendees(id);
    expect(ofKai).toMatchObject({ id: devices[0]!.attendee_id, numbers: numbers.slice(0, 5).toSorted() });
    expect(ofMei).toMatchObject({ id: devices[5]!.attendee_id, numbers: [numbers[5]] });
    expect((await listed(id)).waiting_up_to).toBe(devices[5]!.attendee_id);
    // The teacher has asked for the number: the others were somebody else's.
    const { body } = await post('/attendance/admit-number/', { section_id: id, number: numbers[3] });
    expect(body.attendees).toMatchObject([{ id: devices[3]!.attendee_id, state: 'admitted' }, { state: 'knocking' }]);
    const states = await Promise.all(devices.map(async (device) => (await beat(device)).body.state));
    expect(states).toEqual(['refused', 'refused', 'refused', 'admitted', 'refused', 'knocking']);
    expect(await post('/attendance/admit-number/', { section_id: id, number: numbers[3] })).toMatchObject({
      status: 409,
      body: { detail: `No device waits with the number ${numbers[3]}.` },
    });
    // Those who came after the list was made stay.
    const late = await knock(code, kai);
    const upTo = { section_id: id, up_to: devices[5]!.attendee_id };
    expect((await post('/attendance/refuse-waiting/', upTo)).status).toBe(200);
    expect([await stateOf(id, devices[5]!), await stateOf(id, late)]).toEqual(['refused', 'knocking']);
  });

  test('of a name is refused with all that wait under it', async () => {
    const { id, code } = await newLesson();
    const [first, second, neighbour] = [await knock(code, kai), await knock(code, kai), await knock(code, mei)];
    expect((await refuse(id, first)).body.attendees).toMatchObject([{ state: 'refused' }, { state: 'knocking' }]);
    const states = [first, second, neighbour].map(async (device) => (await beat(device)).body.state);
    expect(await Promise.all(states)).toEqual(['refused', 'refused', 'knocking']);
  });

  /** Knocks from a browser that keeps its cookie. */
  async function browser(code: string) {
    const door = await server.call('POST', '/attend/door/', { body: { code } });
    const cookie = /^vigil-browser=[\w-]{43}(?=; Path=\/attend\/; HttpOnly; SameSite=Strict$)/.exec(
      String(door.headers['set-cookie']),
    )?.[0];
    const headers = { cookie: cookie ?? '' };
    const again = await server.call('POST', '/attend/door/', { body: { code }, headers });
    expect(again.headers['set-cookie']).toBeUndefined();
    return async (email: string): Promise<Device> =>
      (await anyServer().call('POST', '/attend/knock/', { body: { code, student_id: await idOf(email) }, headers }))
        .body;
  }
  const contested = async (id: number) =>
    (await attendees(id)).map((one: { name: string; is_contested?: boolean }) => [one.name, one.is_contested]);
  const [ofKai, ofMei] = ['Kai Driftwoodson', 'Mei Lanternfield'];

  test('is uncontested from one browser that knocks under one name, however often, and else asked for', async () => {
    const { id, code } = await newLesson();
    const [kais, meis] = [await browser(code), await browser(code)];
    const first = await kais(kai);
    const again = await kais(kai);
    const own = await meis(mei);
    expect(await contested(id)).toEqual([
      [ofKai, false],
      [ofMei, false],
    ]);
    // The same browser asks again: the first is forgotten.
    expect((await beat(first)).status).toBe(401);
    const onlyUncontested = (...devices: Device[]) =>
      post('/attendance/admit/', {
        section_id: id,
        ids: devices.map(({ attendee_id }) => attendee_id),
        only_uncontested: true,
      });
    // Somebody else comes between the list and the press.
    const impostor = await knock(code, mei);
    const { body } = await onlyUncontested(again, own);
    expect(body.attendees).toMatchObject([
      { name: ofKai, state: 'admitted' },
      { name: ofMei, state: 'knocking' },
    ]);
    expect(body.not_admitted).toEqual([{ id: own.attendee_id, detail: expect.stringContaining('number') }]);
    // Also later: an impostor was there.
    await refuse(id, impostor);
    const back = await meis(mei);
    expect((await onlyUncontested(back)).body.not_admitted).toHaveLength(1);
    // Who attends already.
    await (await browser(code))(kai);
    expect(await contested(id)).toContainEqual([ofKai, true]);
  });

  test('is contested from a browser that knocks as several, or keeps no cookies', async () => {
    const { id, code } = await newLesson();
    const prankster = await browser(code);
    await prankster(kai);
    await prankster(mei);
    expect(await contested(id)).toEqual([
      [ofKai, true],
      [ofMei, true],
    ]);
    const other = await newLesson();
    await knock(other.code, kai);
    expect(await contested(other.id)).toEqual([[ofKai, true]]);
  });

  test('can be replaced in the lesson: who waits or attends stays, and the old one opens nothing', async () => {
    const lesson = await newLesson();
    const [inside, waiting] = [await admitted(lesson, kai), await knock(lesson.code, mei)];
    const { body } = await post('/attendance/invite/', { section_id: lesson.id, replaces: true });
    expect(body.code).not.toBe(lesson.code);
    expect(await invite(lesson.id)).toBe(body.code);
    expect((await knockAs({ code: lesson.code, student_id: await idOf(mei) })).status).toBe(404);
    expect((await beat(inside)).body.state).toBe('admitted');
    expect((await beat(waiting)).body.state).toBe('knocking');
    await knock(body.code, mei);
    const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, lesson.id));
    await expect.poll(async () => (await entries()).map(({ action }) => action)).toContain('code replaced');
  });

  const enterAs = (address: string, code: string) => server.call('POST', '/attend/door/', { body: { code }, address });

  test('can be guessed 300 times a minute from a network; then a right one is refused like a wrong one', async () => {
    const { code } = await newLesson();
    const guess = () => enterAs('2001:db8:7::1', 'AAAAA2');
    for (let count = 0; count < 300; count++) expect((await guess()).status).toBe(404);
    expect((await guess()).status).toBe(429);
    const refused = await server.call('POST', '/attend/knock/', {
      body: { code, student_id: 1 },
      address: '2001:db8:7::2',
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await enterAs('2001:db8:8::1', code)).status).toBe(200);
  });

  test('lets a class in from the teacher’s network, or from one where it was right before, whoever uses up the wrong ones', async () => {
    const [inSchool, elsewhere] = ['198.51.100.7', '198.51.100.8'];
    const everybody = await database.db.select().from(students);
    const emails = everybody.map(({ email }) => email);
    const id = await newActiveSection(server, teacher, emails);
    const body = { section_id: id };
    const { code } = (await server.call('POST', '/attendance/invite/', { token, body, address: inSchool })).body;
    expect((await enterAs(elsewhere, code)).status).toBe(200);
    for (const address of [inSchool, elsewhere]) {
      await useUp(() => enterAs(address, 'AAAAA2'), 300);
      const joining = everybody.map(async ({ email }) => {
        const door = await other.call('POST', '/attend/door/', { body: { code }, address });
        const body = { code, name: 'X', email };
        return [door.status, (await server.call('POST', '/attend/knock/', { body, address })).status];
      });
      expect(await Promise.all(joining)).toEqual(joining.map(() => [200, 201]));
      expect((await enterAs(address, 'AAAAA2')).status).toBe(429);
    }
    // Other teachers' lessons are no easier to guess.
    const colleague = await newTeacher(server);
    const theirs = await newActiveSection(server, colleague, [kai]);
    const invited = await server.call('POST', '/attendance/invite/', {
      token: colleague.access,
      body: { section_id: theirs },
    });
    expect((await enterAs(inSchool, invited.body.code)).status).toBe(429);
  });

  // Elsewhere the counts are in memory.
  test.runIf(inject('postgres'))(
    'is not guessed for ever where it was right before: 6,000 wrong ones in a minute refuse everybody',
    async () => {
      const address = '198.51.100.9';
      const { code } = await newLesson();
      const count = (points: number) => {
        const ofNetwork = sql`${rateLimits.key} like ${`all-lesson-codes:%${address}%`}`;
        return database.db.update(rateLimits).set({ points }).where(ofNetwork).returning();
      };
      expect((await enterAs(address, 'AAAAA2')).status).toBe(404);
      expect((await enterAs(address, code)).status).toBe(200);
      expect(await count(5_999)).toHaveLength(1);
      expect((await enterAs(address, code)).status).toBe(200);
      expect((await enterAs(address, 'AAAAA2')).status).toBe(404);
      expect((await enterAs(address, code)).status).toBe(429);
    },
  );
});

describe('somebody who is not in the section', () => {
  const guest = { name: ' Nia  Guest ', email: 'Nia@guests.example' };

  test('is added to it when admitted, and to the directory where teachers may', async () => {
    const { id, code } = await newLesson();
    const device: Device = (await knockAs({ code, ...guest })).body;
    expect(await attendees(id)).toMatchObject([
      { student_id: null, name: 'Nia Guest', email: 'nia@guests.example', state: 'knocking' },
    ]);
    expect(await findStudent(database.db, guest.email)).toBeNull();
    expect((await admit(id, device)).body.attendees).toMatchObject([{ name: 'Nia Guest', state: 'admitted' }]);
    const lists = (await server.call('GET', '/section/list/', { token })).body;
    const { students } = lists.find((one: { id: number }) => one.id === id);
    expect(students).toHaveLength(3);
    expect(students).toContainEqual({ id: await idOf(guest.email), name: 'Nia Guest', email: 'nia@guests.example' });
    // Known now: knocks as the student.
    expect((await knockAs({ code, ...guest })).status).toBe(201);
    expect((await attendees(id)).at(-1)).toMatchObject({ student_id: await idOf(guest.email), is_taken: true });
  });

  test('keeps waiting where only administrators add people, and others are admitted', async () => {
    const { id, code } = await newLesson();
    const stranger: Device = (await knockAs({ code, name: 'Una Known', email: 'una@guests.example' })).body;
    const device = await knock(code, kai);
    const { status, body } = await other.call('POST', '/attendance/admit/', {
      token,
      body: { section_id: id, ids: [stranger.attendee_id, device.attendee_id] },
    });
    expect(status).toBe(200);
    expect(body.not_admitted).toEqual([
      { id: stranger.attendee_id, detail: expect.stringContaining('Only administrators') },
    ]);
    expect(body.attendees.map(({ state }: { state: string }) => state)).toEqual(['knocking', 'admitted']);
    expect(await findStudent(database.db, 'una@guests.example')).toBeNull();
  });
});

describe('security 60: who is shown at the door is who is admitted', () => {
  const typed = { name: 'New Nina', email: mei };
  const asked = async (id: number) =>
    (await attendees(id)).map(({ name, typed_name }: Record<string, unknown>) => [name, typed_name]);

  test('somebody in the directory, or in the section, has their name there, beside the one that was typed', async () => {
    for (const members of [[kai], [kai, mei]]) {
      const { id, code } = await newLesson(members);
      const device: Device = (await knockAs({ code, ...typed })).body;
      expect(await asked(id)).toEqual([['Mei Lanternfield', 'New Nina']]);
      // Nobody is admitted as somebody else without a look at both names.
      const refused = await admit(id, device);
      expect(refused.body.not_admitted).toEqual([
        { id: device.attendee_id, detail: expect.stringMatching(/“New Nina” was typed .* Mei Lanternfield/) },
      ]);
      expect(refused.body.attendees).toMatchObject([
        { state: 'knocking', student_id: members[1] ? await idOf(mei) : null },
      ]);
      const body = { section_id: id, ids: [device.attendee_id], names_seen: true };
      expect((await post('/attendance/admit/', body)).body.attendees).toMatchObject([
        { state: 'admitted', student_id: await idOf(mei), name: 'Mei Lanternfield' },
      ]);
      expect(await asked(id)).toEqual([['Mei Lanternfield', undefined]]);
    }
  });

  test('their own name, whatever its case and accents, asks nothing', async () => {
    const { id, code } = await newLesson([kai]);
    const device: Device = (await knockAs({ code, name: ' MEÍ  lanternfield', email: mei })).body;
    expect(await asked(id)).toEqual([['Mei Lanternfield', undefined]]);
    expect((await admit(id, device)).body.attendees).toMatchObject([{ state: 'admitted' }]);
  });
});

describe('security 61: a device that was somebody else’s', () => {
  const reportFrom = async (device: Device) => {
    const { epoch } = (await beat(device)).body;
    const event = { id: `d${device.attendee_id}`, activity_type: 'no_face', epoch, elapsed_ms: 0 };
    return server.call('POST', '/attend/reports/', { body: { events: [event] }, ...byDevice(device) });
  };
  const logs = async (id: number) =>
    (await server.call('GET', `/detection/logs/?section=${id}`, { token })).body.results.map(
      ({ student_email }: { student_email: string }) => student_email,
    );
  const covered = async (id: number, lesson: number) =>
    (await server.call('GET', `/attendance/sections/${id}/lessons/${lesson}/coverage/`, { token })).body.students;

  test.each(['replaced', 'turned away'])('leaves nothing on the student once it is %s as such', async (how) => {
    const lesson = await newLesson();
    const [impostor, neighbour] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 60_000 });
    for (const device of [impostor, neighbour]) await reportFrom(device);
    await beat(impostor, 'paused', { reason: 'I am cheating' });
    const { newer } = (await server.call('GET', `/detection/logs/?section=${lesson.id}`, { token })).body;
    const own = await knock(lesson.code, kai);
    const section_id = lesson.id;
    const was_somebody_else = true;
    // A report that is on its way meanwhile leaves nothing either.
    await Promise.all([
      reportFrom(impostor),
      how === 'replaced'
        ? post('/attendance/admit/', { section_id, ids: [own.attendee_id], was_somebody_else })
        : post('/attendance/refuse/', { section_id, ids: [impostor.attendee_id], was_somebody_else }),
    ]);
    if (how === 'turned away') await admit(lesson.id, own);
    await expect.poll(() => logs(lesson.id)).toEqual([mei]);
    expect((await server.call('GET', newer, { token })).body.deleted).toHaveLength(1);
    expect((await attendees(lesson.id)).map(({ id }: { id: number }) => id)).toEqual([
      neighbour.attendee_id,
      own.attendee_id,
    ]);
    const { session_id } = await listed(lesson.id);
    expect(await covered(lesson.id, session_id)).toMatchObject([{ email: kai, periods: [] }, { email: mei }]);
    expect((await beat(impostor)).body.state).toBe('refused');
    expect(await reportFrom(impostor)).toMatchObject({ status: 403 });
    await stop(lesson.id);
    expect((await server.call('GET', '/attend/receipt/', byDevice(own))).body).toMatchObject({ logs: [], periods: [] });
    const text = await exportStudent(database.db, await idOf(kai), async (chunks) => {
      let whole = '';
      for await (const chunk of chunks) whole += chunk;
      return whole;
    });
    expect(text).not.toContain('I am cheating');
    vi.useRealTimers();
    const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, lesson.id));
    const detail = `1 logs of somebody else: attendance ${impostor.attendee_id}`;
    await expect.poll(entries).toContainEqual(expect.objectContaining({ action: 'deletion', detail }));
  });

  test('keeps what it reported if the teacher says nothing or no, and nobody else’s goes', async () => {
    const lesson = await newLesson();
    const [first, neighbour] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    for (const device of [first, neighbour]) await reportFrom(device);
    const second = await knock(lesson.code, kai);
    const body = { section_id: lesson.id, ids: [second.attendee_id], was_somebody_else: false };
    await post('/attendance/admit/', body);
    await refuse(lesson.id, neighbour);
    await expect.poll(async () => (await logs(lesson.id)).toSorted()).toEqual([kai, mei]);
  });
});

describe('security 51: a student’s token', () => {
  test('is stored as a hash, and works on students’ calls only', async () => {
    const lesson = await newLesson();
    const device = await admitted(lesson, kai);
    expect(JSON.stringify(await everythingIn(database.db))).not.toContain(device.token);
    for (const authorization of [`Attend ${device.token}`, `Bearer ${device.token}`]) {
      const headers = { authorization, 'x-agent-key': device.token };
      for (const [method, path] of [
        ['GET', '/section/list/'],
        ['GET', `/attendance/sections/${lesson.id}/`],
        ['GET', `/detection/logs/?section=${lesson.id}`],
        ['POST', '/attendance/admit/'],
        ['POST', '/detection/logs/'],
        ['GET', '/detection/agents/sections/'],
      ] as const) {
        const body = { section_id: lesson.id, ids: [device.attendee_id] };
        const answer = await server.call(method, path, { headers, ...(method === 'POST' && { body }) });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
    for (const authorization of [`Bearer ${token}`, `Attend ${token}`, `Attend ${agentKey}`, 'Attend', '']) {
      const answer = await server.call('POST', '/attend/heartbeat/', {
        headers: { authorization, 'x-agent-key': agentKey },
        body: { state: 'watching' },
      });
      expect(answer).toMatchObject({
        status: 401,
        body: { detail: 'You are not in a lesson any more. Please enter its code again.' },
      });
    }
  });

  test('ends on every instance when the student is admitted on another device, which the teacher sees before', async () => {
    const lesson = await newLesson();
    const first = await admitted(lesson, kai);
    await beat(first);
    const [second, third] = [await knock(lesson.code, kai), await knock(lesson.code, kai)];
    expect(await attendees(lesson.id)).toMatchObject([
      { state: 'watching', is_taken: false },
      { state: 'knocking', is_taken: true, numbers: [expect.any(String), expect.any(String)] },
    ]);
    const { body } = await admit(lesson.id, third, second);
    expect(body.not_admitted).toEqual([{ id: third.attendee_id, detail: expect.any(String) }]);
    expect(body.attendees).toMatchObject([
      { id: second.attendee_id, state: 'admitted' },
      { id: third.attendee_id, state: 'knocking', is_taken: true },
    ]);
    for (const instance of [server, other]) {
      const answer = await instance.call('POST', '/attend/heartbeat/', {
        body: { state: 'watching' },
        ...byDevice(first),
      });
      expect(answer.body.state).toBe('taken_over');
    }
    expect(await stateOf(lesson.id, second)).toBe('admitted');
    // However many are admitted at once, one remains.
    const more = [third, await knock(lesson.code, kai), await knock(lesson.code, kai)];
    await Promise.all(more.map((device) => admit(lesson.id, device)));
    const states = (await attendees(lesson.id)).map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'admitted')).toHaveLength(1);
  });

  test('ends with the lesson, when it is left, and when the lesson is deleted', async () => {
    const lesson = await newLesson();
    const [device, leaving] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    await beat(device);
    expect((await server.call('POST', '/attend/leave/', byDevice(leaving))).status).toBe(204);
    expect((await beat(leaving)).body.state).toBe('ended');
    expect(await stateOf(lesson.id, leaving)).toBe('left');
    const { session_id } = await listed(lesson.id);
    await stop(lesson.id);
    expect((await beat(device, 'paused')).body.state).toBe('ended');
    expect(await admit(lesson.id, device)).toMatchObject({ status: 409 });
    // The next lesson knows nothing of it.
    await post('/detection/sessions/start/', { section_id: lesson.id, is_active: true });
    expect((await beat(device)).body.state).toBe('ended');
    expect(await attendees(lesson.id)).toEqual([]);
    expect((await server.call('DELETE', `/detection/sessions/${session_id}/`, { token })).status).toBe(204);
    expect((await beat(device)).status).toBe(401);
    const { db } = database;
    expect(await db.select().from(attendances).where(eq(attendances.sessionId, session_id))).toEqual([]);
    expect(
      await db.select().from(attendanceTokens).where(eq(attendanceTokens.attendanceId, device.attendee_id)),
    ).toEqual([]);
  });

  test('is limited: 120 heartbeats a minute', async () => {
    const device = await admitted(await newLesson(), kai);
    const call = () => server.call('POST', '/attend/heartbeat/', { body: { state: 'watching' }, ...byDevice(device) });
    for (let count = 0; count < 120; count++) expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(429);
  });
});

describe('a device', () => {
  test('tells what it does, and the teacher’s windows on every instance are told when that changes', async () => {
    const lesson = await newLesson();
    const device = await admitted(lesson, kai);
    const colleague = await newTeacher(server);
    const sections = (await server.call('GET', '/section/list/', { token })).body.length;
    const portOf = ({ app }: TestServer) => (app.server.address() as AddressInfo).port;
    const windows = await Promise.all(
      [server, other].map((one) => new Listener(portOf(one), token).admitted(sections)),
    );
    const stranger = await new Listener(portOf(server), colleague.access).admitted(0);
    const changed = { type: 'attendance_changed', section_id: lesson.id };
    for (const [state, reason, shown] of [
      ['watching', '', 'watching'],
      ['paused', 'back at 10:20', 'paused'],
      ['dark', '', 'dark'],
      ['hidden', '', 'hidden'],
      ['unwatched', '', 'unwatched'],
      ['waiting', '', 'admitted'],
    ] as const) {
      for (const { heard } of windows) heard.length = 0;
      await beat(device, state, { reason });
      for (const { heard } of windows) await expect.poll(() => heard).toContainEqual(changed);
      expect(await attendees(lesson.id)).toMatchObject([{ state: shown, reason }]);
    }
    const [{ since }] = await attendees(lesson.id);
    await beat(device, 'waiting');
    expect(await attendees(lesson.id)).toMatchObject([{ since }]);
    expect(stranger.heard).not.toContainEqual(changed);
    for (const { socket } of [...windows, stranger]) socket.close();
  });

  test('twenty that knock at once are told in messages a second apart', async () => {
    const lesson = await newLesson();
    const window = await new Listener((server.app.server.address() as AddressInfo).port, token).admitted(1);
    // The invitation is announced as well.
    await pause(1200);
    const changed = JSON.stringify({ type: 'attendance_changed', section_id: lesson.id });
    let told = 0;
    window.socket.on('message', (data) => void (String(data) === changed && told++));
    const began = Date.now();
    const knocking = Array.from({ length: 20 }, (_, index) =>
      knockAs({ code: lesson.code, name: `Late ${index}`, email: `late${index}@students.example` }),
    );
    expect((await Promise.all(knocking)).map(({ status }) => status)).toEqual(knocking.map(() => 201));
    await expect.poll(() => told).toBeGreaterThan(1);
    await pause(1200);
    // The first comes at once.
    expect(told).toBeLessThanOrEqual(2 + (Date.now() - began) / 1000);
    expect(await attendees(lesson.id)).toHaveLength(20);
    window.socket.close();
  });

  test('that watches counts as an agent that watches the lesson', async () => {
    const lesson = await newLesson();
    const device = await admitted(lesson, kai);
    const agents = async () =>
      (await server.call('GET', `/detection/sessions/status/${lesson.id}/`, { token })).body.agents_state;
    await beat(device, 'unwatched');
    expect(await agents()).toBe('awaited');
    await beat(device, 'watching');
    expect(await agents()).toBe('watching');
  });

  test('notes with one transaction that a lesson is watched, however many heartbeats come at once', async () => {
    const device = await admitted(await newLesson(), kai);
    const call = () => server.call('POST', '/attend/heartbeat/', { body: { state: 'watching' }, ...byDevice(device) });
    await call();
    // None has news, and it is noted every ten seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    const transaction = vi.spyOn(database.db, 'transaction');
    onTestFinished(() => transaction.mockRestore());
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(transaction).toHaveBeenCalledTimes(1);
  });

  test('security 52: that falls silent is offline after 42 s, which the teacher’s windows are told within 2 s', async () => {
    const lesson = await newLesson();
    const [device, late] = [await admitted(lesson, kai), await knock(lesson.code, mei)];
    // The check for silent devices runs on the test's clock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const checking = await startTestServer({ accessTokenSeconds: 86_400 }, database);
    onTestFinished(checking.close);
    await checking.app.listen({ port: 0, host: '127.0.0.1' });
    const window = new Listener((checking.app.server.address() as AddressInfo).port, token);
    await window.admitted(1);
    // A heartbeat without news is stored after 5 s only.
    vi.setSystemTime(Date.now() + 6000);
    await beat(late, 'waiting');
    await beat(device);
    const heard = Date.now();
    vi.setSystemTime(heard + 41_900);
    expect(await attendees(lesson.id)).toMatchObject([{ state: 'watching' }, { state: 'knocking' }]);
    vi.setSystemTime(heard + 42_100);
    const [offline, ...more] = await attendees(lesson.id);
    expect(offline).toMatchObject({ id: device.attendee_id, state: 'offline' });
    expect(Math.abs(Date.parse(offline.since) - heard)).toBeLessThan(100);
    expect(more).toEqual([]);
    const changed = { type: 'attendance_changed', section_id: lesson.id };
    // Those of the heartbeats may still be on their way.
    await pause(1200);
    window.heard.length = 0;
    vi.advanceTimersByTime(2000);
    // A poll would advance the clock.
    for (let tries = 0; tries < 100 && window.heard.length === 0; tries++) await pause(20);
    expect(window.heard).toContainEqual(changed);
    const again = Date.now();
    await beat(device);
    await beat(late, 'waiting');
    const back = await attendees(lesson.id);
    expect(back).toMatchObject([{ state: 'watching' }, { state: 'knocking' }]);
    expect(Date.parse(back[0].since)).toBeGreaterThanOrEqual(again);
    window.socket.close();
  });
});

describe('security 53: a report of a student’s device', () => {
  let ids = 0;
  /** On the instance whose caches the tests read. */
  const report = (device: Device, events: object[], at = server) =>
    at.call('POST', '/attend/reports/', { body: { events }, ...byDevice(device) });
  const logs = async (id: number) =>
    (await server.call('GET', `/detection/logs/?section=${id}`, { token })).body.results;
  /** @param epoch of a heartbeat */
  const away = (epoch: string, changes: object = {}) => ({
    id: `e${++ids}`,
    activity_type: 'no_face',
    epoch,
    elapsed_ms: 0,
    ...changes,
  });
  const epochOf = async (device: Device) => (await beat(device)).body.epoch;
  const statuses = (answer: { body: { results: { status: string }[] } }) =>
    answer.body.results.map(({ status }) => status);
  const clockAt = (moment: number) => vi.useFakeTimers({ toFake: ['Date'], now: moment });

  test('is about its student and lesson, whatever it says, and tells where it is from', async () => {
    const [lesson, elsewhere] = [await newLesson(), await newLesson()];
    const device = await admitted(lesson, kai);
    const event = away(await epochOf(device), {
      details: 'Dismissed by Ada Muster: the camera was broken',
      ...{ student_email: mei, section_id: elsewhere.id, source: 'Room 12', timestamp: '2020-01-01T00:00:00Z' },
    });
    const answer = await report(device, [event]);
    expect(answer).toMatchObject({ status: 200, body: { results: [{ id: event.id, status: 'recorded' }] } });
    const shown = { student_email: kai, activity_type: 'no_face', details: 'No face found', ended_at: null };
    const { session_id } = await listed(lesson.id);
    expect(await logs(lesson.id)).toMatchObject([{ ...shown, source: "student's device", session_id }]);
    expect(await logs(elsewhere.id)).toEqual([]);
    const { body } = await report(device, [{ ...event, id: 'x', activity_type: 'phone' }]);
    expect(body.results).toEqual([{ id: 'x', status: 'refused', detail: expect.stringContaining('activity_type') }]);
  });

  test('is recorded once, however often and wherever it is sent, and so is its end', async () => {
    const lesson = await newLesson();
    const [device, neighbour] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    const start = Date.now();
    clockAt(start + 60_000);
    const epoch = await epochOf(device);
    clockAt(start + 70_000);
    const event = away(epoch);
    const twice = await Promise.all([server, other].map((at) => report(device, [event, event], at)));
    expect(twice.flatMap(statuses).toSorted()).toEqual(['duplicate', 'duplicate', 'duplicate', 'recorded']);
    const end = { ...event, elapsed_ms: 5000, ended_elapsed_ms: 9000 };
    const ends = await Promise.all([server, other].map((at) => report(device, [end], at)));
    expect(ends.flatMap(statuses).toSorted()).toEqual(['duplicate', 'recorded']);
    await expect.poll(() => logs(lesson.id)).toMatchObject([{ details: 'No face found for 9 s' }]);
    const [log] = await logs(lesson.id);
    expect(Date.parse(log.ended_at) - Date.parse(log.timestamp)).toBe(9000);
    // The last word has been said.
    const later = { ...end, ended_elapsed_ms: 10_000 };
    expect(statuses(await report(device, [event, later]))).toEqual(['duplicate', 'duplicate']);
    expect(await logs(lesson.id)).toEqual([log]);
    // Start and end in one report, as after an outage; another student's ids are their own.
    const whole = away(await epochOf(neighbour), { id: event.id });
    const both = await report(neighbour, [whole, { ...whole, ended_elapsed_ms: 1 }]);
    expect(statuses(both)).toEqual(['recorded', 'recorded']);
    expect(await logs(lesson.id)).toHaveLength(2);
  });

  test('counts from a heartbeat, from the admission until now; each event by itself and in any order', async () => {
    const lesson = await newLesson();
    const device = await knock(lesson.code, kai);
    const early = await epochOf(device);
    const start = Date.now();
    clockAt(start + 60_000);
    await admit(lesson.id, device);
    clockAt(start + 120_000);
    const epoch = await epochOf(device);
    clockAt(start + 180_000);
    const answer = await report(device, [
      away(epoch, { elapsed_ms: 60_000 }),
      away(epoch, { elapsed_ms: -15_000, ended_elapsed_ms: -5000 }),
      away(early),
      away(epoch, { elapsed_ms: -66_000 }),
      away(epoch, { elapsed_ms: 66_000 }),
      away(epoch, { elapsed_ms: 0, ended_elapsed_ms: 66_000 }),
      away(epoch, { elapsed_ms: 0, ended_elapsed_ms: -1 }),
      away('yesterday'),
      { id: 7 },
      away(epoch, { id: 'a\u0000b' }),
      away(epoch, { elapsed_ms: 1, ended_elapsed_ms: 9000 }),
    ]);
    expect(statuses(answer)).toEqual([
      ...['recorded', 'recorded', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
      ...['refused', 'recorded'],
    ]);
    const details = answer.body.results.map(({ detail }: { detail?: string }) => detail);
    expect(details[2]).toBe('This was before you were admitted.');
    expect(details[4]).toBe('This is still to come by the server’s clock.');
    const seen = (await logs(lesson.id)).map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp) - start);
    for (const [index, milliseconds] of [180_000, 120_001, 105_000].entries())
      expect(Math.abs(seen[index] - milliseconds)).toBeLessThan(2);
  });

  test('is refused without an admission, from a replaced device, and after the lesson', async () => {
    const lesson = await newLesson();
    const first = await knock(lesson.code, kai);
    const epoch = await epochOf(first);
    expect(await report(first, [away(epoch)])).toMatchObject({
      status: 403,
      body: { detail: 'Your teacher has not admitted you to this lesson.' },
    });
    await admit(lesson.id, first);
    const second = await admitted(lesson, kai);
    expect(await report(first, [away(epoch)])).toMatchObject({ status: 403 });
    const thrownOut = await admitted(lesson, mei);
    await refuse(lesson.id, thrownOut);
    expect(await report(thrownOut, [away(epoch)])).toMatchObject({ status: 403 });

    clockAt(Date.now() + 60_000);
    const inLesson = await epochOf(second);
    await stop(lesson.id);
    const end = Date.now();
    await post('/detection/sessions/start/', { section_id: lesson.id, is_active: true });
    clockAt(end + 60_000);
    const late = await report(second, [
      away(inLesson),
      away(inLesson, { activity_type: 'left_page', elapsed_ms: -4000, ended_elapsed_ms: 50_000 }),
      away(inLesson, { elapsed_ms: 50_000 }),
    ]);
    expect(statuses(late)).toEqual(['recorded', 'recorded', 'refused']);
    expect(late.body.results[2].detail).toBe('The lesson is over.');
    clockAt(end + 121_000);
    expect(statuses(await report(second, [away(inLesson)]))).toEqual(['refused']);
    const recorded = await logs(lesson.id);
    expect(recorded).toHaveLength(2);
    const { session_id } = await listed(lesson.id);
    for (const log of recorded) {
      expect(log.session_id).not.toBe(session_id);
      if (log.ended_at !== null) expect(Date.parse(log.ended_at)).toBeLessThanOrEqual(end);
    }
  });

  test.each(['left_page', 'suspicious_application'])('that a student left the page is named so: %s', async (kind) => {
    const lesson = await newLesson();
    const device = await admitted(lesson, kai);
    await report(device, [away(await epochOf(device), { activity_type: kind })]);
    expect(await logs(lesson.id)).toMatchObject([{ activity_type: 'left_page', details: 'Left the page' }]);
  });

  test('that is refused does not make the lesson look badly watched; it is in the audit trail', async () => {
    const lesson = await newLesson();
    const [device, liar] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    await beat(device);
    const epoch = await epochOf(liar);
    expect(statuses(await report(liar, [away(epoch, { elapsed_ms: 3_600_000 })]))).toEqual(['refused']);
    const status = await server.call('GET', `/detection/sessions/status/${lesson.id}/`, { token });
    expect(status.body).toMatchObject({ agents_state: 'watching', agents_refusal: null });
    const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, lesson.id));
    await expect
      .poll(entries)
      .toContainEqual(
        expect.objectContaining({ action: 'report refused', detail: expect.stringContaining('attendance') }),
      );
  });

  test('is limited: 120 events a minute, on all instances together', async () => {
    const lesson = await newLesson();
    const device = await admitted(lesson, kai);
    const epoch = await epochOf(device);
    const events = (count: number) => Array.from({ length: count }, () => away(epoch));
    for (const count of [50, 50, 20]) expect((await report(device, events(count), server)).status).toBe(200);
    expect((await report(device, events(1), server)).status).toBe(429);
    if (database.isShared) expect((await report(device, events(1), other)).status).toBe(429);
    // They all overlap.
    expect(await logs(lesson.id)).toHaveLength(1);
  });

  test('is one of its kind at a time: none is too short or overlaps another, in whatever order they come', async () => {
    const lesson = await newLesson();
    const [device, neighbour] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    const start = Date.now();
    clockAt(start + 300_000);
    const epoch = await epochOf(device);
    const from = (seconds: number, to: number | null, activity_type = 'no_face') =>
      away(epoch, {
        activity_type,
        elapsed_ms: seconds * 1000 - 300_000,
        ...(to !== null && { ended_elapsed_ms: to * 1000 - 300_000 }),
      });
    const sent = async (...events: object[]) => statuses(await report(device, events));
    // An episode of each kind counts from its own length on.
    for (const [kind, seconds] of [
      ['no_face', 8],
      ['multiple_faces', 5],
      ['left_page', 3],
    ] as const)
      expect([kind, await sent(from(10, 10 + seconds - 0.1, kind), from(20, 20 + seconds, kind))]).toEqual([
        kind,
        ['refused', 'recorded'],
      ]);
    // A hundred that overlap come to one; others' and other kinds do not count.
    const many = Array.from({ length: 40 }, (_, index) => from(60 + index / 1000, 70));
    expect((await sent(...many)).filter((status) => status === 'recorded')).toHaveLength(1);
    expect(statuses(await report(neighbour, [from(60, 70)]))).toEqual(['recorded']);
    expect(await sent(from(60, 70, 'multiple_faces'))).toEqual(['recorded']);
    // Earlier ones may come later, as after an outage, and refused ones stay refused.
    const inside = from(61, 69);
    expect(await sent(from(50, 60), inside, from(70, 78), from(59, 80))).toEqual([
      ...['recorded', 'refused', 'recorded', 'refused'],
    ]);
    expect(await sent(inside)).toEqual(['refused']);
    // Two instances at once.
    const twins = [server, other].map((at) => report(device, [from(90, 99)], at));
    expect((await Promise.all(twins)).flatMap(statuses).toSorted()).toEqual(['recorded', 'refused']);
    // One that goes on is replaced by the next, when it has lasted as long as it must; then its end comes too late.
    const open = from(110, null);
    expect(await sent(open, from(117, null))).toEqual(['recorded', 'refused']);
    const next = from(150, null);
    expect(await sent(next, { ...open, ended_elapsed_ms: -100_000 })).toEqual(['recorded', 'duplicate']);
    // An end that comes too early is put off.
    expect(await sent({ ...next, ended_elapsed_ms: -149_999 })).toEqual(['recorded']);
    const newest = (await logs(lesson.id)).slice(0, 2);
    expect(newest.map(({ details }: { details: string }) => details)).toEqual(Array(2).fill('No face found for 8 s'));
  });

  test('without an end is ended when its device fell silent, left or was replaced, until the device says better', async () => {
    const lesson = await newLesson([kai, mei]);
    const [silent, leaving] = [await admitted(lesson, kai), await admitted(lesson, mei)];
    const start = Date.now();
    clockAt(start + 10_000);
    const epoch = await epochOf(silent);
    const event = away(epoch);
    clockAt(start + 20_000);
    await report(silent, [event]);
    await report(leaving, [away(await epochOf(leaving))]);
    clockAt(start + 30_000);
    const heard = Date.now();
    await beat(silent);
    await beat(leaving);
    await server.call('POST', '/attend/leave/', byDevice(leaving));
    const close = async () => {
      for (const closing of [server, other].map(({ app }) => startClosingEpisodes(database.db, app.log)))
        await closing.close();
    };
    const ends = async () =>
      (await logs(lesson.id)).map(({ student_email, ended_at }: Record<string, string>) => [
        student_email,
        ended_at === null ? null : Math.round((Date.parse(ended_at ?? '') - heard) / 1000),
      ]);
    for (const milliseconds of [20_000, 41_900]) {
      clockAt(heard + milliseconds);
      await close();
      await expect.poll(ends).toEqual([
        [mei, 0],
        [kai, null],
      ]);
    }
    clockAt(heard + 43_000);
    const { newer } = (await server.call('GET', `/detection/logs/?section=${lesson.id}`, { token })).body;
    await close();
    const changed = async () => (await server.call('GET', newer, { token })).body.results;
    await expect.poll(changed).toMatchObject([{ student_email: kai }]);
    await expect.poll(async () => (await ends())[1]).toEqual([kai, 0]);
    // Back from an outage.
    clockAt(heard + 100_000);
    expect(statuses(await report(silent, [{ ...event, ended_elapsed_ms: 100_000 }]))).toEqual(['recorded']);
    await close();
    expect((await ends())[1]).toEqual([kai, 80]);
  });
});

test('admissions are in the audit trail by id, and a student’s export has their attendance', async () => {
  const lesson = await newLesson();
  const device = await admitted(lesson, kai);
  await refuse(lesson.id, await knock(lesson.code, mei));
  const entries = () => database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, lesson.id));
  await expect
    .poll(async () => (await entries()).map(({ action }) => action))
    .toEqual(expect.arrayContaining(['students admitted', 'students turned away']));
  const [entry] = (await entries()).filter(({ action }) => action === 'students admitted');
  expect(entry).toMatchObject({ detail: `student ${await idOf(kai)}`, times: 1 });
  const text = await exportStudent(database.db, await idOf(kai), async (chunks) => {
    let whole = '';
    for await (const chunk of chunks) whole += chunk;
    return whole;
  });
  const [session] = await database.db
    .select()
    .from(detectionSessions)
    .where(eq(detectionSessions.sectionId, lesson.id));
  expect(JSON.parse(text).attendances).toContainEqual({
    section_id: lesson.id,
    lesson_started_at: session?.startedAt.toISOString(),
    typed_name: null,
    typed_email: null,
    knocked_at: expect.any(String),
    admitted_at: expect.any(String),
    last_heard_at: expect.any(String),
    status: 'admitted',
    last_state: null,
    reason: '',
    sends_pictures: false,
    earlier_states: [],
  });
  expect(text).not.toContain(device.token);
});
