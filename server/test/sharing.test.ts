import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { startHousekeeping } from '../src/domain/housekeeping';
import { publishingIn } from '../src/domain/live/transactAndPublish';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { moveSection } from '../src/domain/school/moveSection';
import { startEndingSharings } from '../src/domain/section/sharing';
import { teachers } from '../src/domain/tables/account';
import { auditEntries } from '../src/domain/tables/audit';
import { endedSharings, sectionTeachers } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { readContract } from '../src/platform/http/contract';
import { report, sighting } from './support/lessons';
import { Listener } from './support/listener';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import {
  kai,
  logIn,
  mailTo,
  mei,
  newEmail,
  newSection,
  newTeacher,
  password,
  register,
  type TestTeacher,
  verify,
} from './support/teachers';

/* One section, its owner, and those with whom it is shared, or was. */

/** Two instances on one database. */
let database: OpenDatabase;
let one: TestServer;
let other: TestServer;
let owner: TestTeacher;
let coTeacher: TestTeacher;
let substitute: TestTeacher;
let stranger: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  one = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  other = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
  stranger = await newTeacher(one);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

const hour = 3_600_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const nowhere = { detail: 'Section not found.' };

let id: number;
// Invitations to a teacher, and of one, are limited.
beforeEach(async () => {
  [owner, coTeacher, substitute] = [await newTeacher(one), await newTeacher(one), await newTeacher(one)];
  id = await newSection(one, owner, [kai, mei]);
});

const post = (teacher: TestTeacher, path: string, body: object, server = one) =>
  server.call('POST', path, { token: teacher.access, body });
const get = (teacher: TestTeacher, path: string, server = one) => server.call('GET', path, { token: teacher.access });
const shareWith = (email: string, role: string, until: string | null = null, by = owner) =>
  post(by, `/section/${id}/teachers/`, { email, role, until });
const remove = (email: string, by = owner) => post(by, `/section/${id}/remove-teacher/`, { email });
const start = (teacher: TestTeacher) =>
  post(teacher, '/detection/sessions/start/', { section_id: id, is_active: true });
const stop = (teacher: TestTeacher) => post(teacher, '/detection/sessions/stop/', { section_id: id });
const listed = async (teacher: TestTeacher, server = one) =>
  (await get(teacher, '/section/list/', server)).body.find((section: { id: number }) => section.id === id);
const logsOf = async (teacher: TestTeacher) => (await get(teacher, `/detection/logs/?section=${id}`)).body;
const lessonsOf = async (teacher: TestTeacher) =>
  (await get(teacher, `/detection/sessions/?section=${id}`)).body.results;
/** Ends a sharing by the clock, as nobody notices before somebody asks. */
const expire = (email: string) =>
  database.db
    .update(sectionTeachers)
    .set({ until: new Date(Date.now() - 1) })
    .where(eq(sectionTeachers.email, email));

/** Runs a lesson with a log of Kai. @returns the lesson's and the log's id */
async function lessonOf(teacher: TestTeacher, end: TestTeacher | null = teacher) {
  await start(teacher);
  await report(one, sighting(id, { screenshot: drawSeat(1) }));
  const [log] = (await logsOf(owner)).results;
  if (end) await stop(end);
  return { lesson: Number(log.session_id), log: Number(log.id), screenshot: String(log.screenshot) };
}

/** Who may make a call. Of the others, teachers of the section get a 403 with a sentence, and strangers a 404. */
type Least = 'substitute' | 'co-teacher' | 'owner';

