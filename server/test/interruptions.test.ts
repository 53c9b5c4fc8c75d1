import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { OpenDatabase } from '../src/platform/database/database';
import { byDevice, callsOf, type Device, type Lesson, report as reportTo, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newEventId, newSection, newTeacher, type TestTeacher } from './support/teachers';

/* A teacher takes back the end of a lesson, or pauses the class. The tests move the clock, by minutes after the start of each. */

let database: OpenDatabase;
let server: TestServer;
let other: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  other = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  for (const { app } of [server, other]) await app.listen({ port: 0, host: '127.0.0.1' });
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const { post, get, beat, ...calls } = callsOf(() => ({ server, teacher }));
const pause = (id: number, reason = 'Fire drill') => post('/detection/sessions/pause/', { section_id: id, reason });
const resume = (id: number) => post('/detection/sessions/resume/', { section_id: id });

/** A lesson that Kai's device attends. */
async function attended() {
  const lesson = await calls.newLesson();
  const { session_id } = await calls.listed(lesson.id);
  const device = await calls.admitted(lesson, kai);
  const start = Date.now();
  const minutesLater = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
  const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
  /** Heartbeats come often enough for the device not to be silent. */
  const watchUntil = async (minutes: number, from = 0) => {
    for (let minute = from; minute <= minutes; minute += 0.5) {
      minutesLater(minute);
      await beat(device);
    }
  };
  await watchUntil(0);
  return {
    watchUntil,
    ...{ lesson, device, minutesLater, at },
    section: lesson.id,
    coverage: () => get(`/attendance/sections/${lesson.id}/lessons/${session_id}/coverage/`),
    report: (minutes: number, student_email = kai) =>
      reportTo(server, [sighting(lesson.id, { student_email, timestamp: at(minutes) })]).then(
        ({ body }) => body.results[0].excused === true,
      ),
  };
}

/** Attends the lesson again with the same device, once it was resumed. */
const stateOf = async (device: Device) => (await beat(device)).body.state;

describe('the end of a lesson', () => {
  test('security 67: is taken back within an hour: the lesson continues with its code and devices, and nothing is recorded in between', async () => {
    const { lesson, section, device, minutesLater, watchUntil, coverage, report, at } = await attended();
    await watchUntil(10);
    await calls.stop(section);
    expect(await stateOf(device)).toBe('ended');
    expect(await calls.statusOf(section)).toMatchObject({ is_active: false, resumable_until: at(70) });
    minutesLater(13);
    const { started_at } = (await resume(section)).body;
    expect([started_at <= at(0), await stateOf(device)]).toEqual([true, 'admitted']);
    expect((await calls.listed(section)).code).toBe(lesson.code);
    expect([await report(9), await report(11), await report(13)]).toEqual([false, true, false]);
    await watchUntil(15, 13);
    const { interruptions, students } = await coverage();
    expect(interruptions).toEqual([{ reason: null, started_at: at(10), ended_at: at(13) }]);
    expect(students[0].periods).toEqual([
      { state: 'watching', started_at: at(0), ended_at: at(10) },
      { state: 'watching', started_at: at(13), ended_at: at(15) },
    ]);
    const { results } = await get(`/detection/sessions/?section=${section}`);
    expect(results).toHaveLength(1);
  });

  test('is not taken back after an hour, nor by another teacher, and a running lesson stays as it is', async () => {
    const { section, minutesLater } = await attended();
    const before = await calls.statusOf(section);
    expect((await resume(section)).body).toEqual(before);
    const stranger = await newTeacher(server);
    await calls.stop(section);
    expect((await post('/detection/sessions/resume/', { section_id: section }, stranger.access)).status).toBe(404);
    minutesLater(60);
    expect((await calls.statusOf(section)).resumable_until).toBeNull();
    expect(await resume(section)).toMatchObject({
      status: 409,
      body: { detail: 'This lesson ended more than an hour ago. Start a new one.' },
    });
    const never = await newSection(server, teacher);
    expect(await resume(never)).toMatchObject({ status: 409, body: { detail: 'There is no lesson to resume.' } });
  });

  test('that came by itself gives way to five more minutes', async () => {
    const section = await newSection(server, teacher, [kai]);
    const started = await post('/detection/sessions/start/', { section_id: section, is_active: true, minutes: 5 });
    const now = Date.parse(started.body.ends_at) + 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now });
    await calls.stop(section);
    expect((await resume(section)).body.ends_at).toBe(new Date(now + 5 * 60_000).toISOString());
  });

  test('ends what went on at a device, so that it does not last through the gap', async () => {
    const { section, device, minutesLater, at } = await attended();
    const { epoch } = (await beat(device)).body;
    const event = { id: newEventId(), activity_type: 'no_face', epoch, elapsed_ms: 60_000 };
    minutesLater(2);
    await server.call('POST', '/attend/reports/', { ...byDevice(device), body: { events: [event] } });
    await beat(device);
    await calls.stop(section);
    minutesLater(8);
    await resume(section);
    const [log] = await calls.logsOf(section);
    expect(log).toMatchObject({ timestamp: at(1), details: 'No face found for 1 min' });
  });
});

