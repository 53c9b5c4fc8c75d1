import { isNotNull, sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createKeys } from '../src/domain/keys';
import { refreshTokens } from '../src/domain/tables/account';
import { startTestServer, type TestServer } from './support/server';
import { newTeacher } from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const passSeconds = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};
/** Makes used refresh tokens look used this long ago. */
const passInDatabase = (seconds: number) =>
  server.database.db
    .update(refreshTokens)
    .set({ usedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(isNotNull(refreshTokens.usedAt));
const refresh = (token: string) => server.call('POST', '/account/refresh/', { body: { refresh: token } });
const logOut = (token: string) => server.call('POST', '/account/logout/', { body: { refresh: token } });
const statusOf = async (token: string) => (await server.call('GET', '/account/current-user/', { token })).status;

describe('renewal', () => {
  test('returns a new pair, and the old access token works until it expires', async () => {
    const teacher = await newTeacher(server);
    const { status, body } = await refresh(teacher.refresh);
    expect(status).toBe(200);
    expect(body.refresh).not.toBe(teacher.refresh);
    expect(await statusOf(body.access)).toBe(200);
    expect(await statusOf(teacher.access)).toBe(200);
  });

  test('security 14: works in all tabs that send the same token within ten seconds', async () => {
    const teacher = await newTeacher(server);
    const tabs = await Promise.all([refresh(teacher.refresh), refresh(teacher.refresh), refresh(teacher.refresh)]);
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
    await passInDatabase(9);
    expect((await refresh(teacher.refresh)).status).toBe(200);
    for (const { body } of tabs) {
      expect((await refresh(body.refresh)).status).toBe(200);
      expect(await statusOf(body.access)).toBe(200);
    }
  });

  test('security 14: returns the same successor for a token sent twice within ten seconds, whose reuse ends the sign-in', async () => {
    const teacher = await newTeacher(server);
    const { body: owners } = await refresh(teacher.refresh);
    const { body: thiefs } = await refresh(teacher.refresh);
    expect(thiefs.refresh).toBe(owners.refresh);
    const { status, body: next } = await refresh(owners.refresh);
    expect(status).toBe(200);
    await passInDatabase(11);
    expect((await refresh(thiefs.refresh)).status).toBe(401);
    expect((await refresh(next.refresh)).status).toBe(401);
    for (const { access } of [owners, thiefs, next]) expect(await statusOf(access)).toBe(401);
  });

  test('security 14: stores nothing from which a refresh token or its successor can be derived', async () => {
    const teacher = await newTeacher(server);
    const { body } = await refresh(teacher.refresh);
    const stored = (await server.database.db.select().from(refreshTokens)).map(({ tokenHash }) => tokenHash);
    for (const token of [teacher.refresh, body.refresh]) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(stored).not.toContain(token);
    }
    for (const hash of stored) expect((await refresh(hash)).status).toBe(401);
    expect((await refresh(body.refresh)).status).toBe(200);
  });

  test('security 14: ends after ninety days, however often it happened', async () => {
    const day = 86_400;
    const began = Date.now();
    const at = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: began + days * day * 1000 });
    let tokens = await newTeacher(server);
    for (const days of [13, 26, 39, 52, 65, 78, 89.9999]) {
      at(days);
      const { status, body } = await refresh(tokens.refresh);
      expect(status).toBe(200);
      tokens = { ...tokens, ...body };
    }
    expect(await statusOf(tokens.access)).toBe(200);
    at(90.001);
    expect((await refresh(tokens.refresh)).status).toBe(401);
    expect(await statusOf(tokens.access)).toBe(401);
  });

  test('security 14: with a token used before ends the whole sign-in', async () => {
    const teacher = await newTeacher(server);
    const { body } = await refresh(teacher.refresh);
    await passInDatabase(11);
    expect((await refresh(teacher.refresh)).status).toBe(401);
    expect((await refresh(body.refresh)).status).toBe(401);
    expect(await statusOf(body.access)).toBe(401);
  });

  // The embedded database shares the server's clock.
  test.runIf(inject('postgres')).each([-3600, 3600])(
    'security 26: the ten seconds count by the clock of the database, not by one %d s off',
    async (off) => {
      const teacher = await newTeacher(server);
      expect((await refresh(teacher.refresh)).status).toBe(200);
      passSeconds(off);
      expect((await refresh(teacher.refresh)).status).toBe(200);
      vi.useRealTimers();
      await passInDatabase(11);
      passSeconds(off);
      expect((await refresh(teacher.refresh)).status).toBe(401);
    },
  );

  test('extends a sign-in by two weeks', async () => {
    const teacher = await newTeacher(server);
    passSeconds(13.9 * 86_400);
    const { status, body } = await refresh(teacher.refresh);
    expect(status).toBe(200);
    passSeconds(14.1 * 86_400);
    expect((await refresh(body.refresh)).status).toBe(401);
  });

  test('refuses invalid refresh tokens', async () => {
    const { access } = await newTeacher(server);
    for (const token of ['nonsense', access]) {
      expect(await refresh(token)).toMatchObject({ status: 401, body: { detail: 'Session expired' } });
    }
  });
});

describe('sign-out', () => {
  test('security 3: ends the refresh token and immediately the access token', async () => {
    const teacher = await newTeacher(server);
    expect((await logOut(teacher.refresh)).status).toBe(204);
    expect((await refresh(teacher.refresh)).status).toBe(401);
    expect(await statusOf(teacher.access)).toBe(401);
  });

  test('security 27: ends the access token’s sign-in when no refresh token is given', async () => {
    const teacher = await newTeacher(server);
    const { access: token } = teacher;
    expect((await server.call('POST', '/account/logout/', { token, body: {} })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(teacher.refresh)).status).toBe(401);
    expect((await server.call('POST', '/account/logout/', { body: {} })).status).toBe(204);
  });

  test('leaves other teachers signed in, and repeating it is not an error', async () => {
    const [one, other] = [await newTeacher(server), await newTeacher(server)];
    await logOut(one.refresh);
    expect((await logOut(one.refresh)).status).toBe(204);
    expect(await statusOf(other.access)).toBe(200);
  });
});

describe('access tokens', () => {
  test('security 13: expire after fifteen minutes', async () => {
    // Tokens count whole seconds. The clock is frozen so that no second passes while one is created.
    passSeconds(0);
    const { access } = await newTeacher(server);
    passSeconds(899);
    expect(await statusOf(access)).toBe(200);
    passSeconds(2);
    expect(await statusOf(access)).toBe(401);
  });

  test('security 13: are refused when unsigned, signed with another key, of another type, or a refresh token', async () => {
    const { access, refresh: refreshToken } = await newTeacher(server);
    const [, payload] = access.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString());
    const sign = async (secret: string, changes: object) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'HS256' })
        .sign((await createKeys(secret)).accessTokens);
    const ours = 's'.repeat(43);
    expect(await statusOf(await sign(ours, {}))).toBe(200);
    for (const token of [unsigned, await sign('x'.repeat(43), {}), await sign(ours, { type: 'other' }), refreshToken]) {
      expect(await statusOf(token)).toBe(401);
    }
  });
});
