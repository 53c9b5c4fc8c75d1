import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableTeacher, enableTeacher } from '../src/domain/school/administration';
import { deleteStudent, mergeStudents } from '../src/domain/school/changeStudents';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { importStudents } from '../src/domain/school/importStudents';
import { attendanceSpans, badges } from '../src/domain/tables/attendance';
import { excuses } from '../src/domain/tables/detection';
import { formerMembers, namedStudents, rosterStudents, students } from '../src/domain/tables/section';
import type { OpenDatabase } from '../src/platform/database/database';
import { Listener } from './support/listener';
import { agentKey, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { mailTo, newActiveSection, newEventId, newTeacher, type TestTeacher } from './support/teachers';

/* Somebody leaves during a lesson: a student the section or the directory, a record another one, a teacher the school. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

let people = 0;
/** Adds somebody to the directory. */
async function newStudent() {
  const email = `pupil${++people}@leaving.example`;
  await importStudents(database.db, `name,email\nPupil ${people},${email}`);
  const [student] = await database.db.select().from(students).where(eq(students.email, email));
  return student!;
}
type Student = Awaited<ReturnType<typeof newStudent>>;

const post = (path: string, body: object) => server.call('POST', path, { token: teacher.access, body });
async function newLesson(members: Student[]) {
  const section_id = await newActiveSection(
    server,
    teacher,
    members.map(({ email }) => email),
  );
  return { section_id, code: (await post('/attendance/invite/', { section_id })).body.code as string };
}
type Lesson = Awaited<ReturnType<typeof newLesson>>;

const knock = async ({ code }: Lesson, { id: student_id }: Student) =>
  (await server.call('POST', '/attend/knock/', { body: { code, student_id } })).body;
const withToken = (token: string) => ({ headers: { authorization: `Attend ${token}` } });
const beat = (token: string, state = 'watching') =>
  server.call('POST', '/attend/heartbeat/', { ...withToken(token), body: { state } });
const stateOf = async (token: string) => (await beat(token)).body.state;
/** @returns the token of an admitted device that watches */
async function attend(lesson: Lesson, student: Student): Promise<string> {
  const { attendee_id, token } = await knock(lesson, student);
  await post('/attendance/admit/', { section_id: lesson.section_id, ids: [attendee_id] });
  await beat(token);
  return token;
}
const seatsOf = async ({ section_id }: Lesson) =>
  (await server.call('GET', `/attendance/sections/${section_id}/`, { token: teacher.access })).body;
async function coverageOf({ section_id }: Lesson) {
  const { session_id } = await seatsOf({ section_id, code: '' });
  const path = `/attendance/sections/${section_id}/lessons/${session_id}/coverage/`;
  return (await server.call('GET', path, { token: teacher.access })).body;
}

/** Makes the change, and expects that the teacher's window is told. */
async function expectTold({ section_id }: Lesson, change: () => Promise<unknown>): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const page = await new Listener(port, teacher.access).admitted(1);
  // Messages of one section are sent once a second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  page.heard.splice(0);
  await change();
  await expect.poll(() => page.heard).toContainEqual({ type: 'attendance_changed', section_id });
  page.socket.close();
}

/** Columns that hold a student's or a teacher's id, as `table.column`. */
async function columnsOf(person: 'student' | 'teacher'): Promise<string[]> {
  const found = await database.db.execute(sql`
    select distinct table_name || '.' || column_name as name
    from information_schema.columns
    join pg_class on relname = table_name and relnamespace = 'public'::regnamespace and not relispartition
    where table_schema = 'public' and column_name like ${`%${person}_id`}
    union
    select conrelid::regclass::text || '.' || attname
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    join pg_class on pg_class.oid = conrelid and not relispartition
    where contype = 'f' and confrelid = ${`${person}s`}::regclass
    order by 1`);
  return (found as unknown as { rows: { name: string }[] }).rows.map(({ name }) => name);
}

/** Counts the rows with somebody's id, by column. */
async function rowsOf(person: 'student' | 'teacher', id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await columnsOf(person)) {
    const [table = '', column = ''] = name.split('.');
    const isTheirs = sql`${sql.identifier(column)} = ${id}`;
    const found = await database.db.execute(sql`select 1 from ${sql.identifier(table)} where ${isTheirs}`);
    counts[name] = (found as unknown as { rows: unknown[] }).rows.length;
  }
  return counts;
}