/** Every call that names a section: who may make it, and how. A new one fails the test until it stands here. */
function callsInSection({ lesson, log, student }: Record<'lesson' | 'log' | 'student', number>) {
  const to = (path: string, body?: object) => ({ path, body });
  const here = { section_id: id };
  const calls: Record<string, [Least, { path: string; body: object | undefined }]> = {
    addStudents: ['co-teacher', to(`/section/${id}/add-students/`, { student_emails: [kai] })],
    removeStudents: ['co-teacher', to(`/section/${id}/remove-students/`, { student_emails: ['nobody@x.example'] })],
    giveStudentEmail: ['co-teacher', to(`/section/${id}/student-email/`, { student_id: student, email: newEmail() })],
    renameSection: ['co-teacher', to(`/section/${id}/rename/`, { name: '8b', subject: 'Physics' })],
    askForPictures: ['co-teacher', to(`/section/${id}/pictures/`, { asks_for_pictures: true })],
    chooseReportedKind: [
      'co-teacher',
      to(`/section/${id}/reported-kinds/`, { activity_type: 'no_face', is_reported: true }),
    ],
    arrangeRoom: ['substitute', to(`/section/${id}/room/`, { version: 0, places: [] })],
    listSectionTeachers: ['co-teacher', to(`/section/${id}/teachers/`)],
    shareSection: [
      'co-teacher',
      to(`/section/${id}/teachers/`, { email: newEmail(), role: 'substitute', until: later(hour) }),
    ],
    removeSectionTeacher: ['co-teacher', to(`/section/${id}/remove-teacher/`, { email: 'nobody@x.example' })],
    listBadges: ['co-teacher', to(`/attendance/badges/${id}/`)],
    makeBadges: ['co-teacher', to('/attendance/badges/', { ...here, student_ids: [1] })],
    revokeBadges: ['co-teacher', to('/attendance/revoke-badges/', { ...here, student_ids: [1] })],
    deleteSection: ['owner', to(`/section/${id}/delete/`, { password: 'wrong' })],
    startSession: ['substitute', to('/detection/sessions/start/', { ...here, is_active: true })],
    extendSession: ['substitute', to('/detection/sessions/extend/', { ...here, minutes: 5 })],
    pauseSession: ['substitute', to('/detection/sessions/pause/', { ...here, reason: 'x' })],
    resumeSession: ['substitute', to('/detection/sessions/resume/', here)],
    getSessionStatus: ['substitute', to(`/detection/sessions/status/${id}/`)],
    listLessons: ['substitute', to(`/detection/sessions/?section=${id}`)],
    listLogs: ['substitute', to(`/detection/logs/?section=${id}`)],
    listAttendees: ['substitute', to(`/attendance/sections/${id}/`)],
    getCoverage: ['co-teacher', to(`/attendance/sections/${id}/lessons/${lesson}/coverage/`)],
    getRegister: ['co-teacher', to(`/attendance/sections/${id}/lessons/${lesson}/register/`)],
    // A substitute corrects the running lesson only.
    correctRegister: [
      'co-teacher',
      to(`/attendance/sections/${id}/lessons/${lesson}/register/${student}/`, { state: 'absent', reason: 'x' }),
    ],
    takeBackCorrection: ['co-teacher', to(`/attendance/sections/${id}/lessons/${lesson}/register/${student}/`)],
    listRegisters: ['substitute', to(`/attendance/sections/${id}/registers/?from=${later(-hour)}&to=${later(hour)}`)],
    getStudentRecord: ['co-teacher', to(`/attendance/sections/${id}/students/${student}/record/`)],
    inviteStudents: ['substitute', to('/attendance/invite/', here)],
    admitStudents: ['substitute', to('/attendance/admit/', { ...here, ids: [1] })],
    admitNumber: ['substitute', to('/attendance/admit-number/', { ...here, number: '11' })],
    refuseStudents: ['substitute', to('/attendance/refuse/', { ...here, ids: [1] })],
    refuseWaiting: ['substitute', to('/attendance/refuse-waiting/', { ...here, up_to: 1 })],
    excuseStudent: ['substitute', to('/attendance/excuse/', { ...here, student_id: student, minutes: 5, reason: 'x' })],
    endExcuse: ['substitute', to('/attendance/end-excuse/', { ...here, student_id: 1 })],
    sendLinks: ['substitute', to('/attendance/links/', { ...here, student_ids: [2 ** 31 - 1] })],
    revokeLinks: ['substitute', to('/attendance/revoke-links/', { ...here, student_ids: [1] })],
    reviewLogs: ['co-teacher', to('/detection/logs/review/', { ids: [log], state: 'seen' })],
    replyToAnswer: ['co-teacher', to('/detection/logs/reply/', { id: log, text: 'x' })],
    describeLesson: ['co-teacher', to(`/detection/sessions/${lesson}/describe/`, { title: 'Cells' })],
    deleteLog: ['owner', to(`/detection/logs/${log}/`)],
    deleteLesson: ['owner', to(`/detection/sessions/${lesson}/`)],
    stopSession: ['substitute', to('/detection/sessions/stop/', here)],
  };
  return calls;
}

