import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLedger } from '../../student/src/machines/ledger';
import type { Told } from '../../student/src/services/types';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newTeacher, type TestTeacher } from './support/teachers';

/* What was observed of students, by the server's clock, which the tests move. Devices keep their ledger as the students' page does. */

let database: OpenDatabase;
let server: TestServer;
let teacher: TestTeacher;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({ accessTokenSeconds: 86_400 }, database);
  teacher = await newTeacher(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const post = async (path: string, body: object) => {
  const answer = await server.call('POST', path, { token: teacher.access, body });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** An active lesson with the clock at its start, in milliseconds after it. */
async function newLesson() {
  const section = await newActiveSection(server, teacher, [kai, mei]);
  const { code } = await post('/attendance/invite/', { section_id: section });
  const path = `/attendance/sections/${section}/`;
  const { session_id } = (await server.call('GET', path, { token: teacher.access })).body;
  const start = Date.now();
  let now = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const read = async () => {
    const answer = await server.call('GET', `${path}lessons/${session_id}/coverage/`, { token: teacher.access });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  return {
    section,
    session_id,
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds;
      vi.setSystemTime(start + now);
    },
    stop: () => post('/detection/sessions/stop/', { section_id: section }),
    async admitted(email: string) {
      const { students } = (await server.call('POST', '/attend/door/', { body: { code } })).body;
      const { id } = students.find(({ name }: { name: string }) => email.startsWith(name.slice(0, 3).toLowerCase()));
      const { token, attendee_id } = (await server.call('POST', '/attend/knock/', { body: { code, student_id: id } }))
        .body;
      await post('/attendance/admit/', { section_id: section, ids: [attendee_id] });
      return { token: String(token), id: Number(attendee_id) };
    },
    read,
    /** The periods of the student, in milliseconds after the start. */
    async periods(email: string): Promise<[state: string, from: number, to: number][]> {
      const { students } = await read();
      const one = students.find((student: { email: string }) => student.email === email);
      return one.periods.map(({ state, started_at, ended_at }: Record<string, string>) => [
        state,
        Date.parse(started_at ?? '') - start,
        Date.parse(ended_at ?? '') - start,
      ]);
    },
  };
}

type Lesson = Awaited<ReturnType<typeof newLesson>>;

/** A student's page: a heartbeat every 20 s and at each change. @param clockOff of the device, which counts by its own clock */
function newDevice(lesson: Lesson, token: string, clockOff = 0) {
  const clock = () => lesson.now() + clockOff;
  let ledger = createLedger();
  let epoch: { epoch: string; at: number } | null = null;
  let told: Told = 'waiting';
  let isOnline = true;
  async function beat() {
    ledger.note(told, clock());
    if (!isOnline) return undefined;
    const past = ledger.pastSince(epoch, clock());
    const { status, body } = await server.call('POST', '/attend/heartbeat/', {
      body: { state: told, ...(past.length > 0 && { past }) },
      headers: { authorization: `Attend ${token}` },
    });
    expect(status).toBe(200);
    epoch = { epoch: body.epoch, at: clock() };
    ledger.answer(clock());
    return body.state;
  }
  return {
    beat,
    async tell(state: Told, since = clock()) {
      told = state;
      ledger.note(told, since);
      await beat();
    },
    /** Goes on, with heartbeats. */
    async live(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= 20_000) {
        lesson.pass(Math.min(20_000, left));
        if (left >= 20_000) await beat();
      }
    },
    sleep(milliseconds: number) {
      lesson.pass(milliseconds);
      ledger.miss(clock() - milliseconds, clock());
    },
    setOnline(online: boolean) {
      isOnline = online;
    },
    /** The page is closed and opened again: it has forgotten everything. */
    reopen() {
      ledger = createLedger();
      epoch = null;
      told = 'waiting';
    },
  };
}

/** The same numbers every time. */
function createRandom(seed: number) {
  let state = seed;
  return (least: number, most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least));
  };
}

const watched = (periods: [string, number, number][]) =>
  periods.filter(([state]) => state === 'watching').map(([, from, to]): [number, number] => [from, to]);
const lengthOf = (spans: readonly [number, number][]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);
/** Milliseconds that are in one of them only. */
function differenceOf(one: readonly [number, number][], other: readonly [number, number][]) {
  const shared = one.flatMap(([from, to]) =>
    other.map(([start, end]): [number, number] => [Math.max(from, start), Math.max(from, start, Math.min(to, end))]),
  );
  return lengthOf(one) + lengthOf(other) - 2 * lengthOf(shared);
}

const gaps = ['offline', 'offline, paused meanwhile', 'asleep', 'paused', 'dark', 'closed', 'replaced'] as const;

