import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../src/database/database';
import { rateLimits } from '../src/database/schema';
import { createLimits } from '../src/http/limits';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { newEmail, newTeacher, password } from './support/teachers';

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
