import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { disableTeacher } from '../src/domain/school/administration';
import type { Database, OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { logIn, mailTo, newTeacher, password, type TestTeacher } from './support/teachers';

/** Two instances on one database. Transactions of the other one wait where a test tells them to. */
let database: OpenDatabase;
let one: TestServer;
let other: TestServer;
let teacher: TestTeacher;
let halt: Halt | undefined;

/** Where transactions of the other instance wait until they are released. */
interface Halt {
  where: 'before' | 'after';
  reached(): void;
  released: Promise<void>;
}

/** Makes a transaction wait before its first statement or before it commits. */
const halting = (db: Database): Database =>
  new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name);
      const transaction: Database['transaction'] = async (work, options) => {
        const here = halt;
        halt = undefined;
        const wait = async (where: Halt['where']) => {
          if (here?.where !== where) return;
          here.reached();
          await here.released;
        };
        await wait('before');
        return target.transaction(async (tx) => {
          const result = await work(tx);
          await wait('after');
          return result;
        }, options);
      };
      return transaction;
    },
  });

beforeAll(async () => {
  database = await openTestDatabase();
  one = await startTestServer({}, { ...database, isShared: false });
  other = await startTestServer({}, { ...database, db: halting(database.db), isShared: false });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});
beforeEach(async () => {
  teacher = await newTeacher(one);
});
afterEach(() => {
  halt = undefined;
});

/** Starts a call on the other instance and returns once its transaction waits. */
async function begin<T>(where: Halt['where'], call: () => Promise<T>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answer: Promise<T> | undefined;
  await new Promise<void>((reached) => {
    halt = { where, reached, released };
    answer = call();
  });
  return {
    async finish(): Promise<T> {
      release();
      return answer as Promise<T>;
    },
  };
}

const [changed, reset] = ['changed words', 'reset words'];
const change = (server: TestServer) =>
  server.call('POST', '/account/change-password/', {
    token: teacher.access,
    body: { old_password: password, new_password: changed, confirm_password: changed },
  });
async function prepareReset(): Promise<(server: TestServer) => Promise<number>> {
  await one.call('POST', '/account/forgot-password/', { body: { email: teacher.email } });
  const token = (await mailTo(one, teacher.email)).link.split('/').pop();
  const body = { token, new_password: reset, confirm_password: reset };
  return async (server) => (await server.call('POST', '/account/reset-password/', { body })).status;
}
const statusOf = async (token: string) => (await one.call('GET', '/account/current-user/', { token })).status;
const passwordsThatWork = async () => {
  const working: string[] = [];
  for (const secret of [password, changed, reset])
    if ((await logIn(one, teacher.email, secret)).status === 200) working.push(secret);
  return working;
};

describe('a password reset', () => {
  test('security 24: while a sign-in with the old password is checked leaves no session with it', async () => {
    const resetOn = await prepareReset();
    const signIn = await begin('before', () => logIn(other, teacher.email));
    expect(await resetOn(one)).toBe(200);
    expect(await signIn.finish()).toMatchObject({ status: 401, body: { detail: 'Invalid credentials' } });
    expect(await passwordsThatWork()).toEqual([reset]);
  });

  test('security 24: while a sign-in with the old password is committed ends that session', async () => {
    const resetOn = await prepareReset();
    const signIn = await begin('after', () => logIn(other, teacher.email));
    const resetting = resetOn(one);
    const { status, body } = await signIn.finish();
    expect([status, await resetting]).toEqual([200, 200]);
    expect(await statusOf(body.access)).toBe(401);
    expect((await one.call('POST', '/account/refresh/', { body: { refresh: body.refresh } })).status).toBe(401);
  });

  test('security 24: while a password change is checked is not overwritten', async () => {
    const resetOn = await prepareReset();
    const changing = await begin('before', () => change(other));
    expect(await resetOn(one)).toBe(200);
    expect(await changing.finish()).toMatchObject({
      status: 400,
      body: { error: 'Your current password is incorrect.' },
    });
    expect(await passwordsThatWork()).toEqual([reset]);
  });

  test('security 24: while a password change is committed comes after it and ends the session that changed it', async () => {
    const resetOn = await prepareReset();
    const changing = await begin('after', () => change(other));
    const resetting = resetOn(one);
    const { status, body } = await changing.finish();
    expect([status, await resetting]).toEqual([200, 200]);
    expect(await statusOf(body.access)).toBe(401);
    expect(await passwordsThatWork()).toEqual([reset]);
  });
});

test('security 24: a password change while a sign-in with the old one is checked leaves no session with it', async () => {
  const signIn = await begin('before', () => logIn(other, teacher.email));
  expect((await change(one)).status).toBe(200);
  expect((await signIn.finish()).status).toBe(401);
});

test('security 21, 24: an account disabled during a sign-in stays signed out', async () => {
  const signIn = await begin('before', () => logIn(other, teacher.email));
  await disableTeacher(database.db, teacher.email);
  expect((await signIn.finish()).status).toBe(403);
});