/** Injects gaps into an attendance. @returns what was observed in truth, and what the server says */
async function attend(clockOff: number, count: number) {
  const random = createRandom(7);
  const lesson = await newLesson();
  let device = newDevice(lesson, (await lesson.admitted(kai)).token, clockOff);
  const truth: [number, number][] = [];
  const observe = (from: number) => truth.push([from, lesson.now()]);
  for (let gap = 0; gap < count; gap += 1) {
    await device.tell('watching');
    let from = lesson.now();
    await device.live(random(5_000, 45_000));
    const kind = gaps[random(0, gaps.length)]!;
    const length = random(6_000, 100_000);
    if (kind.startsWith('offline')) {
      device.setOnline(false);
      await device.live(length);
      if (kind !== 'offline') {
        observe(from);
        await device.tell('paused');
        await device.live(length);
        await device.tell('watching');
        from = lesson.now();
        await device.live(10_000);
      }
      device.setOnline(true);
      await device.beat();
      observe(from);
    } else if (kind === 'asleep') {
      observe(from);
      device.sleep(length);
      await device.beat();
    } else {
      observe(from);
      await device.tell(kind === 'paused' || kind === 'dark' ? kind : 'hidden');
      if (kind === 'paused' || kind === 'dark') await device.live(length);
      else lesson.pass(length);
      if (kind === 'closed') {
        device.reopen();
        await device.beat();
      }
      if (kind === 'replaced') device = newDevice(lesson, (await lesson.admitted(kai)).token, clockOff);
    }
  }
  await lesson.stop();
  return { truth, periods: await lesson.periods(kai), lasted: lesson.now() };
}

test('what was observed is known within 5 s after 200 injected gaps, also by devices whose clocks are an hour off', async () => {
  for (const [clockOff, count] of [
    [0, 80],
    [3_600_000, 60],
    [-3_600_000, 60],
  ] as const) {
    const { truth, periods, lasted } = await attend(clockOff, count);
    expect(lengthOf(truth)).toBeLessThan(lasted / 1.3);
    expect(differenceOf(truth, watched(periods))).toBeLessThan(5000);
  }
}, 180_000);

test('security 54: a device that falls silent was observed until its last heartbeat, whatever comes later', async () => {
  const lesson = await newLesson();
  const { token } = await lesson.admitted(kai);
  const device = newDevice(lesson, token);
  await device.tell('watching');
  await device.live(60_000);
  lesson.pass(42_001);
  expect(await lesson.periods(kai)).toEqual([['watching', 0, 60_000]]);
  lesson.pass(60_000);
  device.reopen();
  await device.tell('watching');
  await device.live(20_000);
  expect(await lesson.periods(kai)).toEqual([
    ['watching', 0, 60_000],
    ['watching', 162_001, 182_001],
  ]);
  // Nor does the end of the lesson prove anything.
  lesson.pass(600_000);
  await lesson.stop();
  expect((await lesson.periods(kai)).at(-1)).toEqual(['watching', 162_001, 182_001]);
  const { is_over, until, started_at, students } = await lesson.read();
  expect([is_over, Date.parse(until) - Date.parse(started_at) >= 782_001, students.length]).toEqual([true, true, 1]);
});

test('without new pictures nothing was watched since the last one: coverage has a gap, and so has the receipt', async () => {
  const lesson = await newLesson();
  const { token } = await lesson.admitted(kai);
  const device = newDevice(lesson, token);
  await device.tell('watching');
  await device.live(20_000);
  lesson.pass(9_000);
  await device.tell('no_picture', lesson.now() - 5_000);
  await device.live(60_000);
  await device.tell('watching');
  await device.live(20_000);
  const periods = [
    ['watching', 0, 24_000],
    ['no_picture', 24_000, 89_000],
    ['watching', 89_000, 109_000],
  ];
  expect(await lesson.periods(kai)).toEqual(periods);
  await lesson.stop();
  const { body } = await server.call('GET', '/attend/receipt/', { headers: { authorization: `Attend ${token}` } });
  const [{ started_at: start }] = body.periods;
  const lengthsOf = (one: Record<string, string>) =>
    ['started_at', 'ended_at'].map((end) => Date.parse(one[end] ?? '') - Date.parse(start));
  expect(body.periods.map((one: Record<string, string>) => [one.state, ...lengthsOf(one)])).toEqual(periods);
});

test('nothing was watched while a page was loaded again, nor until the student is in view', async () => {
  const lesson = await newLesson();
  const device = newDevice(lesson, (await lesson.admitted(kai)).token);
  await device.tell('watching');
  await device.live(20_000);
  lesson.pass(4_000);
  device.reopen();
  await device.beat();
  await device.live(30_000);
  await device.tell('watching');
  await device.live(20_000);
  expect(await lesson.periods(kai)).toEqual([
    ['watching', 0, 20_000],
    ['watching', 54_000, 74_000],
  ]);
});

