import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { countToLookAt } from '../src/domain/detection/toLookAt';
import { exportStudent } from '../src/domain/school/exportStudent';
import { detections } from '../src/domain/tables/detection';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, type Device } from './support/lessons';
import { agentKey, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newEventId, newTeacher, type TestTeacher } from './support/teachers';

/* After a lesson the student reads what was recorded, and answers. The tests move the clock. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 30 * 86_400, retentionDays: 90 }, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const { post, idOf, logsOf, stop, ...calls } = callsOf(() => ({ server, teacher }));
const beat = async (device: Device) => (await calls.beat(device)).body;
const receiptOf = (device: Device) => server.call('GET', '/attend/receipt/', byDevice(device));
const answer = (device: Device, log_id: number, text: string) =>
  server.call('POST', '/attend/answer/', { body: { log_id, text }, ...byDevice(device) });
const moveTo = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });

async function newLesson() {
  const lesson = await calls.newLesson();
  return {
    section: lesson.id,
    knock: (email: string) => calls.knock(lesson.code, email),
    admit: (...devices: Device[]) => calls.admit(lesson.id, ...devices),
    join: (email: string) => calls.admitted(lesson, email),
  };
}

/** Reports an episode from the student's device. */
async function report(device: Device, activity_type = 'no_face', [from, to] = [-4000, 4000]) {
  const { epoch } = await beat(device);
  const event = { id: newEventId(), activity_type, epoch, elapsed_ms: from, ended_elapsed_ms: to };
  const { body } = await server.call('POST', '/attend/reports/', { body: { events: [event] }, ...byDevice(device) });
  expect(body.results).toMatchObject([{ status: 'recorded' }]);
}

test('a receipt says what was recorded, who has looked at it, when it was watched and when it is deleted', async () => {
  const { section, join } = await newLesson();
  const device = await join(kai);
  const start = Date.now();
  // The lesson could go on for as long as the server lets it.
  const { deleted_by, started_at } = (await beat(device)).lesson;
  expect(Date.parse(deleted_by) - Date.parse(started_at)).toBe((12 + 91 * 24) * 60 * minuteMs);
  moveTo(start + 2 * minuteMs);
  // Silent until now: observed at the start only.
  await report(device, 'no_face', [-60_000, -40_000]);
  await report(device, 'multiple_faces', [-50_000, -40_000]);
  await post('/attendance/excuse/', { section_id: section, student_id: await idOf(kai), minutes: 5, reason: 'nurse' });
  await server.call('POST', '/detection/logs/', {
    headers: { 'x-agent-key': agentKey },
    body: [kai, mei].map((student_email) => ({
      ...{ id: newEventId(), section_id: section, student_email, activity_type: 'phone_detected' },
      ...{ timestamp: new Date(start + 1.5 * minuteMs).toISOString(), screenshot: 'https://pictures.example/1' },
    })),
  });
  moveTo(start + 2.5 * minuteMs);
  await beat(device);
  moveTo(start + 3 * minuteMs);
  await stop(section);
  const log = (await logsOf(section)).find((one: { activity_type: string }) => one.activity_type === 'multiple_faces');
  await post('/detection/logs/review/', { ids: [log.id], state: 'dismissed', note: 'His sister' });

  const { status, body } = await receiptOf(device);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/His sister|lanternfield/i);
  const at = (time: string) => (Date.parse(time) - start) / minuteMs;
  expect(body).toMatchObject({ section: '8b', teacher: 'Ada Muster', more: 0, excuses: [{ reason: 'nurse' }] });
  expect(body.logs).toMatchObject([
    {
      activity_type: 'no_face',
      details: 'No face found for 20 s',
      source: "student's device",
      has_picture: false,
      review: null,
    },
    { activity_type: 'multiple_faces', review: { state: 'dismissed', by: 'Ada Muster' }, answer: null },
    { activity_type: 'phone_detected', has_picture: true },
  ]);
  const [first] = body.logs;
  expect(Date.parse(first.ended_at) - Date.parse(first.started_at)).toBe(20_000);
  expect(body.periods.map(({ state }: { state: string }) => state)).toEqual(['watching']);
  expect(at(body.periods[0].started_at)).toBeCloseTo(2, 1);
  expect(at(body.periods[0].ended_at)).toBeCloseTo(3, 1);
  expect(at(body.deleted_by)).toBeCloseTo(3 + 91 * 24 * 60, 1);
});

