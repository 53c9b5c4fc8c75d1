import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../src/database/database';
import { rateLimits } from '../src/database/schema';
import { createLimits } from '../src/http/limits';
import { networkOf } from '../src/http/network';
import { Listener } from './support/listener';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { logIn, newEmail, newSection, newTeacher, password, registration } from './support/teachers';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  vi.useRealTimers();
});

const passSeconds = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

describe('two instances on one database', () => {
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    const shared = { ...database, isShared: true };
    [one, other] = [await startTestServer({}, shared), await startTestServer({}, shared)];
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  const tryOn = (server: TestServer, email: string, secret: string) =>
    server.call('POST', '/account/login/teacher/', { body: { email, password: secret }, address: '192.0.2.1' });

  test('security 12: count wrong passwords together, refuse with Retry-After, and not for good', async () => {
    // The clock stands still: how long ten tries take is no matter here.
    passSeconds(0);
    const { email } = await newTeacher(one);
    for (let tries = 0; tries < 5; tries++) {
      for (const server of [one, other]) expect((await tryOn(server, email, 'wrong')).status).toBe(401);
    }
    for (const server of [one, other, one]) {
      const refused = await tryOn(server, email, password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(290);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    }
    passSeconds(301);
    expect((await tryOn(other, email, password)).status).toBe(200);
  });

  test('forgive together', async () => {
    const { email } = await newTeacher(one);
    for (let tries = 0; tries < 9; tries++) expect((await tryOn(one, email, 'wrong')).status).toBe(401);
    expect((await tryOn(other, email, password)).status).toBe(200);
    for (let tries = 0; tries < 9; tries++) expect((await tryOn(one, email, 'wrong')).status).toBe(401);
    expect((await tryOn(one, email, password)).status).toBe(200);
  });

  test('security 10: resend before 120 s is refused by whichever is asked', async () => {
    const email = newEmail();
    const resend = (server: TestServer) => server.call('POST', '/account/resend-otp/', { body: { email } });
    expect((await resend(one)).status).toBe(200);
    expect((await resend(other)).status).toBe(429);
    expect((await resend(one)).status).toBe(429);
    passSeconds(120.1);
    expect((await resend(other)).status).toBe(200);
  });
});

describe('limits by network', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, { ...database, isShared: false });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5::/64'],
    ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('security 25: take %s for one of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const [here, neighbour, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'];

  /** Uses up all that the network may try of what it tried once. @returns what that is counted as */
  async function useUp(tryOnce: () => Promise<unknown>): Promise<string[]> {
    const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume');
    await tryOnce();
    const key = networkOf(here);
    const counted = consume.mock.calls.flatMap(([used], index) => {
      const limiter = consume.mock.contexts[index] as RateLimiterMemory;
      return used === key ? [limiter] : [];
    });
    for (const limiter of counted) await limiter.penalty(key, limiter.points);
    return counted.map(({ keyPrefix }) => keyPrefix);
  }

  const words = { new_password: 'battery staple', confirm_password: 'battery staple' };
  test.each([
    ['renewals', '/account/refresh/', { refresh: 'x' }],
    ['sign-outs', '/account/logout/', { refresh: 'x' }],
    ['verifications', '/account/verify-otp/', { email: 'a@x.example', code: '1' }],
    ['resets', '/account/reset-password/', { token: 'x', ...words }],
    ['sign-ins', '/account/login/teacher/', { email: 'a@x.example', password }],
    ['registrations', '/account/register/teacher/', registration('a@x.example', { password2: 'another' })],
    ['mails', '/account/forgot-password/', { email: 'a@x.example' }],
  ])('security 25: refuse too many %s from a network, and none from others', async (name, path, body) => {
    const ask = (address: string) => server.call('POST', path, { body, address });
    expect(await useUp(() => ask(here))).toEqual([name]);
    expect(Number((await ask(neighbour)).headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(neighbour)).status).toBe(429);
    expect((await ask(elsewhere)).status).not.toBe(429);
  });

  test('security 25: answer no more questions for the state, by any live connection from there', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const teacher = await newTeacher(server);
    const section_id = await newSection(server, teacher);
    const connect = (address: string) => new Listener(port, teacher.access, { 'x-forwarded-for': address });
    const started = { type: 'detection_start', section_id, started_at: expect.any(String) };
    const question = '{"type":"get_status"}';

    const first = connect(here);
    expect(await useUp(() => first.admitted(1))).toEqual(['statuses']);
    const second = connect(neighbour);
    await once(second.socket, 'open');
    second.socket.send(question);
    first.socket.send(question);
    const third = await connect(elsewhere).admitted(1);
    // What changes is told to all.
    const body = { section_id, is_active: true };
    await server.call('POST', '/detection/sessions/start/', { token: teacher.access, body });
    for (const [{ heard, socket }, answers] of [
      [first, 1],
      [second, 0],
      [third, 1],
    ] as const) {
      await expect.poll(() => heard[answers]).toEqual(started);
      socket.close();
    }
  });

  test('security 25: a question for the state while one is being answered costs nothing', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const teacher = await newTeacher(server);
    await newSection(server, teacher);
    const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume');
    const { socket, heard } = new Listener(port, teacher.access);
    await once(socket, 'open');
    for (let count = 0; count < 100; count++) socket.send('{"type":"get_status"}');
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    socket.close();
    // A few may have come after the first was answered.
    expect(heard.length).toBeLessThan(50);
    expect(consume.mock.calls.length).toBeLessThan(50);
  });
});