test('security 54: a device accounts for the time since its last heartbeat only, in its lesson, and for a second at least', async () => {
  const lesson = await newLesson();
  const { token } = await lesson.admitted(kai);
  const call = async (past: object[], state = 'watching') =>
    (
      await server.call('POST', '/attend/heartbeat/', {
        body: { state, past },
        headers: { authorization: `Attend ${token}` },
      })
    ).body;
  lesson.pass(100_000);
  const { epoch } = await call([], 'waiting');
  const period = (elapsed_ms: number, ended_elapsed_ms: number, more: object = {}) => ({
    ...{ state: 'watching', epoch, elapsed_ms, ended_elapsed_ms, ...more },
  });
  lesson.pass(100_000);
  // Before the last heartbeat, in the future, twice, in no order, of no epoch, and too short.
  await call([
    period(-90_000, 10_000),
    period(5000, 20_000),
    period(15_000, 16_000),
    period(30_000, 30_500),
    period(60_000, 50_000),
    period(40_000, 50_000, { epoch: 'e!' }),
    period(80_000, 900_000, { state: 'dark' }),
  ]);
  expect(await lesson.periods(kai)).toEqual([
    ['watching', 100_000, 120_000],
    ['dark', 180_000, 200_000],
  ]);
  lesson.pass(60_000);
  await lesson.stop();
  lesson.pass(60_000);
  // Back within two minutes of the end.
  expect(await call([period(100_000, 300_000)])).toMatchObject({ state: 'ended' });
  lesson.pass(60_001);
  await call([period(100_000, 300_000, { state: 'dark' })]);
  expect((await lesson.periods(kai)).slice(2)).toEqual([['watching', 200_000, 260_000]]);
});

test('security 54: a device takes back that it was watching, for up to 20 s before its last heartbeat, and adds nothing there', async () => {
  const lesson = await newLesson();
  const { token } = await lesson.admitted(kai);
  const beat = async (state: string, ...past: [state: string, from: number, to: number][]) => {
    const told = past.map(([state, elapsed_ms, ended_elapsed_ms]) => ({ state, epoch, elapsed_ms, ended_elapsed_ms }));
    const answer = await server.call('POST', '/attend/heartbeat/', {
      body: { state, past: told },
      headers: { authorization: `Attend ${token}` },
    });
    epoch = answer.body.epoch;
  };
  let epoch = '';
  await beat('watching');
  lesson.pass(25_000);
  await beat('watching');
  lesson.pass(5_000);
  await beat('no_picture', ['watching', -20_000, -9_000], ['no_picture', -9_000, 5_000]);
  expect(await lesson.periods(kai)).toEqual([
    ['watching', 0, 16_000],
    ['no_picture', 16_000, 30_000],
  ]);
  lesson.pass(5_000);
  await beat('watching', ['watching', -20_000, 5_000]);
  expect((await lesson.periods(kai)).slice(1)).toEqual([
    ['no_picture', 16_000, 30_000],
    ['watching', 30_000, 35_000],
  ]);
  for (let times = 0; times < 3; times += 1) {
    lesson.pass(20_000);
    await beat('watching');
  }
  lesson.pass(5_000);
  await beat('no_picture', ['no_picture', -60_000, 5_000]);
  expect((await lesson.periods(kai)).slice(2)).toEqual([
    ['watching', 30_000, 75_000],
    ['no_picture', 75_000, 100_000],
  ]);
});

test('coverage is one of the teacher’s own lessons, and of those who were admitted', async () => {
  const lesson = await newLesson();
  expect(await lesson.read()).toMatchObject({ is_over: false, students: [] });
  const [first, second] = [await lesson.admitted(kai), await lesson.admitted(mei)];
  const device = newDevice(lesson, first.token);
  await device.tell('watching');
  lesson.pass(10_000);
  await newDevice(lesson, second.token).tell('unwatched');
  await server.call('POST', '/attend/leave/', { headers: { authorization: `Attend ${first.token}` } });
  lesson.pass(10_000);
  expect([await lesson.periods(kai), await lesson.periods(mei)]).toEqual([
    [['watching', 0, 10_000]],
    [['unwatched', 10_000, 20_000]],
  ]);
  await post('/attendance/refuse/', { section_id: lesson.section, ids: [second.id] });
  lesson.pass(10_000);
  expect(await lesson.periods(mei)).toEqual([['unwatched', 10_000, 20_000]]);
  const path = (section: number, session: number) => `/attendance/sections/${section}/lessons/${session}/coverage/`;
  const elsewhere = await newActiveSection(server, teacher, []);
  vi.useRealTimers();
  const { access } = await newTeacher(server);
  for (const [token, section] of [
    [access, lesson.section],
    [teacher.access, elsewhere],
  ] as const)
    expect(await server.call('GET', path(section, lesson.session_id), { token })).toMatchObject({ status: 404 });
});
