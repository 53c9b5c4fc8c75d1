import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../src/domain/account/passwords';
import { startTestServer, type TestServer } from './support/server';
import {
  cookieIn,
  logIn,
  mailTo,
  newEmail,
  newSection,
  newTeacher,
  password,
  register,
  registration,
} from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const better = 'battery staple';
const statusOf = async (token: string) => (await server.call('GET', '/account/current-user/', { token })).status;

/** Runs something while the password queue is full. */
async function whileBusy(run: () => Promise<unknown>): Promise<void> {
  let isBusy = true;
  const others = Array.from({ length: 100 }, async () => {
    while (isBusy) await hashPassword('of somebody else');
  });
  try {
    await run();
  } finally {
    isBusy = false;
    await Promise.all(others);
  }
}

test('security 12: a full password queue refuses with Retry-After and counts for nobody', async () => {
  const { email } = await newTeacher(server);
  await whileBusy(async () => {
    for (let tries = 0; tries < 12; tries++) {
      const { status, headers, body } = await logIn(server, email, 'wrong');
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body.detail).toBe('Too many people are signing in at the moment. Please try again shortly.');
    }
  });
  expect((await logIn(server, email)).status).toBe(200);
});

test('security 25: a full password queue counts neither registrations nor current passwords', async () => {
  const { access: token } = await newTeacher(server);
  const id = await newSection(server, { email: '', access: token, refresh: '' });
  const [email, address] = [newEmail(), '192.0.2.81'];
  const registerThere = () => server.call('POST', '/account/register/teacher/', { body: registration(email), address });
  const body = { old_password: password, new_password: better, confirm_password: better };
  const change = () => server.call('POST', '/account/change-password/', { token, body });
  const remove = (secret: string) =>
    server.call('DELETE', `/section/${id}/delete/`, { token, body: { password: secret } });
  await whileBusy(async () => {
    for (let tries = 0; tries < 12; tries++) {
      expect((await registerThere()).status).toBe(503);
      expect((await change()).status).toBe(503);
      expect((await remove(password)).status).toBe(503);
    }
  });
  expect((await registerThere()).status).toBe(201);
  expect((await remove('wrong')).status).toBe(401);
  expect((await change()).status).toBe(200);
  expect((await remove(better)).status).toBe(204);
});

test('security 25: a database failure counts for nobody', async () => {
  const { email, access: token } = await newTeacher(server);
  const address = '192.0.2.82';
  const logInThere = (headers = {}) =>
    server.call('POST', '/account/login/teacher/', { body: { email, password }, address, headers });
  const cookie = cookieIn(await logInThere());
  const body = { old_password: password, new_password: better, confirm_password: better };
  const change = () => server.call('POST', '/account/change-password/', { token, body });
  const code = () =>
    server.call('POST', '/account/verify-otp/', { body: { email: 'nobody@school.example', code: '1' }, address });
  const rename = (from: string, to: string) =>
    server.database.db.execute(sql.raw(`alter table teachers rename column ${from} to ${to}`));
  await rename('password_hash', 'password_hash_away');
  try {
    for (let tries = 0; tries < 31; tries++) {
      expect((await logInThere({ cookie })).status).toBe(500);
      expect((await logInThere()).status).toBe(500);
      expect((await change()).status).toBe(500);
      expect((await code()).status).toBe(500);
    }
  } finally {
    await rename('password_hash_away', 'password_hash');
  }
  expect((await logInThere({ cookie })).status).toBe(200);
  expect((await logInThere()).status).toBe(200);
  expect((await code()).status).toBe(400);
  expect((await change()).status).toBe(200);
});

