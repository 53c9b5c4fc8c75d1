import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type RegisterLesson, recordedOf } from '../src/domain/attendance/registerRule';
import { deleteStudent } from '../src/domain/school/changeStudents';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { registerCorrections } from '../src/domain/tables/attendance';
import { auditEntries } from '../src/domain/tables/audit';
import { students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, type Device } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newTeacher, type TestTeacher } from './support/teachers';

/* Who attended a lesson. The tests move the clock; times are minutes after the lesson's start. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
let everybody: { id: number; email: string; name: string }[];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  teacher = await newTeacher(server);
  everybody = await database.db.select().from(students).orderBy(students.id);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const calls = callsOf(() => ({ server, teacher }));
const { post, get } = calls;

/** A lesson of the first students of the directory, with the clock at its start. */
async function newLesson(count: number) {
  const pupils = everybody.slice(0, count);
  const lesson = await calls.newLesson(pupils.map(({ email }) => email));
  const { session_id } = await calls.listed(lesson.id);
  const path = `/attendance/sections/${lesson.id}/lessons/${session_id}/register/`;
  const start = Date.parse((await get(path)).started_at);
  const at = (minute: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minute * 60_000 });
  at(0);
  const minutesOf = (time: string | null) => time && (Date.parse(time) - start) / 60_000;
  return {
    ...{ lesson, session_id: Number(session_id), path, pupils, at, minutesOf },
    async lines() {
      const { rows } = await get(path);
      return new Map<string, Record<string, unknown>>(
        rows.map(({ email, entry }: { email: string; entry: Record<string, string | null> }) => [
          email,
          { ...entry, from: minutesOf(entry.from ?? null), to: minutesOf(entry.to ?? null) },
        ]),
      );
    },
  };
}

interface Truth {
  state: string;
  from?: number;
  to?: number;
  late?: number;
  early?: number;
  excused?: [part: string, reason: string];
}