test('security 56: a token reads and answers its own student’s lesson only, as long as the lesson is kept', async () => {
  const { section, join, knock, admit } = await newLesson();
  const replaced = await join(kai);
  const [own, others, outside] = [await join(kai), await join(mei), await knock(mei)];
  for (const device of [own, others]) await report(device);
  expect(await receiptOf(own)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('is running') },
  });
  const [ofMei, ofKai] = (await logsOf(section)).map(({ id }: { id: number }) => id);
  expect((await answer(own, ofKai, 'x')).status).toBe(409);
  await stop(section);
  const end = Date.now();

  for (const device of [replaced, outside]) {
    expect((await receiptOf(device)).status).toBe(404);
    expect((await answer(device, ofKai, 'x')).status).toBe(404);
  }
  expect((await admit(replaced)).status).toBe(409);
  expect((await beat(replaced)).state).toBe('taken_over');
  for (const token of [teacher.access, agentKey]) {
    expect((await receiptOf({ token, attendee_id: 0 })).status).toBe(401);
    expect((await server.call('GET', '/attend/receipt/', { token })).status).toBe(401);
  }
  expect((await receiptOf(own)).body.logs.map(({ id }: { id: number }) => id)).toEqual([ofKai]);
  expect((await answer(own, ofMei, 'Not mine')).status).toBe(404);
  // Another lesson of the same student.
  await post('/detection/sessions/start/', { section_id: section, is_active: true });
  expect((await receiptOf(own)).body.logs).toHaveLength(1);

  moveTo(end + 29 * 24 * hourMs);
  expect((await answer(own, ofKai, 'A month later')).status).toBe(200);
  const told = (await logsOf(section)).map((log: { answer?: string }) => log.answer);
  expect(told).toEqual([undefined, 'A month later']);
  const [{ session_id }] = await logsOf(section);
  await server.call('DELETE', `/detection/sessions/${session_id}/`, { token: teacher.access });
  expect((await receiptOf(own)).status).toBe(401);
});

test('security 56: a device that left or was turned away reads and answers what it reported itself, and nothing of somebody else’s', async () => {
  const { section, join } = await newLesson();
  const refuse = (device: Device, was_somebody_else: boolean) =>
    post('/attendance/refuse/', { section_id: section, ids: [device.attendee_id], was_somebody_else });
  const left = await join(kai);
  await report(left);
  await server.call('POST', '/attend/leave/', { body: {}, ...byDevice(left) });
  const turnedAway = await join(mei);
  await report(turnedAway);
  await refuse(turnedAway, false);
  const disowned = await join(mei);
  await report(disowned, 'multiple_faces');
  await refuse(disowned, true);
  // The same student, on another device.
  const later = await join(kai);
  await report(later, 'multiple_faces');
  for (const device of [left, turnedAway]) expect((await receiptOf(device)).status).toBe(404);
  await stop(section);
  const kindsIn = async (device: Device) =>
    (await receiptOf(device)).body.logs.map(({ activity_type }: { activity_type: string }) => activity_type);
  expect(await kindsIn(left)).toEqual(['no_face']);
  expect(await kindsIn(turnedAway)).toEqual(['no_face']);
  expect(await kindsIn(later)).toEqual(['no_face', 'multiple_faces']);
  expect((await receiptOf(disowned)).status).toBe(404);
  const [, company] = (await receiptOf(later)).body.logs;
  expect((await answer(left, company.id, 'Not mine')).status).toBe(404);
  const [own] = (await receiptOf(left)).body.logs;
  expect((await answer(left, own.id, 'I went to the nurse')).status).toBe(200);
  expect(await beat(left)).toMatchObject({ state: 'ended' });
});

