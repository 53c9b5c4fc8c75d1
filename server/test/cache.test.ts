import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { notify } from '../src/domain/live/events';
import { importStudents } from '../src/domain/school/importStudents';
import { GroupCache } from '../src/platform/cache/groupCache';
import type { Listener, OpenDatabase } from '../src/platform/database/database';
import { report as reportTo, sighting } from './support/lessons';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { kai, logIn, mailTo, mei, newSection, newTeacher, password, type TestTeacher } from './support/teachers';

/** Two instances on one database. The first one's queries and notifications can be blocked. */
let database: OpenDatabase;
let one: TestServer;
let other: TestServer;
let listener: Listener;
let isAway = false;
/** A change that shows immediately on the first instance did not come by notification. */
let isHeldBack = false;
const heldBack: string[] = [];
function tellAll(): void {
  isHeldBack = false;
  for (const payload of heldBack.splice(0)) listener.message(payload);
}

beforeAll(async () => {
  database = await openTestDatabase();
  const db = new Proxy(database.db, {
    get(target, property) {
      if (isAway) throw new Error('The database was asked.');
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const listen: OpenDatabase['listen'] = (channel, given) => {
    listener = given;
    return database.listen(channel, {
      ...given,
      message: (payload) => (isHeldBack ? heldBack.push(payload) : given.message(payload)),
    });
  };
  one = await startTestServer({ accessTokenSeconds: 86_400 }, { ...database, db, listen });
  other = await startTestServer({}, database);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});

let teacher: TestTeacher;
let id: number;
beforeEach(async () => {
  teacher = await newTeacher(one);
  id = await newSection(one, teacher, [kai]);
  await one.call('POST', '/detection/sessions/start/', {
    token: teacher.access,
    body: { section_id: id, is_active: true },
  });
  isHeldBack = true;
});
afterEach(() => {
  isAway = false;
  tellAll();
  vi.useRealTimers();
});

const lists = () => ['/section/list/', `/detection/logs/?section=${id}`];
const get = (server: TestServer, path: string, etag?: string, token = teacher.access) =>
  server.call('GET', path, { token, headers: etag === undefined ? {} : { 'if-none-match': etag } });
const etagOf = async (server: TestServer, path: string) => String((await get(server, path)).headers.etag);
const report = (server: TestServer) => reportTo(server, sighting(id));

describe('lists of sections and logs', () => {
  test.each([0, 1])(
    'are answered without the database while unchanged, with 304 to clients that have them (%i)',
    async (which) => {
      const path = lists()[which]!;
      const first = await get(one, path);
      const etag = String(first.headers.etag);
      expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
      expect(first.headers.vary).toContain('Authorization');
      isAway = true;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        expect(await get(one, path, known)).toMatchObject({ status: 304, body: '', headers: { etag } });
      }
      for (const unknown of [undefined, '"other"']) {
        expect(await get(one, path, unknown)).toMatchObject({ status: 200, body: first.body, headers: { etag } });
      }
    },
  );

  test('have the same version on every instance and after a restart', async () => {
    for (const path of lists()) {
      const etag = await etagOf(one, path);
      expect(await get(other, path, etag)).toMatchObject({ status: 304, headers: { etag } });
    }
  });

  test('of another teacher have another version, and are never revealed', async () => {
    const stranger = await newTeacher(one);
    await newSection(one, stranger, [kai]);
    const [list, logs] = [await etagOf(one, lists()[0]!), await etagOf(one, lists()[1]!)];
    expect((await get(one, lists()[0]!, list, stranger.access)).status).toBe(200);
    expect((await get(one, lists()[1]!, logs, stranger.access)).status).toBe(404);
    expect((await one.call('GET', lists()[0]!, { headers: { 'if-none-match': list } })).status).toBe(401);
  });

  const newestLog = async () => (await get(one, lists()[1]!)).body.results[0];
  const post = (path: string, body: object) => one.call('POST', path, { token: teacher.access, body });
  test.each<[string, number, () => Promise<unknown>]>([
    ['a new section', 0, () => post('/section/create/', { name: '9c', subject: 'Art' })],
    ['added students', 0, () => post(`/section/${id}/add-students/`, { student_emails: [mei] })],
    ['a removed student', 0, () => post(`/section/${id}/remove-students/`, { student_emails: [kai] })],
    [
      'a deleted section',
      0,
      () => one.call('DELETE', `/section/${id}/delete/`, { token: teacher.access, body: { password } }),
    ],
    [
      'a deleted section',
      1,
      () => one.call('DELETE', `/section/${id}/delete/`, { token: teacher.access, body: { password } }),
    ],
    ['a detection', 1, () => report(one)],
    ['a review', 1, async () => post('/detection/logs/review/', { ids: [(await newestLog()).id], state: 'seen' })],
    [
      'a deleted detection',
      1,
      async () => one.call('DELETE', `/detection/logs/${(await newestLog()).id}/`, { token: teacher.access }),
    ],
    [
      'a deleted lesson',
      1,
      async () => {
        const { session_id } = await newestLog();
        await post('/detection/sessions/stop/', { section_id: id });
        return one.call('DELETE', `/detection/sessions/${session_id}/`, { token: teacher.access });
      },
    ],
  ])('show %s at once where it was made, and everywhere as soon as it is told (%i)', async (_what, which, change) => {
    const path = lists()[which]!;
    await report(one);
    const etag = await etagOf(one, path);
    await expect.poll(async () => (await get(other, path, etag)).status).toBe(304);
    await change();
    expect((await get(one, path, etag)).status).not.toBe(304);
    await expect.poll(async () => (await get(other, path, etag)).status).not.toBe(304);
    const [here, there] = [await get(one, path), await get(other, path)];
    expect(here.body).toEqual(there.body);
    expect(here.headers.etag).toEqual(there.headers.etag);
  });

  test('show changes published by another process', async () => {
    await report(one);
    const etag = await etagOf(one, lists()[1]!);
    await database.db.execute(sql`delete from detections where section_id = ${id}`);
    expect((await get(one, lists()[1]!, etag)).status).toBe(304);
    await notify(database.db, { kind: 'logsChanged', sectionIds: [id] });
    tellAll();
    await expect.poll(async () => (await get(one, lists()[1]!, etag)).body.results).toEqual([]);
  });

  test('do not change when students without a section are imported', async () => {
    const etag = await etagOf(one, lists()[0]!);
    await importStudents(database.db, `name,email\nKai Driftwoodson,${kai}\nSomebody New,new${id}@x.example\n`);
    expect((await get(other, lists()[0]!, etag)).status).toBe(304);
  });

  test('never leave a browser with screenshot addresses about to expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 600_000) * 600_000 });
    const screenshot = `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}`;
    await reportTo(one, sighting(id, { screenshot }));
    const etag = await etagOf(one, lists()[1]!);
    vi.setSystemTime(Date.now() + 599_000);
    expect((await get(one, lists()[1]!, etag)).status).toBe(304);
    vi.setSystemTime(Date.now() + 1000);
    const { status, body } = await get(one, lists()[1]!, etag);
    expect(status).toBe(200);
    expect((await one.call('GET', body.results[0].screenshot)).status).toBe(200);
  });
});

describe('a sign-in', () => {
  const whoAmI = async (server: TestServer, token: string) =>
    (await server.call('GET', '/account/current-user/', { token })).status;

  test('is checked without the database once cached', async () => {
    expect(await whoAmI(one, teacher.access)).toBe(200);
    isAway = true;
    expect(await whoAmI(one, teacher.access)).toBe(200);
  });

  test.each<[string, (second: string) => Promise<{ status: number }>]>([
    ['sign-out', () => one.call('POST', '/account/logout/', { body: { refresh: teacher.refresh } })],
    [
      'a changed password',
      (second) =>
        one.call('POST', '/account/change-password/', {
          token: second,
          body: { old_password: password, new_password: 'another horse', confirm_password: 'another horse' },
        }),
    ],
    [
      'a reset password',
      async () => {
        await one.call('POST', '/account/forgot-password/', { body: { email: teacher.email } });
        const token = (await mailTo(one, teacher.email)).link.split('/').pop();
        return one.call('POST', '/account/reset-password/', {
          body: { token, new_password: 'another horse', confirm_password: 'another horse' },
        });
      },
    ],
  ])('ends at once where %s was asked for, and everywhere as soon as it is told', async (_what, end) => {
    const second = (await logIn(one, teacher.email)).body.access;
    for (const server of [one, other]) expect(await whoAmI(server, teacher.access)).toBe(200);
    expect((await end(second)).status).toBeLessThan(300);
    expect(await whoAmI(one, teacher.access)).toBe(401);
    await expect.poll(() => whoAmI(other, teacher.access)).toBe(401);
  });

  test('that ended clears the browser’s cache', async () => {
    const { headers } = await one.call('POST', '/account/logout/', { body: { refresh: teacher.refresh } });
    expect(headers['clear-site-data']).toBe('"cache"');
  });
});

describe('while the listener is down', () => {
  afterEach(() => listener.back());

  test('nothing is cached, and missed changes show', async () => {
    const [list, logs] = [await etagOf(one, lists()[0]!), await etagOf(one, lists()[1]!)];
    listener.lost();
    isAway = true;
    expect((await get(one, lists()[0]!, list)).status).toBe(500);
    isAway = false;
    expect((await get(one, lists()[0]!, list)).status).toBe(304);
    await database.db.execute(sql`delete from detections where section_id = ${id}`);
    await database.db.execute(sql`update sections set name = 'renamed' where id = ${id}`);
    expect((await get(one, lists()[0]!, list)).body[0].name).toBe('renamed');
    await database.db.execute(sql`delete from sections where id = ${id}`);
    expect((await get(one, lists()[1]!, logs)).status).toBe(404);
    await database.db.execute(sql`delete from sign_ins`);
    expect((await get(one, lists()[0]!, list)).status).toBe(401);
  });

  test('nothing is cached, even when it is published later', async () => {
    const path = lists()[0]!;
    listener.lost();
    const etag = await etagOf(one, path);
    listener.back();
    isAway = true;
    expect((await get(one, path, etag)).status).toBe(500);
    isAway = false;
    await get(one, path, etag);
    isAway = true;
    expect((await get(one, path, etag)).status).toBe(304);
  });
});

describe('the cache', () => {
  const opened = () => {
    const cache = new GroupCache<number, string>();
    cache.open();
    return cache;
  };

  test('drops values read before a change was published', () => {
    const cache = opened();
    const reading = cache.of(1);
    cache.forget(1);
    reading.set('', 'old');
    expect(cache.of(1).get('')).toBeUndefined();
  });

  test('is empty before it is opened and after it is closed', () => {
    const cache = new GroupCache<number, string>();
    cache.of(1).set('', 'early');
    cache.open();
    expect(cache.of(1).get('')).toBeUndefined();
    cache.of(1).set('', 'kept');
    expect(cache.of(1).get('')).toBe('kept');
    cache.close();
    cache.of(1).set('', 'late');
    cache.open();
    expect(cache.of(1).get('')).toBeUndefined();
  });

  test('expires after 30 s, whatever is published', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const cache = opened();
    cache.of(1).set('', 'kept');
    vi.advanceTimersByTime(29_999);
    expect(cache.of(1).get('')).toBe('kept');
    vi.advanceTimersByTime(1);
    expect(cache.of(1).get('')).toBeUndefined();
  });

  test('holds at most 10,000 groups and 100 entries in each', () => {
    const cache = opened();
    for (let group = 0; group <= 10_000; group++) cache.of(group).set('', 'kept');
    expect([cache.of(1).get(''), cache.of(10_000).get('')]).toEqual(['kept', 'kept']);
    expect(cache.of(0).get('')).toBeUndefined();
    for (let index = 1; index < 100; index++) cache.of(10_000).set(String(index), 'kept');
    expect(cache.of(10_000).get('')).toBeUndefined();
  });

  test('evicts the oldest at its size limit, whatever was replaced or forgotten', () => {
    const cache = new GroupCache<number, string>(10, (value) => value.length);
    cache.open();
    const known = () => [1, 2, 3, 4].filter((group) => cache.of(group).get('') !== undefined);
    cache.of(1).set('', 'four');
    cache.of(1).set('', 'fours');
    cache.of(2).set('', 'five.');
    expect(known()).toEqual([1, 2]);
    cache.of(3).set('', '!');
    expect(known()).toEqual([2, 3]);
    cache.forget(2);
    cache.of(4).set('', 'nine nine');
    expect(known()).toEqual([3, 4]);
    cache.of(4).set('', 'longer than all');
    expect(known()).toEqual([]);
  });
});

test('returns no access token beyond its expiry', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const whoAmI = () => one.call('GET', '/account/current-user/', { token: teacher.access });
  expect((await whoAmI()).status).toBe(200);
  // The token's own expiry: it may have been issued some time ago.
  const end = (decodeJwt(teacher.access).exp ?? 0) * 1000;
  vi.setSystemTime(end - 1);
  expect((await whoAmI()).status).toBe(200);
  vi.setSystemTime(end);
  expect((await whoAmI()).status).toBe(401);
});