/** The lesson runs for 30 minutes, ends, is resumed at 40 and ends at 55: 45 minutes. */
test('the register is the truth of thirty students: late, left, returned, declined, excused, absent, replaced, resumed', async () => {
  const { lesson, pupils, at, lines } = await newLesson(30);
  const [here, other] = [new Map<number, Device>(), new Map<number, Device>()];
  const emailOf = (pupil: number) => pupils[pupil - 1]!.email;
  const idOf = (pupil: number) => pupils[pupil - 1]!.id;
  const knock = async (pupil: number) => {
    const device = await calls.knock(lesson.code, emailOf(pupil));
    here.set(pupil, device);
    return device;
  };
  const beat = async (pupil: number, state = 'watching') => {
    const device = here.get(pupil);
    if (device) await calls.beat(device, state);
  };
  const come = async (pupil: number, state = 'watching') => {
    await calls.admit(lesson.id, await knock(pupil));
    await beat(pupil, state);
  };
  const leave = async (pupil: number) => {
    await beat(pupil);
    await server.call('POST', '/attend/leave/', byDevice(here.get(pupil)!));
    here.delete(pupil);
  };
  const excuse = (pupil: number, minutes: number, reason: string) =>
    post('/attendance/excuse/', { section_id: lesson.id, student_id: idOf(pupil), minutes, reason });
  const declined = new Map([
    [15, 'unwatched'],
    [16, 'no_picture'],
    [17, 'unwatched'],
    [18, 'unwatched'],
  ]);
  const everybodyBeats = () => Promise.all([...here.keys()].map((pupil) => beat(pupil, declined.get(pupil))));
  const script: [minute: number, work: () => Promise<unknown>][] = [
    ...[1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 17, 22, 23, 27, 29].map((pupil): [number, () => Promise<void>] => [
      1,
      () => come(pupil, declined.get(pupil)),
    ]),
    [1, () => excuse(19, 120, 'ill')],
    [1, () => excuse(21, 14, 'dentist')],
    [1.5, everybodyBeats],
    [3, () => post('/attendance/badges/', { section_id: lesson.id, student_ids: [idOf(30)] })],
    [4, () => knock(10)],
    [4, () => knock(25)],
    [5, () => come(7)],
    [5, () => come(26)],
    [6, () => come(8)],
    [7, () => calls.refuse(lesson.id, here.get(25)!)],
    [7, () => Promise.resolve(here.delete(25))],
    [8, () => come(18, 'unwatched')],
    [9, () => beat(17)],
    [9.5, () => beat(17)],
    [10, () => leave(13)],
    [10, () => Promise.resolve(other.set(27, here.get(27)!))],
    [10, () => come(27)],
    [12, () => calls.admit(lesson.id, here.get(10)!)],
    [12, () => beat(10)],
    [
      13,
      () =>
        post('/attendance/refuse/', {
          section_id: lesson.id,
          ids: [here.get(26)!.attendee_id],
          was_somebody_else: true,
        }),
    ],
    [13, () => Promise.resolve(here.delete(26))],
    [15, () => come(13)],
    [15, () => come(21)],
    [20, () => come(9)],
    [20, () => excuse(20, 10, 'music')],
    [20, () => excuse(22, 5, 'toilet')],
    [20, () => beat(14)],
    [20, () => Promise.resolve(here.delete(14))],
    [25, () => leave(11)],
    [25, () => excuse(23, 120, 'sick')],
    [25, () => leave(23)],
    [30, everybodyBeats],
    [30, () => calls.stop(lesson.id)],
    [30, () => Promise.resolve(here.delete(29))],
    [40, () => post('/detection/sessions/resume/', { section_id: lesson.id })],
    [40, everybodyBeats],
    [42, () => come(28)],
    [52, () => leave(12)],
    [55, everybodyBeats],
    [55, () => calls.stop(lesson.id)],
  ];
  for (const [minute, work] of script) {
    at(minute);
    const answer = await work();
    // The badge is scanned as soon as it is made.
    if (Object(answer).body?.badges) {
      const [{ secret }] = Object(answer).body.badges;
      const redeemed = await server.call('POST', '/attend/redeem/', { body: { link: secret } });
      expect(redeemed.status).toBe(201);
      here.set(30, redeemed.body);
      await beat(30);
    }
  }
  const onTime: Truth = { state: 'present', from: 1 };
  const truth: Record<number, Truth> = {
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((pupil) => [pupil, onTime])),
    7: { state: 'present', from: 5 },
    8: { state: 'present', from: 6, late: 6 },
    9: { state: 'present', from: 20, late: 20 },
    10: { state: 'present', from: 4 },
    11: { ...onTime, to: 25, early: 20 },
    12: { ...onTime, to: 52 },
    13: onTime,
    14: { ...onTime, to: 20, early: 25 },
    15: { state: 'no_camera', from: 1 },
    16: { state: 'no_camera', from: 1 },
    17: onTime,
    18: { state: 'no_camera', from: 8, late: 8 },
    19: { state: 'excused', excused: ['whole', 'ill'] },
    20: { state: 'excused', excused: ['part', 'music'] },
    21: { state: 'present', from: 15, excused: ['part', 'dentist'] },
    22: { ...onTime, excused: ['part', 'toilet'] },
    23: { ...onTime, to: 25, excused: ['part', 'sick'] },
    24: { state: 'absent' },
    25: { state: 'absent' },
    26: { state: 'absent' },
    27: onTime,
    28: { state: 'present', from: 42, late: 32 },
    29: { ...onTime, to: 30, early: 15 },
    30: { state: 'present', from: 3 },
  };
  const found = await lines();
  for (const [pupil, { state, from = null, to = null, late = 0, early = 0, excused }] of Object.entries(truth)) {
    expect(found.get(emailOf(Number(pupil))), `student ${pupil}`).toEqual({
      ...{ state, recorded_state: state, from, to, late_minutes: late, early_minutes: early },
      ...{ excused: excused?.[0] ?? null, excuse_reason: excused?.[1] ?? '', correction: null },
    });
  }
  expect(found.size).toBe(30);
}, 60_000);

test('the register lists who was in the section when the lesson ended, and who attended besides', async () => {
  const { lesson, pupils, path, at } = await newLesson(4);
  const [stays, guest, leaves, goesBefore] = pupils as [Pupil, Pupil, Pupil, Pupil];
  const remove = ({ email }: Pupil) => post(`/section/${lesson.id}/remove-students/`, { student_emails: [email] });
  await calls.admitted(lesson, guest.email);
  at(5);
  await remove(guest);
  await remove(goesBefore);
  at(10);
  await calls.stop(lesson.id);
  at(20);
  await remove(leaves);
  await post(`/section/${lesson.id}/add-students/`, { student_emails: [everybody[9]!.email] });
  const { rows } = await get(path);
  const listed = rows.map((row: Record<string, unknown>) => [row.student_id, row.is_member, Object(row.entry).state]);
  expect(new Set(listed)).toEqual(
    new Set([
      [stays.id, true, 'absent'],
      [guest.id, false, 'no_camera'],
      [leaves.id, false, 'absent'],
    ]),
  );
});
type Pupil = (typeof everybody)[number];