/** Gives a student a row in every table that has one. A new table fails the test until this fills it. */
async function fill(student: Student): Promise<{ lesson: Lesson; token: string }> {
  const lesson = await newLesson([student]);
  const { section_id } = lesson;
  const student_id = student.id;
  await post('/attendance/links/', { section_id, student_ids: [student_id] });
  const token = await attend(lesson, student);
  const event = { id: newEventId(), section_id, student_email: student.email, activity_type: 'no_face' };
  await server.call('POST', '/detection/logs/', { body: event, headers: { 'x-agent-key': agentKey } });
  await post('/attendance/excuse/', { section_id, student_id, minutes: 5, reason: 'toilet' });
  const badge = { sectionId: section_id, studentId: student_id, tokenHash: `badge ${student_id}`, madeAt: new Date() };
  await database.db.insert(badges).values(badge);
  await database.db.insert(formerMembers).values({ sectionId: section_id, studentId: student_id, leftAt: new Date() });
  const { session_id } = await seatsOf(lesson);
  await server.call('PUT', `/attendance/sections/${section_id}/lessons/${session_id}/register/${student_id}/`, {
    ...{ token: teacher.access, body: { state: 'present', reason: 'here' } },
  });
  await database.db.insert(namedStudents).values({ studentId: student_id, sectionId: section_id });
  await database.db.insert(rosterStudents).values({ sourcedId: `s${student_id}`, studentId: student_id });
  const rows = await rowsOf('student', student_id);
  expect(Object.keys(rows).filter((column) => rows[column] === 0)).toEqual([]);
  return { lesson, token };
}

test('security 41: merging moves the rows of every table with a student, and a running lesson goes on', async () => {
  teacher = await newTeacher(server);
  const [old, kept] = [await newStudent(), await newStudent()];
  const { lesson, token } = await fill(old);
  await fill(kept);
  const [ofOld, ofKept] = [await rowsOf('student', old.id), await rowsOf('student', kept.id)];
  await expectTold(lesson, () => mergeStudents(database.db, { fromId: old.id, intoId: kept.id }));
  const sums = Object.fromEntries(Object.entries(ofKept).map(([column, rows]) => [column, rows + ofOld[column]!]));
  // Two sections know them now.
  expect(await rowsOf('student', kept.id)).toEqual({ ...sums, 'named_students.student_id': 0 });
  expect(Object.values(await rowsOf('student', old.id)).every((rows) => rows === 0)).toBe(true);
  expect((await beat(token)).body).toMatchObject({ state: 'admitted', excused_until: expect.any(String) });
  expect((await seatsOf(lesson)).attendees).toMatchObject([{ student_id: kept.id, state: 'watching' }]);
  const { excuses: listed, students: covered } = await coverageOf(lesson);
  expect(listed).toMatchObject([{ student_id: kept.id, reason: 'toilet' }]);
  expect(covered).toMatchObject([{ student_id: kept.id, periods: [{ state: 'watching' }] }]);
});

test('merging two who attend one lesson keeps the later device, what the earlier one watched, and one link and excuse', async () => {
  teacher = await newTeacher(server);
  const [old, kept] = [await newStudent(), await newStudent()];
  const lesson = await newLesson([old, kept]);
  const [earlier, later] = [await attend(lesson, kept), await attend(lesson, old)];
  const { section_id } = lesson;
  await post('/attendance/links/', { section_id, student_ids: [old.id, kept.id] });
  for (const { id: student_id } of [old, kept])
    await post('/attendance/excuse/', { section_id, student_id, minutes: 5, reason: `of ${student_id}` });
  await mergeStudents(database.db, { fromId: old.id, intoId: kept.id });
  expect([await stateOf(earlier), await stateOf(later)]).toEqual(['taken_over', 'admitted']);
  const { attendees, excuses: current, links } = await seatsOf(lesson);
  expect(attendees).toMatchObject([{ student_id: kept.id, state: 'watching' }]);
  expect(current).toMatchObject([{ student_id: kept.id, reason: `of ${kept.id}` }]);
  expect(links).toHaveLength(1);
  expect(await database.db.select().from(excuses).where(eq(excuses.studentId, kept.id))).toHaveLength(2);
  expect(await database.db.select().from(attendanceSpans)).not.toEqual([]);
});

