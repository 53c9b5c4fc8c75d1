import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countMistakes, describeMistakes } from '../src/domain/detection/mistakes';
import { findStudent } from '../src/domain/school/exportStudent';
import { auditEntries } from '../src/domain/tables/audit';
import { detections } from '../src/domain/tables/detection';
import { byDevice, callsOf } from './support/lessons';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, newEventId, newTeacher, type TestTeacher } from './support/teachers';

/* What students' devices report is the teacher's choice, and how often that was a mistake is counted. */

let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  teacher = await newTeacher(server);
});
afterAll(() => server.close());

const { post, ...calls } = callsOf(() => ({ server, teacher }));
const choose = (section: number, is_reported: boolean, activity_type = 'multiple_faces', token?: string) =>
  post(`/section/${section}/reported-kinds/`, { activity_type, is_reported }, token);

async function newLesson() {
  const lesson = await calls.newLesson([kai]);
  const device = await calls.admitted(lesson, kai);
  const beat = async () => (await calls.beat(device)).body;
  const send = async (event: object) => {
    const body = { events: [{ epoch: (await beat()).epoch, elapsed_ms: 0, ...event }] };
    return (await server.call('POST', '/attend/reports/', { ...byDevice(device), body })).body.results[0];
  };
  return { section: lesson.id, beat, send };
}

test('security 62: what the teacher has switched off is not recorded from students’ devices, which are told; agents go on', async () => {
  const { section, beat, send } = await newLesson();
  const told = async () => (await beat()).lesson.ignored_kinds;
  expect(await told()).toEqual([]);
  const begun = { id: newEventId(), activity_type: 'multiple_faces' };
  expect((await send(begun)).status).toBe('recorded');
  expect((await choose(section, false)).body).toMatchObject({ id: section, ignored_kinds: ['multiple_faces'] });
  expect(await told()).toEqual(['multiple_faces']);
  // What has begun before ends.
  expect((await send({ ...begun, ended_elapsed_ms: 5000 })).status).toBe('recorded');
  expect(await send({ id: newEventId(), activity_type: 'multiple_faces', elapsed_ms: 6000 })).toMatchObject({
    status: 'refused',
    detail: expect.stringMatching(/./),
  });
  const late = { id: newEventId(), activity_type: 'multiple_faces', elapsed_ms: -5000, ended_elapsed_ms: 0 };
  expect(await send(late)).toMatchObject({ status: 'refused', detail: 'Your teacher has switched these reports off.' });
  expect((await send({ id: newEventId(), activity_type: 'no_face' })).status).toBe('recorded');
  const agents = await server.call('POST', '/detection/logs/', {
    headers: { 'x-agent-key': agentKey },
    body: [{ id: newEventId(), section_id: section, student_email: kai, activity_type: 'multiple_faces' }],
  });
  expect(agents.body.recorded).toBe(1);
  // Twice is once, and back on is on.
  await choose(section, false);
  expect((await choose(section, false, 'no_face')).body.ignored_kinds).toEqual(['multiple_faces', 'no_face']);
  expect((await choose(section, true)).body.ignored_kinds).toEqual(['no_face']);
  const listed = (await server.call('GET', '/section/list/', { token: teacher.access })).body;
  expect(listed.at(-1)).toMatchObject({ id: section, ignored_kinds: ['no_face'] });
  const entries = () => server.database.db.select().from(auditEntries).where(eq(auditEntries.sectionId, section));
  await expect
    .poll(entries)
    .toContainEqual(expect.objectContaining({ action: 'reports chosen', detail: 'multiple_faces: no longer' }));
});

test('only the section’s teacher chooses, among what devices report', async () => {
  const { section } = await newLesson();
  const { access } = await newTeacher(server);
  expect((await choose(section, false, 'no_face', access)).status).toBe(404);
  expect((await choose(section, false, 'phone')).status).toBe(400);
});

test('mistakes are counted by kind and episode over the school, without a name', async () => {
  const { db } = server.database;
  await db.delete(detections);
  expect(describeMistakes(await countMistakes(db))).toBe('No detection has been reviewed yet.');
  const { section } = await newLesson();
  const studentId = Number(await findStudent(db, kai));
  const start = Date.now();
  const at = (seconds: number, activityType: string, reviewNote: string | null, source = "student's device") => ({
    ...{ sectionId: section, studentId, activityType, source, seenAt: new Date(start - seconds * 1000) },
    ...(reviewNote !== null && { reviewState: 'dismissed' as const, reviewNote, reviewedAt: new Date() }),
  });
  await db.insert(detections).values([
    // Within a minute of each other: one episode, whose first part was reviewed.
    at(100, 'no_face', 'Mistake'),
    at(60, 'no_face', null),
    at(400, 'no_face', 'Allowed'),
    at(800, 'no_face', null),
    at(100, 'phone_detected', 'Mistake: a calculator', 'Room 12'),
  ]);
  expect(describeMistakes(await countMistakes(db)).split('\n')).toEqual([
    'Dismissed as mistakes:',
    'students’ devices\tno_face\t1 of 2 reviewed',
    'other agents\tphone_detected\t1 of 1 reviewed',
  ]);
});