test('security 68: nobody is absent from a lesson to which nobody was admitted', async () => {
  const { lesson, path, pupils, at, lines } = await newLesson(2);
  await post('/attendance/excuse/', { section_id: lesson.id, student_id: pupils[1]!.id, minutes: 90, reason: 'ill' });
  at(45);
  await calls.stop(lesson.id);
  expect((await get(path)).is_taken).toBe(false);
  expect([...(await lines()).values()].map(({ state }) => state).toSorted()).toEqual(['excused', 'unknown']);
});

test('security 68: a teacher corrects a line with a reason, instead of an earlier correction, and takes it back', async () => {
  const { lesson, session_id, path, pupils, at } = await newLesson(3);
  const [late, missing] = pupils as [Pupil, Pupil];
  at(9);
  await calls.admitted(lesson, late.email);
  at(20);
  const correct = (student: Pupil, body: object, method: 'PUT' | 'DELETE' = 'PUT') =>
    server.call(method, `${path}${student.id}/`, { token: teacher.access, ...(method === 'PUT' && { body }) });
  const entryIn = ({ body }: { body: { rows: { student_id: number; entry: object }[] } }, { id }: Pupil) =>
    body.rows.find(({ student_id }) => student_id === id)?.entry;
  await correct(missing, { state: 'absent', reason: 'first' });
  const corrected = await correct(missing, { state: 'excused', reason: ' school\u202e trip\n' });
  expect(entryIn(corrected, missing)).toMatchObject({
    ...{ state: 'excused', recorded_state: 'absent', from: null },
    correction: { state: 'excused', reason: 'school trip', by: 'Ada Muster', corrected_at: expect.any(String) },
  });
  expect(entryIn(corrected, late)).toMatchObject({ state: 'no_camera', late_minutes: 9 });
  expect(entryIn(await correct(late, { state: 'present', reason: 'bus' }), late)).toMatchObject({
    ...{ state: 'present', recorded_state: 'no_camera', late_minutes: 0 },
  });
  for (let time = 0; time < 2; time++)
    expect(entryIn(await correct(late, {}, 'DELETE'), late)).toMatchObject({
      ...{ state: 'no_camera', late_minutes: 9, correction: null },
    });

  for (const [student, body, status] of [
    [missing, { state: 'late', reason: 'x' }, 400],
    [missing, { state: 'absent', reason: ' ' }, 400],
    [missing, { state: 'absent', reason: 'x'.repeat(201) }, 400],
    [everybody[9]!, { state: 'absent', reason: 'x' }, 404],
  ] as const)
    expect((await correct(student, body)).status).toBe(status);
  const otherLesson = await newLesson(3);
  const elsewhere = `/attendance/sections/${lesson.id}/lessons/${otherLesson.session_id}/register/`;
  const body = { state: 'absent', reason: 'x' };
  const token = teacher.access;
  expect((await server.call('PUT', `${elsewhere}${missing.id}/`, { token, body })).status).toBe(404);

  const noted = async () => {
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, lesson.id));
    return entries.map(({ action, detail }) => `${action}: ${detail}`);
  };
  const line = (student: Pupil) => `lesson ${session_id}, student ${student.id}`;
  await expect
    .poll(noted, { timeout: 5000 })
    .toEqual(
      expect.arrayContaining([
        `register corrected: ${line(missing)}: absent`,
        `register corrected: ${line(missing)}: excused`,
        `correction taken back: ${line(late)}`,
      ]),
    );
  expect((await noted()).filter((entry) => entry.startsWith('correction taken back'))).toHaveLength(1);
});

