import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { drawSeat } from '../simulator/picture';
import { detectionSessions, detections, screenshots, watchedSessions } from '../src/domain/tables/detection';
import { callsOf, report as reportTo, sighting } from './support/lessons';
import { agentKey, startTestServer, type TestServer } from './support/server';
import { kai, mei, newActiveSection, newSection, newTeacher, password, type TestTeacher } from './support/teachers';
import { upgrade } from './support/upgrade';

let server: TestServer;
let teacher: TestTeacher;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ accessTokenSeconds: 86_400 });
  teacher = await newTeacher(server);
  token = teacher.access;
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

interface Log {
  id: number;
  session_id: number;
  screenshot: string | null;
  review: object | null;
}

const post = (path: string, body: object, by = token) => server.call('POST', path, { token: by, body });
/** Like the front end, which sends a JSON content type even without a body. */
const remove = (path: string, by = token) =>
  server.call('DELETE', path, { token: by, body: '', headers: { 'content-type': 'application/json' } });
const { get, start, stop, ...calls } = callsOf(() => ({ server, teacher }));
const logs = (id: number): Promise<Log[]> => calls.logsOf(id);
const lessons = async (id: number) => (await get(`/detection/sessions/?section=${id}`)).results;
const pictures = async (ids: number[]) =>
  (await server.database.db.select({ id: screenshots.detectionId }).from(screenshots)).filter(({ id }) =>
    ids.includes(id),
  ).length;

async function report(id: number, ...events: object[]): Promise<void> {
  const body = events.map((event) => sighting(id, event));
  expect((await reportTo(server, body)).status).toBe(201);
}

/** Creates a section with an ended and an active lesson. Each has two logs, one with a picture. */
async function twoLessons(): Promise<{ section: number; ended: Log[]; active: Log[] }> {
  const section = await newSection(server, teacher, [kai, mei]);
  for (const isLast of [false, true]) {
    await start(section);
    await report(section, { screenshot: drawSeat(2) }, {});
    if (!isLast) await stop(section);
  }
  const all = await logs(section);
  return { section, ended: all.slice(2), active: all.slice(0, 2) };
}