test('a student who is removed from the section in a lesson is told at the next heartbeat, and the teacher at once', async () => {
  teacher = await newTeacher(server);
  const [student, mate] = [await newStudent(), await newStudent()];
  const { lesson, token } = await fill(student);
  const { section_id } = lesson;
  const add = { student_emails: [mate.email] };
  await post(`/section/${section_id}/add-students/`, add);
  const [other, waiting] = [await attend(lesson, mate), (await knock(lesson, student)).token];
  await expectTold(lesson, () => post(`/section/${section_id}/remove-students/`, { student_emails: [student.email] }));
  expect([await stateOf(token), await stateOf(waiting), await stateOf(other)]).toEqual([
    'refused',
    'refused',
    'admitted',
  ]);
  const seats = await seatsOf(lesson);
  expect(seats).toMatchObject({ excuses: [], links: [] });
  expect(await rowsOf('student', student.id)).toEqual({
    'attendance_links.student_id': 0,
    'attendances.student_id': 2,
    'badges.student_id': 0,
    'detections.student_id': 1,
    'excuses.student_id': 1,
    'former_members.student_id': 2,
    'named_students.student_id': 1,
    'register_corrections.student_id': 1,
    'roster_students.student_id': 1,
    'section_students.student_id': 0,
  });
  // A teacher who admits them after all has them in the section.
  const refused = seats.attendees.find((one: { student_id: number }) => one.student_id === student.id);
  expect(refused.state).toBe('refused');
  await post('/attendance/admit/', { section_id, ids: [refused.id] });
  expect((await rowsOf('student', student.id))['section_students.student_id']).toBe(1);
});

test('the device of a student who is deleted in a lesson is forgotten, and the teacher is told', async () => {
  teacher = await newTeacher(server);
  const student = await newStudent();
  const { lesson, token } = await fill(student);
  await expectTold(lesson, () => deleteStudent(database.db, student.id));
  expect(Object.values(await rowsOf('student', student.id)).every((rows) => rows === 0)).toBe(true);
  expect((await beat(token)).status).toBe(401);
  expect((await seatsOf(lesson)).attendees).toEqual([]);
});

test('security 21: disabling a teacher ends their lessons, with code, links and attendances', async () => {
  teacher = await newTeacher(server);
  const [student, mate] = [await newStudent(), await newStudent()];
  const { lesson, token } = await fill(student);
  await post(`/section/${lesson.section_id}/add-students/`, { student_emails: [mate.email] });
  await post('/attendance/links/', { section_id: lesson.section_id, student_ids: [mate.id] });
  const link = new URL((await mailTo(server, mate.email)).link).hash.slice('#link='.length);
  expect(await disableTeacher(database.db, teacher.email)).toBe(true);
  expect(await stateOf(token)).toBe('ended');
  expect((await server.call('POST', '/attend/door/', { body: { code: lesson.code } })).status).toBe(404);
  expect((await server.call('POST', '/attend/link/', { body: { link } })).status).toBe(410);
  const event = { section_id: lesson.section_id, student_email: student.email, activity_type: 'no_face' };
  const body = [{ ...event, id: newEventId() }];
  const { results } = (await server.call('POST', '/detection/logs/', { body, headers: { 'x-agent-key': agentKey } }))
    .body;
  expect(results).not.toMatchObject([{ status: 201 }]);
  expect(await enableTeacher(database.db, teacher.email)).toBe(true);
});

test('deleting an account leaves its id in the audit trail only', async () => {
  teacher = await newTeacher(server);
  const { body } = await server.call('GET', '/account/current-user/', { token: teacher.access });
  const student = await newStudent();
  await database.db.update(students).set({ addedBy: body.id }).where(eq(students.id, student.id));
  const { token } = await fill(student);
  await server.call('POST', '/account/forgot-password/', { body: { email: teacher.email } });
  await expect.poll(async () => (await rowsOf('teacher', body.id))['password_resets.teacher_id']).toBe(1);
  const before = await rowsOf('teacher', body.id);
  expect(Object.keys(before)).toEqual([
    'audit_entries.teacher_id',
    'detection_sessions.ended_by_teacher_id',
    'detection_sessions.started_by_teacher_id',
    'detections.replied_by_teacher_id',
    'detections.reviewed_by_teacher_id',
    'email_codes.teacher_id',
    'password_resets.teacher_id',
    'register_corrections.corrected_by_teacher_id',
    'section_teachers.invited_by',
    'sections.teacher_id',
    'sign_ins.teacher_id',
    'students.added_by',
  ]);
  await deleteAccount(database.db, teacher.email);
  const { 'audit_entries.teacher_id': _, ...rest } = await rowsOf('teacher', body.id);
  expect(Object.values(rest).every((rows) => rows === 0)).toBe(true);
  expect((await beat(token)).status).toBe(401);
});
