import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountKey, limitGuesses } from '../src/domain/account/attempts';
import { createLimits } from '../src/domain/limits';
import type { OpenDatabase } from '../src/platform/database/database';
import { HttpError } from '../src/platform/http/httpError';
import { networkOf } from '../src/platform/http/network';
import { rateLimits } from '../src/platform/http/tables';
import { Listener } from './support/listener';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newEmail, newSection, newTeacher, password, registration } from './support/teachers';

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

  test('security 12: count wrong passwords together, refuse with Retry-After, and recover', async () => {
    // The clock is frozen: the time of ten tries does not matter here.
    passSeconds(0);
    const { email } = await newTeacher(one);
    for (let tries = 0; tries < 7; tries++) {
      for (const server of [one, other]) {
        expect((await tryOn(server, email, 'wrong')).status).toBe(tries < 5 || server === one ? 401 : 429);
        if (tries >= 5 && server === other) passSeconds(2);
      }
    }
  });

  test('security 12: do not count right passwords', async () => {
    const { email } = await newTeacher(one);
    for (let tries = 0; tries < 9; tries++) expect((await tryOn(one, email, 'wrong')).status).toBe(401);
    for (let tries = 0; tries < 5; tries++) {
      for (const server of [one, other]) expect((await tryOn(server, email, password)).status).toBe(200);
    }
    expect((await tryOn(one, email, 'wrong')).status).toBe(401);
  });

  test('security 10: both refuse a resend before 120 s', async () => {
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

  /** Uses up a network's limit. @returns its key */
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

  test.each([
    ['verifications', '/account/verify-otp/', { email: 'a@x.example', code: '1' }],
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

  test('security 25: stop answering a teacher who requests statuses too often, and nobody else', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const [teacher, colleague] = [await newTeacher(server), await newTeacher(server)];
    await newSection(server, teacher);
    await newSection(server, colleague);
    const first = new Listener(port, teacher.access);
    const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume');
    await first.admitted(1);
    const [[key]] = consume.mock.calls as [[string]];
    const [limiter] = consume.mock.contexts as [RateLimiterMemory];
    await limiter.penalty(key, limiter.points);
    const second = new Listener(port, teacher.access);
    await once(second.socket, 'open');
    second.socket.send('{"type":"get_status"}');
    const other = await new Listener(port, colleague.access).admitted(1);
    expect(second.heard).toEqual([]);
    for (const { socket } of [first, second, other]) socket.close();
  });

  test('security 25: do not count status requests while one is being answered', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const teacher = await newTeacher(server);
    await newSection(server, teacher);
    const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume');
    const { socket, heard } = new Listener(port, teacher.access);
    await once(socket, 'open');
    for (let count = 0; count < 100; count++) socket.send('{"type":"get_status"}');
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    socket.close();
    // A few may have arrived after the first was answered.
    expect(heard.length).toBeLessThan(50);
    expect(consume.mock.calls.length).toBeLessThan(50);
  });
});

test('security 25: a failure of the server counts for nobody', async () => {
  const limits = createLimits({ db: database.db, isShared: false });
  const isStranger: boolean[] = [];
  const known: Parameters<typeof limitGuesses>[1] = {
    device: ['guessesFromDevice', 'device'],
    strangers: [['registration', 'network']],
  };
  const tryWith = (failure: Error) =>
    limitGuesses(limits, known, async (stranger) => {
      isStranger.push(stranger);
      throw failure;
    }).catch((error: unknown) => error);
  const [fault, busy] = [
    new Error('The database is away.'),
    new HttpError(503, { detail: 'Google cannot be reached.' }),
  ];
  const wrong = new HttpError(401, { detail: 'Invalid credentials' });
  for (const failure of [fault, busy]) for (let tries = 0; tries < 20; tries++) await tryWith(failure);
  expect(isStranger).not.toContain(true);
  for (let tries = 0; tries < 11; tries++) await tryWith(wrong);
  expect(isStranger.indexOf(true)).toBe(50);
  for (let tries = 0; tries < 20; tries++) expect(await tryWith(fault)).toBe(fault);
  for (let tries = 0; tries < 4; tries++) expect(await tryWith(wrong)).toBe(wrong);
  expect(await tryWith(wrong)).toMatchObject({ status: 429 });
});

test('security 12, 25: invented emails fill neither memory nor a table, and are refused like accounts', async () => {
  const server = await startTestServer({}, { ...database, isShared: false });
  const address = '192.0.2.90';
  // The clock is frozen: a pause lasts one second.
  passSeconds(0);
  const consume = vi.spyOn(RateLimiterMemory.prototype, 'consume');
  const guess = (email: string) =>
    server.call('POST', '/account/login/teacher/', { body: { email, password: 'wrong' }, address });
  for (let tries = 0; tries < 20; tries++) expect((await guess(newEmail())).status).toBe(401);
  const perEmail = consume.mock.calls.filter(([key]) => key !== address);
  consume.mockRestore();
  expect(perEmail).toHaveLength(60);
  for (const [key] of perEmail) expect(key).toMatch(/^(192\.0\.2\.90 )?no account \d{1,4}$/);
  const keys = Array.from({ length: 20_000 }, () => accountKey(undefined, newEmail()));
  expect(new Set(keys).size).toBeLessThanOrEqual(4096);
  const email = newEmail();
  for (let tries = 0; tries < 11; tries++) expect((await guess(email)).status).toBe(401);
  expect((await guess(email)).status).toBe(429);
  await server.close();
});

test('an embedded instance counts in memory', async () => {
  await database.db.delete(rateLimits);
  const limits = createLimits({ db: database.db, isShared: false });
  await limits.consume('resend', 'a@x.example');
  await expect(limits.consume('resend', 'a@x.example')).rejects.toMatchObject({ status: 429 });
  expect(await database.db.select().from(rateLimits)).toEqual([]);
});

test('while the database fails each instance still counts, and refuses', async () => {
  const limits = createLimits({ db: database.db, isShared: true });
  await database.db.execute(sql`alter table rate_limits rename to rate_limits_away`);
  for (let tries = 0; tries < 10; tries++) await limits.consume('password', 'somebody');
  await expect(limits.consume('password', 'somebody')).rejects.toMatchObject({ status: 429 });
  await limits.reset('password', 'somebody');
  await limits.consume('password', 'somebody');
  await database.db.execute(sql`alter table rate_limits_away rename to rate_limits`);
});

test('counters are deleted an hour after they expire', async () => {
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