describe('an account that is guessed at from everywhere', () => {
  test('security 25: is answered the more slowly the more tries there were, for an hour', async () => {
    const waited: number[] = [];
    const limits = createLimits({ db: database.db, isShared: true }, async (milliseconds) => {
      waited.push(milliseconds);
    });
    const email = newEmail();
    for (let tries = 0; tries < 10; tries++) await limits.slowDown(email);
    expect(waited).toEqual([]);
    for (let tries = 0; tries < 8; tries++) await limits.slowDown(email);
    expect(waited).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    await limits.slowDown(newEmail());
    expect(waited).toHaveLength(8);
    await limits.reset('signInsToAccount', email);
    await limits.slowDown(email);
    expect(waited).toHaveLength(8);
    for (let tries = 0; tries < 10; tries++) await limits.slowDown(email);
    expect(waited.splice(8)).toEqual([100]);
    passSeconds(3601);
    await limits.slowDown(email);
    expect(waited).toHaveLength(8);
  });

  test('security 25: lets its owner in all the while', async () => {
    const server = await startTestServer({}, database);
    const { email } = await newTeacher(server);
    for (let tries = 0; tries < 12; tries++) expect((await logIn(server, email, 'wrong')).status).toBe(401);
    const before = performance.now();
    expect((await logIn(server, email)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(395);
    await server.close();
  });
});

test('an instance with a database of its own counts without it', async () => {
  await database.db.delete(rateLimits);
  const limits = createLimits({ db: database.db, isShared: false });
  await limits.consume('resend', 'a@x.example');
  await expect(limits.consume('resend', 'a@x.example')).rejects.toMatchObject({ status: 429 });
  expect(await database.db.select().from(rateLimits)).toEqual([]);
});

test('while the database fails each instance still counts, and lets nobody in for it', async () => {
  const limits = createLimits({ db: database.db, isShared: true });
  await database.db.execute(sql`alter table rate_limits rename to rate_limits_away`);
  for (let tries = 0; tries < 10; tries++) await limits.consume('signIn', 'somebody');
  await expect(limits.consume('signIn', 'somebody')).rejects.toMatchObject({ status: 429 });
  await limits.reset('signIn', 'somebody');
  await limits.consume('signIn', 'somebody');
  await database.db.execute(sql`alter table rate_limits_away rename to rate_limits`);
});

test('what somebody tried is cleared an hour after it has expired', async () => {
  await database.db.delete(rateLimits);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  const limits = createLimits({ db: database.db, isShared: true });
  await limits.consume('resend', 'a@x.example');
  const left = async () => (await database.db.select().from(rateLimits)).length;
  expect(await left()).toBe(1);
  vi.setSystemTime(Date.now() + 63 * 60_000);
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(left).toBe(0);
});
