import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inviteTeacher } from '../src/domain/account/registration';
import { disableTeacher, enableTeacher } from '../src/domain/school/administration';
import { deleteAccount } from '../src/domain/school/deleteAccount';
import { queuedMails } from '../src/domain/tables/mail';
import type { OpenDatabase } from '../src/platform/database/database';
import type { Settings } from '../src/settings';
import { Listener } from './support/listener';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { logIn, mailTo, newEmail, newTeacher, password, registration, verify } from './support/teachers';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  vi.useRealTimers();
});

const passDays = (days: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
};

/** Two instances on one database, with the same rule. */
function instances(settings: Partial<Settings>) {
  const servers: TestServer[] = [];
  beforeAll(async () => {
    for (const _instance of ['one', 'other']) servers.push(await startTestServer(settings, database));
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const [one, other] = [() => servers[0] as TestServer, () => servers[1] as TestServer];
  const register = (email: string, changes: object = {}) =>
    one().call('POST', '/account/register/teacher/', { body: registration(email, changes) });
  /** Returns the token of the newest invitation's link. */
  const invitationTo = async (email: string) => (await mailTo(one(), email)).link.split('#')[1];
  return { one, other, register, invitationTo };
}

const invite = (email: string) =>
  inviteTeacher(database.db, { publicUrl: 'https://vigil.example', smtpUrl: undefined }, email);

const byInvitation = {
  status: 400,
  body: {
    email: [
      'Registration is by invitation only. Please open the link in your invitation, or ask your administrator for one.',
    ],
  },
};

describe('where teachers are invited', () => {
  const { one, register, invitationTo } = instances({ registration: 'invited' });

  test('security 21: nobody else can register, and nothing is stored about who tried', async () => {
    const email = newEmail();
    expect(await register(email)).toMatchObject(byInvitation);
    expect(await register(email)).toMatchObject(byInvitation);
    const { body } = await one().call('GET', '/dev/mail.json', { address: '127.0.0.1' });
    expect(body.filter(({ to }: { to: string }) => to === email)).toEqual([]);
  });

  test('security 21: an invitation is a mailed link that works once', async () => {
    const email = newEmail();
    expect(await invite(email.toUpperCase())).toBe('invited');
    expect((await mailTo(one(), email)).link).toMatch(/^https:\/\/vigil\.example\/register#[\w-]{43}$/);
    const invitation = await invitationTo(email);
    expect((await register(email, { invitation })).status).toBe(201);
    await verify(one(), email);
    expect((await logIn(one(), email)).status).toBe(200);
    expect(await invite(email)).toBe('hasAccount');
    await deleteAccount(database.db, email);
    expect(await register(email, { invitation })).toMatchObject(byInvitation);
  });

  test('security 46: knowing the email of an invitation is not enough to register it', async () => {
    const [email, other] = [newEmail(), newEmail()];
    for (const invited of [email, other]) await invite(invited);
    const foreign = await invitationTo(other);
    const stolen = { password: 'of a stranger', password2: 'of a stranger' };
    for (const invitation of [undefined, foreign, 'x'])
      expect(await register(email, { ...stolen, invitation })).toMatchObject(byInvitation);
    const invitation = await invitationTo(email);
    expect((await register(email, { invitation })).status).toBe(201);
    // Nor replace the owner's unverified registration, which the link allows.
    expect(await register(email, stolen)).toMatchObject(byInvitation);
    expect((await register(email, { invitation, first_name: 'Eve' })).status).toBe(201);
    await verify(one(), email);
    expect((await logIn(one(), email, 'of a stranger')).status).toBe(401);
    expect((await logIn(one(), email)).status).toBe(200);
  });

  test('security 21: an invitation is valid for two weeks, and a newer one replaces it', async () => {
    const [late, renewed] = [newEmail(), newEmail()];
    for (const email of [late, renewed]) await invite(email);
    const [ofLate, first] = [await invitationTo(late), await invitationTo(renewed)];
    passDays(10);
    await invite(renewed);
    passDays(4.1);
    expect(await register(late, { invitation: ofLate })).toMatchObject(byInvitation);
    expect(await register(renewed, { invitation: first })).toMatchObject(byInvitation);
    expect((await register(renewed, { invitation: await invitationTo(renewed) })).status).toBe(201);
  });

  test('security 46: an invitation works whatever others on the network have used up', async () => {
    const [email, address] = [newEmail(), '192.0.2.46'];
    await invite(email);
    const there = (of: string, changes: object = {}) =>
      one().call('POST', '/account/register/teacher/', { body: registration(of, changes), address });
    for (let tries = 0; tries < 6; tries++) await there(email);
    expect((await there(email)).status).toBe(429);
    const invitation = await invitationTo(email);
    expect((await there(email, { invitation })).status).toBe(201);
    const wrong = { password2: 'another' };
    for (let tries = 0; tries < 120; tries++) await there(newEmail(), wrong);
    expect((await there(newEmail(), wrong)).status).toBe(429);
    for (let tries = 0; tries < 6; tries++) expect((await there(email, { invitation })).status).toBe(201);
    await verify(one(), email);
    expect((await logIn(one(), email)).status).toBe(200);
  });

  test('an invitation is queued when there is a mail server', async () => {
    const to = newEmail();
    await inviteTeacher(database.db, { publicUrl: 'https://vigil.example', smtpUrl: 'smtp://mail.example' }, to);
    const waiting = await database.db.select().from(queuedMails);
    expect(waiting.find((mail) => mail.to === to)?.text).toMatch(/\nhttps:\/\/vigil\.example\/register#[\w-]{43}\n/);
    await database.db.delete(queuedMails);
  });
});

describe('where teachers register with a school email', () => {
  const registrationDomains = ['school.example', 'staff.school.example'];
  const { one, register, invitationTo } = instances({ registration: 'domains', registrationDomains });

  test.each(['@School.example', '@staff.school.example'])(
    'security 21: one that ends in %s can register',
    async (end) => {
      expect((await register(newEmail().replace('@school.example', end))).status).toBe(201);
    },
  );

  test.each(['@my.school.example', '@evilschool.example', '@school.example.evil.example'])(
    'security 21: one that ends in %s needs an invitation',
    async (end) => {
      const email = newEmail().replace('@school.example', end);
      const sentence =
        'Please register with your email of school.example or staff.school.example, or ask your administrator for an invitation.';
      expect(await register(email)).toMatchObject({ status: 400, body: { email: [sentence] } });
      await invite(email);
      expect((await register(email, { invitation: await invitationTo(email) })).status).toBe(201);
    },
  );

  test('security 46: an invitation overrides an earlier registration of its email, and only its link registers it', async () => {
    const email = newEmail();
    const stolen = { password: 'of a stranger', password2: 'of a stranger' };
    expect((await register(email, stolen)).status).toBe(201);
    const { code } = await mailTo(one(), email);
    expect(await invite(email)).toBe('invited');
    const invitation = await invitationTo(email);
    expect((await one().call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(400);
    const sentence =
      'This email is invited. Please open the link in the invitation, or ask your administrator for a new one.';
    expect(await register(email, stolen)).toMatchObject({ status: 400, body: { email: [sentence] } });
    expect((await register(email, { invitation })).status).toBe(201);
    await verify(one(), email);
    expect((await logIn(one(), email, 'of a stranger')).status).toBe(401);
  });
});

describe('a disabled teacher', () => {
  const { one, other } = instances({});
  const statusOf = async (token: string) => (await one().call('GET', '/account/current-user/', { token })).status;
  const disabled = { status: 403, body: { detail: 'This account is disabled. Please ask your administrator.' } };

  test('security 21: is signed out on every instance, and nobody else is', async () => {
    const [teacher, bystander] = [await newTeacher(one()), await newTeacher(one())];
    const listeners: Listener[] = [];
    for (const { app } of [one(), other()]) {
      await app.listen({ port: 0, host: '127.0.0.1' });
      for (const { access } of [teacher, bystander]) {
        const listener = new Listener((app.server.address() as AddressInfo).port, access);
        await once(listener.socket, 'open');
        listeners.push(listener);
      }
    }
    expect(await disableTeacher(database.db, ` ${teacher.email.toUpperCase()}`)).toBe(true);
    const [here, , there] = listeners;
    expect(await Promise.all([here?.closed, there?.closed])).toEqual([4401, 4401]);
    expect(await statusOf(teacher.access)).toBe(401);
    const { refresh } = teacher;
    expect((await other().call('POST', '/account/refresh/', { body: { refresh } })).status).toBe(401);
    expect(await statusOf(bystander.access)).toBe(200);
    for (const { socket } of listeners) socket.close();
  });

  test('security 21: can neither sign in nor reset the password until enabled, which strangers are not told', async () => {
    const { email } = await newTeacher(one());
    const forget = () => one().call('POST', '/account/forgot-password/', { body: { email } });
    const answer = (await forget()).body;
    const { link } = await mailTo(one(), email);
    await disableTeacher(database.db, email);
    expect(await logIn(one(), email)).toMatchObject(disabled);
    expect((await logIn(one(), email, 'wrong')).body).toEqual({ detail: 'Invalid credentials' });
    const body = { token: link.split('/').pop(), new_password: 'other words', confirm_password: 'other words' };
    const reset = () => one().call('POST', '/account/reset-password/', { body });
    expect(await reset()).toMatchObject(disabled);
    expect((await forget()).body).toEqual(answer);
    expect((await mailTo(one(), email)).link).toBe(link);

    expect(await enableTeacher(database.db, email)).toBe(true);
    expect((await logIn(one(), email, password)).status).toBe(200);
    expect((await reset()).status).toBe(200);
  });

  test('is found by account only', async () => {
    expect(await disableTeacher(database.db, newEmail())).toBe(false);
    expect(await enableTeacher(database.db, newEmail())).toBe(false);
  });
});