const ranks: Least[] = ['substitute', 'co-teacher', 'owner'];

/** Returns the teachers' calls of the contract that name a section, a lesson or a log. */
const namingSection = () =>
  readContract().filter(
    ({ security, route, bodyFields, query }) =>
      security === undefined &&
      (/^\/section\/:id\/|:sectionId|^\/detection\/(logs|sessions)\/(:id|review|reply)/.test(route) ||
        bodyFields.includes('section_id') ||
        'section' in Object(query).properties),
  );

describe('what a section is to whom', () => {
  test('security 64, 68, 69: every call of a section asks what the teacher may do there', async () => {
    await shareWith(coTeacher.email, 'co-teacher');
    await shareWith(substitute.email, 'substitute', later(hour));
    const [expired, removed] = [await newTeacher(one), await newTeacher(one)];
    await shareWith(expired.email, 'co-teacher', later(hour));
    await shareWith(removed.email, 'co-teacher');
    await expire(expired.email);
    await remove(removed.email);
    const student = (await listed(owner)).students[0].id;
    const calls = callsInSection({ ...(await lessonOf(owner)), student });
    await start(owner);
    const contract = namingSection();
    expect(contract.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(calls).toSorted());
    const order = Object.keys(calls);
    const inOrder = contract.toSorted((a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId));
    for (const { operationId, method } of inOrder) {
      const [least, { path, body }] = calls[operationId]!;
      const call = ({ access: token }: TestTeacher) => one.call(method, path, { token, ...(body && { body }) });
      for (const nobody of [stranger, expired, removed]) {
        const { status, body: answer } = await call(nobody);
        expect(status, `${operationId} by a stranger`).toBe(404);
        expect(answer.detail, operationId).toMatch(/^(Section|Lesson|Log) not found\.$/);
      }
      for (const [role, teacher] of [
        ['substitute', substitute],
        ['co-teacher', coTeacher],
      ] as const) {
        const { status, body: answer } = await call(teacher);
        if (ranks.indexOf(role) >= ranks.indexOf(least)) {
          expect([403, 404], `${operationId} by a ${role}`).not.toContain(status);
        } else {
          expect(status, `${operationId} by a ${role}`).toBe(403);
          expect(answer.detail).toMatch(role === 'substitute' && least !== 'owner' ? /as a substitute until/ : /./);
        }
      }
    }
    expect(await listed(owner)).toBeDefined();
  });

  test('a shared section is listed with whose it is and until when, and a substitute gets no more than they need', async () => {
    const until = later(hour);
    await shareWith(coTeacher.email, 'co-teacher');
    await shareWith(substitute.email, 'substitute', until);
    const own = await listed(owner);
    expect(own).not.toHaveProperty('shared');
    expect(own.shareable).toBe(true);
    expect(await listed(coTeacher)).toEqual({
      ...own,
      shared: { role: 'co-teacher', until: null, owner: 'Ada Muster' },
    });
    expect(await listed(substitute)).toEqual({
      ...{ id, name: '8b', subject: 'Physics', students: own.students },
      ...{ was_started: false, attendable: true, lesson_minutes: null, room: own.room },
      shared: { role: 'substitute', until, owner: 'Ada Muster' },
    });
    expect(await listed(stranger)).toBeUndefined();
    const renamed = await post(coTeacher, `/section/${id}/rename/`, { name: '8c', subject: 'Art' });
    expect(renamed.body).toMatchObject({ name: '8c', shared: { role: 'co-teacher' } });
  });

  test('security 64: a substitute reads the running lesson, and those that they started or stopped', async () => {
    const earlier = await lessonOf(owner);
    await shareWith(substitute.email, 'substitute', later(hour));
    const sessions = async () => (await lessonsOf(substitute)).map((lesson: { id: number }) => lesson.id);
    const logs = async () => (await logsOf(substitute)).results.map((log: { id: number }) => log.id);
    const coverage = (lesson: number) => get(substitute, `/attendance/sections/${id}/lessons/${lesson}/coverage/`);
    expect(await sessions()).toEqual([]);
    expect(await logsOf(substitute)).toEqual({ results: [], count: 0, next: null });
    expect((await coverage(earlier.lesson)).status).toBe(403);
    expect((await post(substitute, '/detection/sessions/resume/', { section_id: id })).status).toBe(403);
    expect((await get(substitute, `/detection/sessions/status/${id}/`)).body.resumable_until).toBeNull();
    expect((await get(owner, `/detection/sessions/status/${id}/`)).body.resumable_until).not.toBeNull();

    const running = await lessonOf(owner, null);
    expect(await sessions()).toEqual([running.lesson]);
    expect(await logs()).toEqual([running.log]);
    expect((await coverage(running.lesson)).status).toBe(200);
    const both = { ids: [running.log, earlier.log], state: 'seen' };
    expect((await post(substitute, '/detection/logs/review/', both)).status).toBe(403);
    expect((await post(substitute, '/detection/logs/review/', { ...both, ids: [running.log] })).status).toBe(200);
    await stop(owner);
    expect(await sessions()).toEqual([]);
    expect(await logs()).toEqual([]);

    const own = await lessonOf(substitute);
    const stopped = await lessonOf(owner, substitute);
    expect(await sessions()).toEqual([stopped.lesson, own.lesson]);
    expect(await logs()).toEqual([stopped.log, own.log]);
    expect((await coverage(own.lesson)).status).toBe(200);
    expect((await get(substitute, `/detection/sessions/status/${id}/`)).body.resumable_until).not.toBeNull();
    const { newer } = await logsOf(owner);
    expect((await get(substitute, String(newer))).status).toBe(409);
    const before = `/detection/logs/?section=${id}&before=${own.log}`;
    expect((await get(substitute, before)).status).toBe(409);
  });

  test('security 68: a substitute corrects the register of the running lesson, and reads none of earlier ones', async () => {
    const earlier = await lessonOf(owner);
    await shareWith(substitute.email, 'substitute', later(hour));
    const running = await lessonOf(owner, null);
    const student = (await listed(owner)).students[0].id;
    const body = { state: 'excused', reason: 'ill' };
    const correct = (lesson: number) =>
      one.call('PUT', `/attendance/sections/${id}/lessons/${lesson}/register/${student}/`, {
        ...{ token: substitute.access, body },
      });
    expect((await correct(earlier.lesson)).status).toBe(403);
    expect((await correct(running.lesson)).status).toBe(200);
    const period = `/attendance/sections/${id}/registers/?from=${later(-hour)}&to=${later(hour)}`;
    const ids = async (teacher: TestTeacher) =>
      (await get(teacher, period)).body.registers.map((register: { session_id: number }) => register.session_id);
    expect(await ids(substitute)).toEqual([running.lesson]);
    expect(await ids(owner)).toEqual([earlier.lesson, running.lesson]);
    await stop(substitute);
    // They stopped it, so they still read it.
    expect(await ids(substitute)).toEqual([running.lesson]);
    expect((await correct(running.lesson)).status).toBe(403);
  });

  test('security 64: what was shared ends at its time or at once, also in answers that were cached and pictures', async () => {
    for (const end of [() => expire(substitute.email), () => remove(substitute.email)]) {
      id = await newSection(one, owner, [kai]);
      await shareWith(substitute.email, 'substitute', later(hour));
      await lessonOf(substitute, null);
      const [{ screenshot }] = (await logsOf(substitute)).results;
      const mine = async (server: TestServer) => [
        (await get(substitute, `/detection/logs/?section=${id}`, server)).status,
        (await get(substitute, screenshot, server)).status,
        await listed(substitute, server),
      ];
      for (const server of [one, other])
        expect(await mine(server)).toEqual([200, 200, expect.objectContaining({ id })]);
      expect((await get(stranger, screenshot)).status).toBe(200);
      await end();
      for (const server of [one, other]) expect(await mine(server)).toEqual([404, 404, undefined]);
      expect(await listed(owner)).toBeDefined();
    }
  });

  test('security 64: a teacher is told for 30 days that a sharing with them ended, and nobody else', async () => {
    const endedFor = async (teacher: TestTeacher) => (await get(teacher, '/section/ended-sharings/')).body;
    const told = { section_id: id, owner: 'Ada Muster' };
    const until = later(800);
    await shareWith(substitute.email, 'substitute', until);
    await shareWith(coTeacher.email, 'co-teacher');
    expect(await endedFor(substitute)).toEqual([]);
    await remove(coTeacher.email);
    const [removed] = await endedFor(coTeacher);
    expect(removed).toMatchObject(told);
    expect(Math.abs(Date.now() - Date.parse(removed.ended_at))).toBeLessThan(10_000);
    await pause(900);
    const ending = startEndingSharings(database.db, one.app.log);
    await expect.poll(() => endedFor(substitute)).toEqual([{ ...told, ended_at: until }]);
    await ending.close();
    for (const teacher of [owner, stranger]) expect(await endedFor(teacher)).toEqual([]);
    expect((await get(stranger, `/section/${id}/teachers/`)).body).toEqual(nowhere);
    expect((await get(substitute, `/section/${id}/teachers/`)).body).toEqual(nowhere);

    await shareWith(substitute.email, 'substitute', later(hour));
    expect(await endedFor(substitute)).toEqual([]);
    const housekeeping = async (days: number) => {
      const done = vi.fn();
      const log = { ...one.app.log, info: done } as unknown as FastifyBaseLogger;
      const endedAt = new Date(Date.now() - days * 24 * hour);
      await database.db.update(endedSharings).set({ endedAt }).where(eq(endedSharings.email, coTeacher.email));
      const started = startHousekeeping(database, { retentionDays: undefined, auditDays: 365 }, log);
      await expect.poll(() => done.mock.calls.length).toBe(1);
      await started.close();
      return (await endedFor(coTeacher)).length;
    };
    expect([await housekeeping(29.9), await housekeeping(30.1)]).toEqual([1, 0]);

    await shareWith(coTeacher.email, 'co-teacher');
    await remove(coTeacher.email);
    expect(await endedFor(coTeacher)).toHaveLength(1);
    await one.call('DELETE', `/section/${id}/delete/`, { token: owner.access, body: { password } });
    expect(await endedFor(coTeacher)).toEqual([]);
  });

  test('security 64: the address of a picture names the teacher to whom it was given', async () => {
    await shareWith(coTeacher.email, 'co-teacher');
    const { screenshot } = await lessonOf(owner);
    const [theirs] = (await logsOf(coTeacher)).results;
    const readBy = async (address: string) => {
      expect((await one.call('GET', address)).status).toBe(200);
      await pause(0);
    };
    await readBy(screenshot);
    await readBy(theirs.screenshot);
    const parameters = new URL(theirs.screenshot, 'http://localhost').searchParams;
    const forged = theirs.screenshot.replace(`teacher=${parameters.get('teacher')}`, 'teacher=1');
    expect((await one.call('GET', forged)).status).toBe(403);
    const emails = async () => {
      const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
      return entries.flatMap(({ action, teacherEmail }) => (action === 'screenshots read' ? [teacherEmail] : []));
    };
    await expect.poll(emails, { timeout: 5000 }).toEqual(expect.arrayContaining([owner.email, coTeacher.email]));
  });

  test('a teacher who gives a section away reads nothing of it, not even from a cache', async () => {
    const [from, into] = [await newTeacher(one), await newTeacher(one)];
    const moved = await newSection(one, from, [kai]);
    const logs = (teacher: TestTeacher) => get(teacher, `/detection/logs/?section=${moved}`);
    expect((await logs(from)).status).toBe(200);
    await post(from, `/section/${moved}/teachers/`, { email: into.email, role: 'substitute', until: null });
    await database.db.transaction((tx) => moveSection(publishingIn(tx), moved, into.email));
    await expect.poll(async () => (await logs(from)).status).toBe(404);
    expect((await logs(into)).status).toBe(200);
    const [section] = (await get(into, '/section/list/')).body;
    expect(section).not.toHaveProperty('shared');
  });
});