describe('changing the password', () => {
  const change = (token: string, changes: object = {}) =>
    server.call('POST', '/account/change-password/', {
      token,
      body: { old_password: password, new_password: better, confirm_password: better, ...changes },
    });

  test('security 4: ends every other session of the teacher, and nobody else’s', async () => {
    const [teacher, bystander] = [await newTeacher(server), await newTeacher(server)];
    const { body: elsewhere } = await logIn(server, teacher.email);
    const { status, body } = await change(teacher.access);
    expect(status).toBe(200);
    expect(await statusOf(body.access)).toBe(200);
    expect(await statusOf(elsewhere.access)).toBe(401);
    expect((await server.call('POST', '/account/refresh/', { body: { refresh: elsewhere.refresh } })).status).toBe(401);
    expect((await server.call('POST', '/account/refresh/', { body: { refresh: teacher.refresh } })).status).toBe(200);
    expect(await statusOf(bystander.access)).toBe(200);
    expect((await logIn(server, teacher.email)).status).toBe(401);
    expect((await logIn(server, teacher.email, better)).status).toBe(200);
  });

  test('security 4: ends sessions made from another session’s refresh token', async () => {
    const teacher = await newTeacher(server);
    const { body: elsewhere } = await logIn(server, teacher.email);
    const renew = (refresh: string) => server.call('POST', '/account/refresh/', { body: { refresh } });
    const pairs = [(await renew(elsewhere.refresh)).body, (await renew(elsewhere.refresh)).body];
    expect((await change(teacher.access)).status).toBe(200);
    for (const { access, refresh } of pairs) {
      expect(await statusOf(access)).toBe(401);
      expect((await renew(refresh)).status).toBe(401);
    }
  });

  test.each([
    ['a wrong present password', { old_password: 'wrong' }, { error: 'Your current password is incorrect.' }],
    ['a repetition that differs', { confirm_password: 'else' }, { confirm_password: ['Passwords do not match'] }],
    [
      'seven characters',
      { new_password: '1234567', confirm_password: '1234567' },
      { new_password: ['Use at least 8 characters.'] },
    ],
  ])('refuses %s', async (_what, changes, expected) => {
    const { access, email } = await newTeacher(server);
    expect(await change(access, changes)).toMatchObject({ status: 400, body: expected });
    expect((await logIn(server, email)).status).toBe(200);
  });

  test('security 48: a common new password is refused', async () => {
    const { access, email } = await newTeacher(server);
    const changes = { new_password: 'Football1', confirm_password: 'Football1' };
    expect(await change(access, changes)).toMatchObject({
      status: 400,
      body: { new_password: [expect.stringContaining('easy to guess')] },
    });
    expect((await logIn(server, email)).status).toBe(200);
  });

  test('requires a signed-in teacher', async () => {
    expect((await change('nonsense')).status).toBe(401);
  });

  test('security 12: guessing the current password is refused after ten tries', async () => {
    const { access } = await newTeacher(server);
    for (let tries = 0; tries < 10; tries++) expect((await change(access, { old_password: 'wrong' })).status).toBe(400);
    expect((await change(access)).status).toBe(429);
  });
});