test('a correction outlives the account of the teacher who made it, and dies with its student', async () => {
  const { lesson, path, pupils } = await newLesson(2);
  const [student] = pupils as [Pupil];
  const coTeacher = await newTeacher(server);
  await post(`/section/${lesson.id}/teachers/`, { email: coTeacher.email, role: 'co-teacher', until: null });
  const body = { state: 'present', reason: 'sat in front' };
  await server.call('PUT', `${path}${student.id}/`, { token: coTeacher.access, body });
  await deleteAccount(database.db, coTeacher.email);
  const { rows } = await get(path);
  expect(rows.find((row: { student_id: number }) => row.student_id === student.id).entry).toMatchObject({
    ...{ state: 'present', correction: { by: null } },
  });
  await deleteStudent(database.db, student.id);
  everybody = everybody.filter(({ id }) => id !== student.id);
  const isTheirs = eq(registerCorrections.studentId, student.id);
  expect(await database.db.$count(registerCorrections, isTheirs)).toBe(0);
});

test('the registers of a period are those of the lessons that began in it, oldest first', async () => {
  const { lesson, session_id, at } = await newLesson(2);
  await calls.stop(lesson.id);
  at(60);
  await calls.start(lesson.id);
  const period = async (from: number, to: number) => {
    at(from);
    const since = new Date().toISOString();
    at(to);
    const until = new Date().toISOString();
    const query = `from=${encodeURIComponent(since)}&to=${encodeURIComponent(until)}`;
    const { registers, more } = await get(`/attendance/sections/${lesson.id}/registers/?${query}`);
    expect(more).toBe(0);
    return registers.map((register: { session_id: number }) => register.session_id);
  };
  const both = await period(-1, 61);
  expect(both).toEqual([session_id, expect.any(Number)]);
  expect(await period(0, 60)).toEqual([session_id]);
  expect(await period(60, 61)).toEqual([both[1]]);
});

const minute = 60_000;
const whole: RegisterLesson = { from: 0, to: 45 * minute, isOver: true, isTaken: true, breaks: [] };

test.each([
  ['comes 5 min after the start', 5, 0],
  ['comes a second later', 5 + 1 / 60, 5],
  ['waited at the door before the start', -3, 0],
])('late by: who %s', (_who, came, late) => {
  const seat = { cameAt: came * minute, wentAt: null, watched: true };
  expect(recordedOf(whole, [seat], [])).toMatchObject({ lateMinutes: late, from: Math.max(0, came * minute) });
});

test('who goes in a running lesson is not early: it is not known when it ends', () => {
  const seat = { cameAt: 0, wentAt: 10 * minute, watched: true };
  expect(recordedOf({ ...whole, isOver: false }, [seat], [])).toMatchObject({ earlyMinutes: 0, to: 10 * minute });
  expect(recordedOf(whole, [seat], [])).toMatchObject({ earlyMinutes: 35 });
});

test('an excuse that begins within the grace is of the whole lesson; the longest says why', () => {
  const excuse = (from: number, to: number, reason: string) => ({ from: from * minute, to: to * minute, reason });
  const of = (...excuses: ReturnType<typeof excuse>[]) => {
    const { state, excused, excuseReason } = recordedOf(whole, [], excuses);
    return [state, excused, excuseReason];
  };
  expect(of(excuse(5, 120, 'ill'))).toEqual(['excused', 'whole', 'ill']);
  expect(of(excuse(6, 120, 'ill'))).toEqual(['excused', 'part', 'ill']);
  expect(of(excuse(0, 10, 'short'), excuse(10, 45, 'long'))).toEqual(['excused', 'whole', 'long']);
  expect(of()).toEqual(['absent', null, '']);
});

test('who is reported by a program of the school alone was there, unless it found no face', () => {
  const state = (...given: Parameters<typeof recordedOf>) => recordedOf(...given).state;
  expect(state(whole, [], [], 'somebody')).toBe('present');
  expect(state(whole, [], [], 'nobody')).toBe('unknown');
  expect(state({ ...whole, isTaken: false }, [], [], 'somebody')).toBe('present');
  const excuse = { from: 0, to: 45 * minute, reason: 'ill' };
  expect(state(whole, [], [excuse], 'somebody')).toBe('present');
  expect(state(whole, [], [excuse], 'nobody')).toBe('excused');
  // What their own device says is more exact.
  expect(state(whole, [{ cameAt: 0, wentAt: null, watched: false }], [], 'somebody')).toBe('no_camera');
});