describe('a paused class', () => {
  test('security 67: tells its devices why, records nothing until it is resumed, and says so in the report', async () => {
    const { section, device, minutesLater, watchUntil, coverage, report, at } = await attended();
    await watchUntil(10);
    expect((await pause(section, ' Fire\u202e drill ')).body.paused).toEqual({ reason: 'Fire drill', since: at(10) });
    expect((await beat(device)).body).toMatchObject({ state: 'admitted', paused: 'Fire drill', every_ms: 2000 });
    await beat(device, 'paused');
    minutesLater(12);
    // A second press changes nothing.
    expect((await pause(section, 'Break')).body.paused).toEqual({ reason: 'Fire drill', since: at(10) });
    expect([await report(11), await report(11, mei)]).toEqual([true, true]);
    expect(await calls.statusOf(section)).toMatchObject({ is_active: true, paused: { reason: 'Fire drill' } });
    minutesLater(14);
    expect((await resume(section)).body.paused).toBeNull();
    expect((await beat(device)).body).not.toHaveProperty('paused');
    expect([await report(13), await report(14)]).toEqual([true, false]);
    await watchUntil(16, 14);
    const { interruptions, students } = await coverage();
    expect(interruptions).toEqual([{ reason: 'Fire drill', started_at: at(10), ended_at: at(14) }]);
    expect(students[0].periods).toEqual([
      { state: 'watching', started_at: at(0), ended_at: at(10) },
      { state: 'watching', started_at: at(14), ended_at: at(16) },
    ]);
  });

  test('can be stopped, and is one gap when it is resumed after that', async () => {
    const { section, minutesLater, coverage, at } = await attended();
    minutesLater(3);
    await pause(section, '');
    minutesLater(5);
    await calls.stop(section);
    expect(await calls.statusOf(section)).not.toHaveProperty('paused');
    expect((await coverage()).interruptions).toEqual([{ reason: '', started_at: at(3), ended_at: at(5) }]);
    minutesLater(6);
    expect((await resume(section)).body).toMatchObject({ is_active: true, paused: null });
    expect((await coverage()).interruptions).toEqual([{ reason: '', started_at: at(3), ended_at: at(6) }]);
  });

  test.each([
    ['resumed', pause],
    ['stopped and resumed', calls.stop],
  ])('whose devices have not been heard since it was %s awaits them for a minute', async (_, interrupt) => {
    const { section, device, minutesLater, watchUntil } = await attended();
    const state = async () => (await calls.statusOf(section)).agents_state;
    await watchUntil(2);
    await interrupt(section);
    minutesLater(2.25);
    await resume(section);
    expect(await state()).toBe('awaited');
    minutesLater(3.25);
    expect(await state()).toBe('awaited');
    minutesLater(3.3);
    expect(await state()).toBe('silent');
    await beat(device);
    expect(await state()).toBe('watching');
  });

  test('is refused without a lesson, and to another teacher', async () => {
    const section = await newSection(server, teacher);
    expect((await pause(section)).status).toBe(409);
    const stranger = await newTeacher(server);
    const body = { section_id: section, reason: '' };
    expect((await post('/detection/sessions/pause/', body, stranger.access)).status).toBe(404);
  });
});

describe('a device’s socket', () => {
  /** Opens one, and records what is said. */
  async function listening(token: string, at = server) {
    const heard: string[] = [];
    const { port } = at.app.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/attend/?token=${token}`);
    socket.on('message', (data) => heard.push(JSON.parse(String(data)).type));
    const closed = once(socket, 'close').then(([code]) => code);
    await Promise.race([once(socket, 'open'), closed]);
    return { socket, heard, closed, calls: () => heard.filter((type) => type === 'called').length };
  }

  async function newDevice(lesson?: Lesson) {
    const of = lesson ?? (await calls.newLesson());
    return { lesson: of, device: await calls.admitted(of, lesson ? mei : kai) };
  }

  test('security 66: calls it within a second, on any instance, whatever the teacher decides, and nobody in another section', async () => {
    const { lesson, device } = await newDevice();
    const student_id = await calls.idOf(kai);
    const away = await newDevice();
    const [here, there] = [await listening(device.token), await listening(device.token, other)];
    const elsewhere = await listening(away.device.token);
    await expect.poll(() => [here.heard, there.heard, elsewhere.heard].every(({ length }) => length > 0)).toBe(true);
    const { id } = lesson;
    const decisions = [
      () => post('/attendance/excuse/', { section_id: id, student_id, minutes: 5, reason: '' }),
      () => post('/attendance/end-excuse/', { section_id: id, student_id }),
      () => pause(id),
      () => resume(id),
      () => post(`/section/${id}/pictures/`, { asks_for_pictures: false }),
      () => calls.stop(id),
      () => resume(id),
    ];
    for (const decide of decisions) {
      const before = [here.calls(), there.calls()];
      expect((await decide()).status).toBe(200);
      await expect
        .poll(() => [here.calls() > before[0]!, there.calls() > before[1]!], { timeout: 1000, interval: 10 })
        .toEqual([true, true]);
    }
    // What devices say themselves calls nobody.
    const before = here.calls();
    await beat(device, 'dark');
    await beat(device, 'watching');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([here.calls(), elsewhere.calls()]).toEqual([before, 0]);
    for (const { socket } of [here, there, elsewhere]) socket.close();
  });

  test('security 66: is refused with an unknown token, and replaced by a later one', async () => {
    expect(await (await listening('x'.repeat(43))).closed).toBe(4401);
    const { device } = await newDevice();
    const first = await listening(device.token);
    await expect.poll(() => first.heard).toEqual(['heartbeat']);
    const second = await listening(device.token);
    expect(await first.closed).toBe(1013);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
    second.socket.close();
  });
});