describe('resetting a forgotten password', () => {
  const forget = (email: string) => server.call('POST', '/account/forgot-password/', { body: { email } });
  const reset = (token: string, changes: object = {}) =>
    server.call('POST', '/account/reset-password/', {
      body: { token, new_password: better, confirm_password: better, ...changes },
    });
  const tokenFor = async (email: string) => {
    expect((await forget(email)).status).toBe(200);
    const { link, text } = await mailTo(server, email);
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\/[\w-]{43}$/);
    expect(text).toContain(link);
    return link.split('/').pop() ?? '';
  };

  test('security 48: a common password is refused, and the link stays valid', async () => {
    const { email } = await newTeacher(server);
    const token = await tokenFor(email);
    expect(await reset(token, { new_password: 'sunshine', confirm_password: 'sunshine' })).toMatchObject({
      status: 400,
      body: { new_password: [expect.stringContaining('easy to guess')] },
    });
    expect((await reset(token)).status).toBe(200);
  });

  test('security 4: ends every session and opens one', async () => {
    const teacher = await newTeacher(server);
    const { status, body } = await reset(await tokenFor(teacher.email));
    expect(status).toBe(200);
    expect(await statusOf(body.access)).toBe(200);
    expect(await statusOf(teacher.access)).toBe(401);
    expect((await logIn(server, teacher.email)).status).toBe(401);
    expect((await logIn(server, teacher.email, better)).status).toBe(200);
  });

  test('security 9: a link works once', async () => {
    const token = await tokenFor((await newTeacher(server)).email);
    expect((await reset(token)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('no longer valid') },
    });
  });

  test('security 9: a link works for an hour', async () => {
    // The clock is frozen: the time of the calls does not matter here.
    vi.useFakeTimers({ toFake: ['Date'] });
    const [soon, late] = [(await newTeacher(server)).email, (await newTeacher(server)).email];
    const [soonToken, lateToken] = [await tokenFor(soon), await tokenFor(late)];
    vi.setSystemTime(Date.now() + 59.9 * 60_000);
    expect((await reset(soonToken)).status).toBe(200);
    vi.setSystemTime(Date.now() + 0.2 * 60_000);
    expect((await reset(lateToken)).status).toBe(400);
  });

  test('security 9: a newer link replaces an older one', async () => {
    const { email } = await newTeacher(server);
    const older = await tokenFor(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5.1 * 60_000 });
    const newer = await tokenFor(email);
    expect((await reset(older)).status).toBe(400);
    expect((await reset(newer)).status).toBe(200);
  });

  test('verifies an unverified email', async () => {
    const email = await register(server);
    await reset(await tokenFor(email));
    expect((await logIn(server, email, better)).status).toBe(200);
  });

  test('an invalid new password leaves the link valid', async () => {
    const token = await tokenFor((await newTeacher(server)).email);
    expect((await reset(token, { confirm_password: 'else' })).status).toBe(400);
    expect((await reset(token, { new_password: 'short', confirm_password: 'short' })).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test('security 9, 11: known and unknown emails get the same answer', async () => {
    const { email } = await newTeacher(server);
    const [known, unknown] = [await forget(email), await forget(newEmail())];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  test('security 11, 12: requesting too often is refused equally', async () => {
    for (const email of [(await newTeacher(server)).email, newEmail()]) {
      const ask = (address: string) => server.call('POST', '/account/forgot-password/', { body: { email }, address });
      for (let count = 0; count < 5; count++) expect((await ask('203.0.113.9')).status).toBe(200);
      expect((await ask('203.0.113.9')).status).toBe(429);
      expect((await ask('203.0.113.8')).status).toBe(200);
    }
  });

  test('security 25: a stranger’s requests neither deny the owner a link nor invalidate it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { email } = await newTeacher(server);
    for (let count = 0; count < 30; count++) await forget(email);
    const token = await tokenFor(email);
    const { body } = await server.call('GET', '/dev/mail.json', { address: '127.0.0.1' });
    const isReset = ({ to, subject }: { to: string; subject: string }) => to === email && subject.startsWith('Reset');
    expect(body.filter(isReset)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 4.9 * 60_000);
    await forget(email);
    expect(await tokenFor(email)).toBe(token);
    expect((await reset(token)).status).toBe(200);
    // A used link does not make the next request wait.
    expect((await reset(await tokenFor(email))).status).toBe(200);
  });

  test('security 25: an expired link is refused before the password is hashed', async () => {
    const [refusals, hashes]: [number[], number[]] = [[], []];
    for (let count = 0; count < 15; count++) {
      let before = performance.now();
      expect((await reset(`no such token ${count}`)).status).toBe(400);
      refusals.push(performance.now() - before);
      before = performance.now();
      await hashPassword(better);
      hashes.push(performance.now() - before);
    }
    // The minimum of each is its time on an idle machine.
    expect(Math.min(...refusals)).toBeLessThan(Math.min(...hashes));
  });
});