describe('the live channel of a shared section', () => {
  const windows: Listener[] = [];
  const windowOf = async ({ access }: TestTeacher, { app }: TestServer) => {
    const window = new Listener((app.server.address() as AddressInfo).port, access);
    windows.push(window);
    await expect.poll(() => window.heartbeats).toBeGreaterThan(0);
    return window;
  };
  const heardOfThis = ({ heard }: Listener) =>
    heard.filter((message) => Object(message).section_id === id).map((message) => Object(message).type);
  const startAndReport = async () => {
    await start(owner);
    await report(one, sighting(id));
    await stop(owner);
  };
  const all = expect.arrayContaining(['detection_start', 'status_update', 'logs_changed']);

  test('security 64: is heard by its teachers on every instance, from and until the moment that it is shared', async () => {
    const [owns, teaches, stands, nobody] = [
      await windowOf(owner, one),
      await windowOf(coTeacher, other),
      await windowOf(substitute, other),
      await windowOf(stranger, one),
    ];
    await shareWith(coTeacher.email, 'co-teacher');
    await expect.poll(() => teaches.sectionsAnnounced).toBe(1);
    await startAndReport();
    for (const window of [owns, teaches]) await expect.poll(() => heardOfThis(window)).toEqual(all);
    expect(heardOfThis(stands)).toEqual([]);

    await shareWith(substitute.email, 'substitute', later(hour));
    await expect.poll(() => stands.sectionsAnnounced).toBe(1);
    await startAndReport();
    await expect.poll(() => heardOfThis(stands)).toEqual(all);
    const requested = await windowOf(substitute, one);
    requested.socket.send('{"type":"get_status"}');
    await expect.poll(() => heardOfThis(requested)).toEqual(['status_update']);

    await remove(coTeacher.email);
    await shareWith(substitute.email, 'substitute', later(800));
    await expect.poll(() => [teaches.sectionsAnnounced, stands.sectionsAnnounced]).toEqual([3, 3]);
    await pause(900);
    for (const { heard } of windows) heard.splice(0);
    await startAndReport();
    await expect.poll(() => heardOfThis(owns)).toEqual(all);
    await pause(300);
    for (const window of [teaches, stands, requested, nobody]) expect(heardOfThis(window)).toEqual([]);
    for (const { socket } of windows.splice(0)) socket.close();
  });

  test('tells the windows of all who teach a section that somebody is invited or gone', async () => {
    const windows = [await windowOf(owner, one), await windowOf(coTeacher, other)];
    const announced = () => windows.map(({ sectionsAnnounced }) => sectionsAnnounced);
    await shareWith(coTeacher.email, 'co-teacher');
    await expect.poll(announced).toEqual([1, 1]);
    await shareWith(newEmail(), 'substitute', later(hour));
    await expect.poll(announced).toEqual([2, 2]);
    await shareWith(substitute.email, 'substitute', later(hour));
    await expect.poll(announced).toEqual([3, 3]);
    await remove(substitute.email, substitute);
    await expect.poll(announced).toEqual([4, 4]);
    for (const { socket } of windows) socket.close();
  });

  test('tells the windows of a teacher whose time is over, and records it', async () => {
    await shareWith(substitute.email, 'substitute', later(hour));
    const window = await windowOf(substitute, other);
    await expire(substitute.email);
    const ending = [one, other].map(({ app }) => startEndingSharings(database.db, app.log));
    await expect.poll(() => window.sectionsAnnounced).toBeGreaterThan(0);
    await Promise.all(ending.map(({ close }) => close()));
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
    const ended = entries.filter(({ action }) => action === 'sharing ended');
    expect(ended).toMatchObject([{ detail: `${substitute.email}, at its end time`, teacherEmail: owner.email }]);
    const left = await database.db.select().from(sectionTeachers).where(eq(sectionTeachers.sectionId, id));
    expect(left).toEqual([]);
    window.socket.close();
  });
});