describe('lessons', () => {
  test('are a section’s sessions with their counts, newest first', async () => {
    const section = await newSection(server, teacher, [kai, mei]);
    expect(await lessons(section)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:00:00Z') });
    await start(section);
    vi.setSystemTime('2026-03-02T08:10:00Z');
    await report(section, {}, {}, { student_email: mei }, { activity_type: '__proto__' });
    vi.setSystemTime('2026-03-02T08:45:00Z');
    await stop(section);
    vi.setSystemTime('2026-03-03T08:00:00Z');
    await start(section);
    const [newer, older] = await lessons(section);
    expect(newer).toEqual({
      id: expect.any(Number),
      section,
      started_at: '2026-03-03T08:00:00.000Z',
      ended_at: null,
      counts: {},
      student_count: 0,
      watched_seconds: 0,
      title: '',
      note: '',
    });
    expect(older).toEqual({
      id: expect.any(Number),
      section,
      started_at: '2026-03-02T08:00:00.000Z',
      ended_at: '2026-03-02T08:45:00.000Z',
      counts: JSON.parse('{ "no_face": 3, "__proto__": 1 }'),
      student_count: 2,
      watched_seconds: 1,
      title: '',
      note: '',
      deleted_by: null,
    });
    expect((await logs(section)).map(({ session_id }) => session_id)).toEqual(Array(4).fill(older.id));
  });

  test('are named and described by their teachers, and what is absent stays', async () => {
    const section = await newActiveSection(server, teacher);
    const [{ id }] = await lessons(section);
    const describe = (body: object) => post(`/detection/sessions/${id}/describe/`, body);
    expect(await describe({ title: ' Cell\ndivision ', note: 'Two groups\nBring lamps' })).toMatchObject({
      status: 204,
    });
    expect(await lessons(section)).toMatchObject([{ title: 'Cell division', note: 'Two groups\nBring lamps' }]);
    await describe({ title: '' });
    await describe({});
    expect(await lessons(section)).toMatchObject([{ title: '', note: 'Two groups\nBring lamps' }]);
    expect(await describe({ title: 'x'.repeat(101) })).toMatchObject({ status: 400 });
  });

  test('say how long agents watched them, silences left out', async () => {
    const section = await newSection(server, teacher, [kai]);
    const heartbeatAt = async (time: string) => {
      vi.setSystemTime(`2026-03-02T${time}Z`);
      const { status } = await server.call('POST', '/detection/agents/heartbeat/', {
        body: {},
        headers: { 'x-agent-key': agentKey },
      });
      expect(status).toBe(200);
    };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:00:00Z') });
    await start(section);
    expect((await lessons(section))[0].watched_seconds).toBe(0);
    for (const time of ['08:00:30', '08:01:00', '08:03:00', '08:03:30']) await heartbeatAt(time);
    vi.setSystemTime('2026-03-02T08:03:50Z');
    await stop(section);
    expect((await lessons(section))[0].watched_seconds).toBe(30 + 30 + 20);
    await server.database.db.delete(watchedSessions);
    expect((await lessons(section))[0].watched_seconds).toBeNull();
  });

  test('contain what was reported in them, whatever its time', async () => {
    const section = await newSection(server, teacher, [kai]);
    await start(section);
    await stop(section);
    await start(section);
    await report(section, { timestamp: new Date(Date.now() - 60_000).toISOString() });
    const [newer, older] = await lessons(section);
    expect([newer.counts, older.counts]).toEqual([{ no_face: 1 }, {}]);
  });

  test('come fifty per page', async () => {
    const section = await newSection(server, teacher);
    const times = { startedAt: new Date(), endedAt: new Date() };
    const rows = Array.from({ length: 120 }, () => ({ sectionId: section, ...times }));
    const added = await server.database.db
      .insert(detectionSessions)
      .values(rows)
      .returning({ id: detectionSessions.id });
    const pages: number[][] = [];
    let path: string | null = `/detection/sessions/?section=${section}`;
    while (path !== null) {
      const { body }: { body: { results: { id: number }[]; next: string | null } } = await server.call('GET', path, {
        token,
      });
      pages.push(body.results.map(({ id }) => id));
      path = body.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(added.map(({ id }) => id).reverse());
  });

  test('are deleted with their logs and pictures, and nothing of others', async () => {
    const { section, ended, active } = await twoLessons();
    const [{ session_id: lesson = 0 } = {}] = ended;
    expect(await pictures([...ended, ...active].map(({ id }) => id))).toBe(2);
    expect(await remove(`/detection/sessions/${lesson}/`)).toMatchObject({ status: 204, body: '' });
    expect((await logs(section)).map(({ id }) => id)).toEqual(active.map(({ id }) => id));
    expect((await lessons(section)).map(({ id }: { id: number }) => id)).toEqual([active[0]!.session_id]);
    expect(await pictures(ended.map(({ id }) => id))).toBe(0);
    const addresses = [...ended, ...active].flatMap(({ screenshot }) => screenshot ?? []);
    const answers = await Promise.all(addresses.map((address) => server.call('GET', address)));
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
    expect((await remove(`/detection/sessions/${lesson}/`)).status).toBe(404);
  });

  test('cannot be deleted while active', async () => {
    const { section, active } = await twoLessons();
    const { status, body } = await remove(`/detection/sessions/${active[0]!.session_id}/`);
    expect([status, body]).toEqual([409, { detail: 'This lesson is still running. Please stop detection first.' }]);
    expect(await logs(section)).toHaveLength(4);
    await stop(section);
    expect((await remove(`/detection/sessions/${active[0]!.session_id}/`)).status).toBe(204);
  });
});

describe('reviews', () => {
  const review = (body: object) => post('/detection/logs/review/', body);

  test('are saved, changed and taken back', async () => {
    const { section, active } = await twoLessons();
    const ids = active.map(({ id }) => id).sort((one, other) => one - other);
    const reviewsShown = async () => (await logs(section)).slice(0, 2).map((log) => log.review);
    const expectReviews = async (answer: { status: number; body: unknown }, expected: object | null) => {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(ids.map((id) => ({ id, review: expected })));
      expect(await reviewsShown()).toEqual([expected, expected]);
    };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') });
    const first = { state: 'seen', note: 'Looked <b>away</b>', reviewed_at: '2026-03-02T09:00:00.000Z' };
    await expectReviews(await review({ ids: [...ids, ids[0]], state: 'seen', note: ' Looked <b>away</b> ' }), first);

    vi.setSystemTime('2026-03-02T10:00:00Z');
    for (const again of [{ note: 'Looked <b>away</b>' }, {}])
      await expectReviews(await review({ ids, state: 'seen', ...again }), first);
    const second = { ...first, state: 'dismissed', reviewed_at: '2026-03-02T10:00:00.000Z' };
    await expectReviews(await review({ ids, state: 'dismissed' }), second);
    await expectReviews(await review({ ids, state: 'dismissed', note: '' }), { ...second, note: '' });
    await expectReviews(await review({ ids, state: null, note: 'nobody reads this' }), null);
    await expectReviews(await review({ ids, state: 'seen' }), { ...second, state: 'seen', note: '' });
    expect((await logs(section)).slice(2).map((log) => log.review)).toEqual([null, null]);
  });

  test('are saved for all named logs or none', async () => {
    const { section, ended } = await twoLessons();
    const ids = ended.map(({ id }) => id);
    expect(await review({ ids: [...ids, 2_000_000_000], state: 'seen' })).toMatchObject({
      status: 404,
      body: { detail: 'Log not found.' },
    });
    expect((await logs(section)).map((log) => log.review)).toEqual(Array(4).fill(null));
  });

  test('are saved for five hundred logs at once, also of several sections', async () => {
    const sections = [await newSection(server, teacher, [kai]), await newSection(server, teacher, [kai])];
    for (const section of sections) {
      await start(section);
      await report(section, ...Array(250).fill({}));
    }
    const ids = (await Promise.all(sections.map(logs))).flat().map(({ id }) => id);
    expect((await review({ ids, state: 'seen' })).body).toHaveLength(500);
    for (const section of sections) expect((await logs(section)).filter((log) => log.review === null)).toEqual([]);
  });

  test.each([
    [{ ids: [], state: 'seen' }, { ids: ['Give at least 1.'] }],
    [{ ids: Array(501).fill(1), state: 'seen' }, { ids: ['Give at most 500.'] }],
    [{ ids: [1, 'x'], state: 'seen' }, { ids: ['Item 2: This must be a whole number.'] }],
    [{ ids: [1] }, { state: ['This field is required.'] }],
    [{ ids: [1], state: 'new' }, { state: ['This must be one of "seen", "dismissed", null.'] }],
    [{ ids: [1], state: 'seen', note: 'x'.repeat(1001) }, { note: ['Use at most 1000 characters.'] }],
  ])('refuse %j', async (body, expected) => {
    expect(await review(body)).toMatchObject({ status: 400, body: expected });
  });

  test.each(['lesson', 'section'])('and the deletion of their %s do not get in each other’s way', async (what) => {
    const { db } = server.database;
    const section = await newSection(server, teacher, [kai]);
    await start(section);
    await report(section, {});
    await stop(section);
    const [{ session_id: lesson = 0 } = {}] = await logs(section);
    // Whatever the scan order, the first by id is found last.
    const ids = [1, 2, 3].map((place) => 1_000_000 + lesson * 10 + place);
    for (const id of ids.toReversed()) {
      await db.execute(sql`
        insert into detections (id, section_id, session_id, student_id, activity_type, seen_at) overriding system value
        select ${id}::integer, section_id, session_id, student_id, 'type ' || (2000000000 - ${id}::integer), seen_at
        from detections where session_id = ${lesson} limit 1`);
    }
    const calls = await db.transaction(async (tx) => {
      await tx.execute(sql`select from detections where id = ${ids[1]} for update`);
      const deletion =
        what === 'lesson'
          ? remove(`/detection/sessions/${lesson}/`)
          : server.call('DELETE', `/section/${section}/delete/`, { token, body: { password } });
      const both = [deletion, review({ ids, state: 'seen' })];
      // Long enough for both to take their locks.
      await pause(1000);
      return both;
    });
    const [deletion, reviewing] = await Promise.all(calls);
    expect(deletion!.status).toBe(204);
    expect([200, 404]).toContain(reviewing!.status);
  });
});

describe('a log', () => {
  test('is deleted with its picture, and nothing else', async () => {
    const { section, ended, active } = await twoLessons();
    const log = ended.find(({ screenshot }) => screenshot !== null)!;
    expect(await remove(`/detection/logs/${log.id}/`)).toMatchObject({ status: 204, body: '' });
    const left = [...active, ...ended].filter(({ id }) => id !== log.id);
    expect((await logs(section)).map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    expect(await pictures([log.id])).toBe(0);
    expect((await server.call('GET', log.screenshot!)).status).toBe(404);
    expect((await lessons(section)).map(({ counts }: { counts: object }) => counts)).toEqual([
      { no_face: 2 },
      { no_face: 1 },
    ]);
    expect((await remove(`/detection/logs/${log.id}/`)).status).toBe(404);
  });

  test('that is deleted does not silently cut off the following pages', async () => {
    const section = await newSection(server, teacher, [kai]);
    await start(section);
    await report(section, ...Array(500).fill({}));
    await report(section, {});
    const { body } = await server.call('GET', `/detection/logs/?section=${section}`, { token });
    await remove(`/detection/logs/${body.results.at(-1).id}/`);
    const rest = await server.call('GET', body.next, { token });
    expect([rest.status, rest.body]).toEqual([
      409,
      { detail: 'The logs have changed meanwhile. Please refresh them.' },
    ]);
  });
});

test('security 16: another teacher can neither see nor change lessons and logs', async () => {
  const { section, ended } = await twoLessons();
  const stranger = await newTeacher(server);
  const own = await newSection(server, stranger, [kai]);
  await post('/detection/sessions/start/', { section_id: own, is_active: true }, stranger.access);
  await report(own, {});
  const { results } = (await server.call('GET', `/detection/logs/?section=${own}`, { token: stranger.access })).body;
  const before = await Promise.all([logs(section), lessons(section)]);
  const [{ id = 0, session_id: lesson = 0 } = {}] = ended;
  const review = (ids: number[]) =>
    post('/detection/logs/review/', { ids, state: 'seen', note: 'mine' }, stranger.access);
  const answers = [
    await server.call('GET', `/detection/sessions/?section=${section}`, { token: stranger.access }),
    await remove(`/detection/sessions/${lesson}/`, stranger.access),
    await remove(`/detection/logs/${id}/`, stranger.access),
    await review([id]),
    await review([results[0].id, id]),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  expect(await Promise.all([logs(section), lessons(section)])).toEqual(before);
  const after = (await server.call('GET', `/detection/logs/?section=${own}`, { token: stranger.access })).body;
  expect(after.results).toEqual(results);
});

describe('a detection recorded by an older Vigil', () => {
  test('belongs to the lesson in which it was seen, if any', async () => {
    const { db, close } = await upgrade('0002_mail_queue_age', async (old) => {
      await old.execute(sql`insert into teachers (email, first_name, last_name) values ('old@x.example', '', '')`);
      await old.execute(sql`insert into sections (teacher_id, name, subject) values (1, '8b', ''), (1, '9c', '')`);
      await old.execute(sql`insert into students (name, email) values ('Kai', 'kai@x.example')`);
      await old.execute(sql`
        insert into detection_sessions (section_id, started_at, ended_at) values
          (1, '2026-01-01 08:00Z', '2026-01-01 09:00Z'), (2, '2026-01-01 08:00Z', '2026-01-01 08:30Z'),
          (1, '2026-01-02 08:00Z', null)`);
      await old.execute(sql`
        insert into detections (section_id, student_id, activity_type, seen_at)
        select section_id, 1, 'no_face', seen_at::timestamptz from (values
          (1, '2026-01-01 07:59Z'), (1, '2026-01-01 08:00Z'), (1, '2026-01-01 09:00Z'), (1, '2026-01-01 09:01Z'),
          (2, '2026-01-01 08:10Z'), (2, '2026-01-01 08:40Z'), (1, '2026-01-03 08:00Z')) as seen (section_id, seen_at)`);
    });
    const rows = await db.select({ sessionId: detections.sessionId }).from(detections).orderBy(detections.id);
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([null, 1, 1, null, 2, null, 3]);
    await close();
  });
});