test('an answer is to look at until a teacher has seen it or replied, and the student reads the reply and by whom', async () => {
  const { section, join } = await newLesson();
  const device = await join(kai);
  await report(device);
  await stop(section);
  const [{ session_id }] = await logsOf(section);
  const toLookAt = async () => (await countToLookAt(database.db, [session_id])).get(session_id) ?? 0;
  const reply = (id: number, text: string) => post('/detection/logs/reply/', { id, text });
  const [{ id }] = (await receiptOf(device)).body.logs;
  expect(await reply(id, 'Too early')).toMatchObject({ status: 409 });
  await post('/detection/logs/review/', { ids: [id], state: 'seen' });
  expect(await toLookAt()).toBe(0);
  await answer(device, id, 'I dropped my pen');
  expect(await toLookAt()).toBe(1);
  expect(await logsOf(section)).toMatchObject([{ answer: 'I dropped my pen', answered_at: expect.any(String) }]);
  // Seen again, with the answer.
  await post('/detection/logs/review/', { ids: [id], state: 'seen' });
  expect(await toLookAt()).toBe(0);
  await answer(device, id, 'My pen, twice');
  expect(await toLookAt()).toBe(1);
  const replied = await reply(id, ' Thank you,\nI believe you. ');
  expect(replied).toMatchObject({
    status: 200,
    body: { id, reply: 'Thank you, I believe you.', review: { state: 'seen' } },
  });
  expect(await toLookAt()).toBe(0);
  expect((await receiptOf(device)).body.logs).toMatchObject([
    { review: { by: 'Ada Muster' }, reply: { text: 'Thank you, I believe you.', by: 'Ada Muster' } },
  ]);
  expect(await logsOf(section)).toMatchObject([{ reply: 'Thank you, I believe you.' }]);
  // The reviewer's account is deleted. The section's owner is not named in their place.
  await database.db.update(detections).set({ reviewedBy: null, repliedBy: null }).where(eq(detections.id, id));
  expect((await receiptOf(device)).body.logs).toMatchObject([{ review: { by: null }, reply: { by: null } }]);
  await reply(id, '');
  expect((await receiptOf(device)).body.logs).toMatchObject([{ reply: null }]);
  await reply(id, 'To the earlier one');
  await answer(device, id, 'Something else');
  expect((await receiptOf(device)).body.logs).toMatchObject([{ answer: 'Something else', reply: null }]);
  expect(await reply(id, 'x'.repeat(201))).toMatchObject({ status: 400 });
  const stranger = await newTeacher(server);
  const foreign = { token: stranger.access, body: { id, text: 'Hello' } };
  expect(await server.call('POST', '/detection/logs/reply/', foreign)).toMatchObject({ status: 404 });
});

test('security 56: an answer is one short line, replaces the earlier one, reaches the teacher’s changes, and is limited', async () => {
  const { section, join } = await newLesson();
  const device = await join(kai);
  await report(device);
  await stop(section);
  const [{ id }] = (await receiptOf(device)).body.logs;
  const first = await server.call('GET', `/detection/logs/?section=${section}`, { token: teacher.access });
  for (const text of ['', ' \u200b ', 'x'.repeat(201), 'a\u0000b'])
    expect((await answer(device, id, text)).status).toBe(400);
  expect((await answer(device, id, 'An earlier one')).status).toBe(200);
  const sent = ' I looked\nfor my \u202e<b>pen</b> ';
  const stored = 'I looked for my <b>pen</b>';
  expect((await answer(device, id, sent)).body).toEqual({ log_id: id, answer: stored });
  expect((await receiptOf(device)).body.logs).toMatchObject([{ id, answer: stored }]);
  const newer = await server.call('GET', first.body.newer, { token: teacher.access });
  expect(newer.body.results).toMatchObject([{ id, answer: stored, review: null }]);
  const text = await exportStudent(database.db, await idOf(kai), async (chunks) => {
    let whole = '';
    for await (const chunk of chunks) whole += chunk;
    return whole;
  });
  expect(text).toContain(JSON.stringify(stored));
  const statuses: number[] = [];
  for (let count = 0; count < 20; count++) statuses.push((await answer(device, id, 'again')).status);
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
  for (let count = 0; count < 30; count++) statuses.push((await receiptOf(device)).status);
  expect(statuses.at(-1)).toBe(429);
});