describe('sharing a section', () => {
  test('lists who teaches it, changes how and until when, and ends', async () => {
    const until = later(hour);
    await shareWith(coTeacher.email, 'co-teacher');
    const shared = await shareWith(` ${substitute.email.toUpperCase()} `, 'substitute', until);
    expect(shared).toMatchObject({
      status: 200,
      body: {
        owner: { name: 'Ada Muster', email: owner.email },
        teachers: [
          { email: coTeacher.email, role: 'co-teacher', until: null },
          { email: substitute.email, role: 'substitute', until },
        ],
      },
    });
    const changed = await shareWith(substitute.email, 'co-teacher', null, coTeacher);
    expect(changed.body.teachers[1]).toEqual({ email: substitute.email, role: 'co-teacher', until: null });
    expect((await get(substitute, `/section/${id}/teachers/`)).body).toEqual(changed.body);
    expect((await remove(substitute.email)).status).toBe(204);
    expect((await remove(substitute.email)).status).toBe(204);
    expect((await get(owner, `/section/${id}/teachers/`)).body.teachers).toHaveLength(1);
  });

  test('tells a removed teacher by mail, and leaves a lesson that they have started to the others', async () => {
    await shareWith(substitute.email, 'substitute');
    await shareWith(coTeacher.email, 'co-teacher');
    await start(substitute);
    await remove(substitute.email, coTeacher);
    const { text } = await mailTo(one, substitute.email);
    expect(text).toContain('has removed you from the section');
    expect(text).toContain('A lesson that you have started there goes on');
    expect((await get(owner, `/detection/sessions/status/${id}/`)).body.is_active).toBe(true);
    expect((await stop(substitute)).body).toEqual(nowhere);
    expect((await stop(owner)).status).toBe(200);
    await remove(coTeacher.email, coTeacher);
    expect((await mailTo(one, coTeacher.email)).text).not.toContain('has removed you');
  });

  test('can be left by the teacher with whom it is shared, and by nobody for another', async () => {
    await shareWith(coTeacher.email, 'co-teacher');
    await shareWith(substitute.email, 'substitute');
    expect((await remove(coTeacher.email, substitute)).status).toBe(403);
    expect((await remove(substitute.email, substitute)).status).toBe(204);
    expect((await remove(substitute.email, substitute)).body).toEqual(nowhere);
    expect(await listed(substitute)).toBeUndefined();
  });

  test.each<[string, () => object, object]>([
    ['its owner', () => ({ email: owner.email }), { email: ['This is your own email.'] }],
    ['an end in the past', () => ({ until: later(-1) }), { until: ['This time is past.'] }],
    [
      'an end in two years',
      () => ({ until: later(2 * 366 * 86_400_000) }),
      expect.objectContaining({ until: [expect.any(String)] }),
    ],
    ['no email', () => ({ email: 'nobody' }), expect.objectContaining({ email: [expect.any(String)] })],
    ['another role', () => ({ role: 'owner' }), expect.objectContaining({ role: [expect.any(String)] })],
  ])('refuses %s', async (_what, changes, body) => {
    const sharing = { email: newEmail(), role: 'substitute', until: null, ...changes() };
    expect(await post(owner, `/section/${id}/teachers/`, sharing)).toMatchObject({ status: 400, body });
  });

  test('security 65: a co-teacher shares it no longer than it is shared with them', async () => {
    const until = later(hour);
    await shareWith(coTeacher.email, 'co-teacher', until);
    for (const end of [null, later(2 * hour)]) {
      const refused = await shareWith(newEmail(), 'co-teacher', end, coTeacher);
      expect(refused).toMatchObject({ status: 400, body: { until: [expect.any(String)] } });
    }
    expect((await shareWith(newEmail(), 'co-teacher', until, coTeacher)).status).toBe(200);
    expect((await shareWith(owner.email, 'substitute', until, coTeacher)).status).toBe(400);
    expect(await listed(owner)).not.toHaveProperty('shared');
  });

  test('at most twenty further teachers', async () => {
    for (let count = 0; count < 20; count++) expect((await shareWith(newEmail(), 'substitute')).status).toBe(200);
    expect((await shareWith(newEmail(), 'substitute')).status).toBe(409);
  });

  test('security 65: an email with an account and one without get the same answer and the same mail', async () => {
    const sharer = await newTeacher(one);
    const unknown = newEmail();
    const mails: string[] = [];
    const answers: unknown[] = [];
    for (const email of [stranger.email, unknown]) {
      const section = await newSection(one, sharer);
      const shared = await post(sharer, `/section/${section}/teachers/`, { email, role: 'substitute', until: null });
      const text = JSON.stringify([shared.status, shared.body]).replaceAll(email, 'EMAIL');
      answers.push(text);
      mails.push((await mailTo(one, email)).text.replace(encodeURIComponent(email), 'EMAIL'));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(mails[0]).toBe(mails[1]);
    expect(mails[0]).toContain('shares the section 8b with you');
    expect(mails[0]).toContain('/register#email=EMAIL\n');
  });

  test('security 65: without an account, nothing is shared until the email is verified', async () => {
    const email = newEmail();
    await shareWith(email, 'substitute', later(hour));
    await register(one, email);
    expect((await logIn(one, email)).status).not.toBe(200);
    await verify(one, email);
    const { body } = await logIn(one, email);
    expect(await listed({ email, ...body })).toMatchObject({ id, shared: { role: 'substitute' } });
    expect((await start({ email, ...body })).status).toBe(200);
  });

  test('is limited: thirty a day to an email, from all teachers together', async () => {
    const [sharer, email] = [await newTeacher(one), newEmail()];
    const section = await newSection(one, sharer);
    const again = async () => {
      await post(sharer, `/section/${section}/remove-teacher/`, { email });
      return (await post(sharer, `/section/${section}/teachers/`, { email, role: 'substitute', until: null })).status;
    };
    for (let count = 0; count < 30; count++) expect(await again()).toBe(200);
    expect(await again()).toBe(429);
  });

  test('security 42, 65: is in the audit trail, with who started and stopped lessons', async () => {
    await shareWith(substitute.email, 'substitute', null);
    await start(substitute);
    await stop(coTeacher);
    await stop(owner);
    await remove(substitute.email);
    const entries = async () => {
      const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, id));
      return rows.map(({ action, teacherEmail, detail }) => [action, teacherEmail, detail].join(' | '));
    };
    const sharing = `${substitute.email}, substitute, no end date`;
    await expect
      .poll(entries, { timeout: 5000 })
      .toEqual(
        expect.arrayContaining([
          `section shared | ${owner.email} | ${sharing}`,
          `sharing ended | ${owner.email} | ${sharing}`,
          `detection started | ${substitute.email} | `,
          `detection stopped | ${owner.email} | `,
          expect.stringContaining(`refused | ${coTeacher.email} | `),
        ]),
      );
  });

  test('ends with the account of the teacher with whom it is shared, and with the section', async () => {
    const leaving = await newTeacher(one);
    await shareWith(leaving.email, 'substitute');
    await start(leaving);
    await deleteAccount(database.db, leaving.email);
    expect((await get(owner, `/section/${id}/teachers/`)).body.teachers).toEqual([]);
    await register(one, leaving.email);
    await verify(one, leaving.email);
    const { body } = await logIn(one, leaving.email);
    expect(await listed({ ...leaving, ...body })).toBeUndefined();
    const [lesson] = await lessonsOf(owner);
    expect(lesson).not.toHaveProperty('started_by');

    await shareWith(coTeacher.email, 'co-teacher');
    expect(await listed(coTeacher)).toBeDefined();
    await one.call('DELETE', `/section/${id}/delete/`, { token: owner.access, body: { password } });
    expect(await listed(coTeacher)).toBeUndefined();
  });
});

describe('lessons of a shared section', () => {
  test('say who started and stopped them, to everybody else', async () => {
    await database.db.update(teachers).set({ firstName: 'Sam' }).where(eq(teachers.email, substitute.email));
    await shareWith(substitute.email, 'substitute');
    await lessonOf(owner, substitute);
    const [seen] = await lessonsOf(owner);
    expect(seen).toMatchObject({ stopped_by: 'Sam Muster' });
    expect(seen).not.toHaveProperty('started_by');
    const [own] = await lessonsOf(substitute);
    expect(own).toMatchObject({ started_by: 'Ada Muster' });
    expect(own).not.toHaveProperty('stopped_by');
    // Taken back, nobody has stopped it.
    await post(owner, '/detection/sessions/resume/', { section_id: id });
    expect((await lessonsOf(owner))[0]).not.toHaveProperty('stopped_by');
  });

  test('count who waits and is to look at for all its teachers, and no earlier lesson for a substitute', async () => {
    await shareWith(coTeacher.email, 'co-teacher');
    await shareWith(substitute.email, 'substitute');
    await lessonOf(owner);
    // A window may first hear what the lesson before it has published.
    const isTold = async ({ access }: TestTeacher, expected: object) => {
      const window = new Listener((one.app.server.address() as AddressInfo).port, access);
      await window.admitted(1);
      const status = () => Object(window.heard.findLast((message) => Object(message).section_id === id)).status;
      await expect.poll(status).toBeDefined();
      await expect.poll(status).toEqual(expected);
      window.socket.close();
    };
    const counted = expect.objectContaining({ to_look_at: 1 });
    for (const teacher of [owner, coTeacher]) await isTold(teacher, counted);
    await isTold(substitute, expect.not.objectContaining({ to_look_at: expect.anything() }));
    await lessonOf(owner, null);
    await isTold(substitute, expect.objectContaining({ is_active: true, to_look_at: 1 }));
    await stop(owner);
  });
});
