import { eq } from 'drizzle-orm';
import { decodeJwt, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inviteTeacher } from '../src/domain/account/registration';
import { findOrInsertTeacher } from '../src/domain/account/teachers';
import { disableTeacher } from '../src/domain/school/administration';
import { invitations } from '../src/domain/tables/account';
import { auditEntries } from '../src/domain/tables/audit';
import type { OpenDatabase } from '../src/platform/database/database';
import type { Settings } from '../src/settings';
import { newKey, type OpenIdProvider, type Person, startOpenIdProvider } from './support/openIdProvider';
import { type Answer, openTestDatabase, startTestServer, type TestServer } from './support/server';
import { logIn, mailTo, newEmail, newTeacher, password, register } from './support/teachers';

let database: OpenDatabase;
let key: JWK;
let provider: OpenIdProvider;
let server: TestServer;

beforeAll(async () => {
  key = await newKey('first');
  provider = await startOpenIdProvider(key);
  database = await openTestDatabase();
  server = await startTestServer({ google: provider.settings() }, database);
});
afterAll(async () => {
  await server?.close();
  await database?.close();
  provider?.close();
});

let people = 0;
let person: Person;

beforeEach(() => {
  people += 1;
  person = {
    sub: `person ${people}`,
    email: newEmail(),
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Beispiel',
  };
});
afterEach(() => {
  vi.useRealTimers();
  provider.handOut(undefined);
  provider.useKeys(key);
  provider.release();
  provider.fail(undefined);
});

const path = '/account/login/google/';
const enterWith = (code: string, at = server) => at.call('POST', path, { body: { code } });
const enter = async (who = person) => enterWith(await provider.signIn(who));
const whoIs = async (token: string) => (await server.call('GET', '/account/current-user/', { token })).body;
/** An ID token of the real provider. */
const tokenFor = async (clientId: string, from = provider) =>
  from.exchange(await from.signIn(person, clientId), clientId);

const refused = { status: 401, body: { detail: 'Google login failed. Please try again.' } };
const unreached = { status: 503, body: { detail: 'Google cannot be reached. Please try again.' } };

describe('signing in with Google', () => {
  test('creates an account for a new email, once', async () => {
    const first = await enter();
    expect(first.status).toBe(200);
    const teacher = await whoIs(first.body.access);
    expect(teacher).toMatchObject({ first_name: 'Grace', last_name: 'Beispiel', email: person.email });
    const second = await enter();
    expect((await whoIs(second.body.access)).id).toBe(teacher.id);
  });

  test('strips control and bidirectional characters from a name', async () => {
    const { body } = await enter({ ...person, given_name: 'Gra\u0000ce\u202e', family_name: 'B\u2067' });
    expect(await whoIs(body.access)).toMatchObject({ first_name: 'Grace', last_name: 'B' });
  });

  test('creates one account for two concurrent sign-ins', async () => {
    const codes = await Promise.all([provider.signIn(person), provider.signIn(person)]);
    const answers = await Promise.all(codes.map((code) => enterWith(code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = await Promise.all(answers.map(({ body }) => whoIs(body.access)));
    expect(other.id).toBe(one.id);

    // Also when they run one after the other.
    const values = { email: newEmail(), googleSubject: `${person.sub} too`, firstName: 'Grace', lastName: 'Beispiel' };
    const found = await Promise.all([
      findOrInsertTeacher(database.db, values),
      findOrInsertTeacher(database.db, values),
    ]);
    expect(found[1].teacher.id).toBe(found[0].teacher.id);
    expect(found.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
  });

  test('security 42: is audited, and so are refusals, without secrets', async () => {
    const address = '192.0.2.9';
    const own = await startTestServer({ google: provider.settings() }, database);
    const enterFrom = (code: string) => own.call('POST', path, { body: { code }, address });
    const codes = [await provider.signIn(person), 'a code that Google never gave', await provider.signIn(person)];
    const answers = [await enterFrom(codes[0]!), await enterFrom(codes[1]!)];
    await disableTeacher(database.db, String(person.email));
    answers.push(await enterFrom(codes[2]!));
    // Closing flushes everything.
    await own.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 403]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.address, address));
    const told = entries.map(({ action, teacherEmail, detail }) => [action, teacherEmail, detail]);
    expect(told.toSorted()).toEqual([
      ['sign-in refused', null, 'Google: Google login failed. Please try again.'],
      ['sign-in refused', null, 'Google: This account is disabled. Please ask your administrator.'],
      ['sign-in', person.email, 'Google'],
    ]);
    const { access, refresh } = answers[0]!.body;
    const kept = JSON.stringify(await database.db.select().from(auditEntries));
    for (const secret of [...codes, access, refresh]) if (secret) expect(kept).not.toContain(secret);
  });

  test('works without a name', async () => {
    const { body } = await enter({ sub: person.sub, email: person.email, email_verified: true });
    expect(await whoIs(body.access)).toMatchObject({ first_name: person.email, last_name: '' });
  });

  test('opens the account with the email, whose password keeps working', async () => {
    const teacher = await newTeacher(server);
    const { body } = await enter({ ...person, email: teacher.email.toUpperCase() });
    expect(await whoIs(body.access)).toMatchObject({ email: teacher.email, first_name: 'Ada' });
    expect((await logIn(server, teacher.email)).status).toBe(200);
  });

  test('security 21: does not open a disabled account', async () => {
    const { body } = await enter();
    await disableTeacher(database.db, String(person.email));
    expect(await enter()).toMatchObject({ status: 403, body: { detail: expect.stringContaining('is disabled') } });
    expect(await whoIs(body.access)).toEqual({ detail: 'Session expired' });
  });

  test('security 27: follows the Google account and not its email after the first sign-in', async () => {
    const teacher = await newTeacher(server);
    const first = await enter({ ...person, email: teacher.email });
    const { id } = await whoIs(first.body.access);
    const renamed = await enter({ ...person, email: newEmail() });
    expect(await whoIs(renamed.body.access)).toMatchObject({ id, email: teacher.email });

    // The email is reassigned.
    const successor = { ...person, sub: `${person.sub} no more`, email: teacher.email };
    expect(await enter(successor)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^The account with this email belongs to another Google account\./) },
    });
    const elsewhere = await enter({ ...successor, email: newEmail() });
    expect((await whoIs(elsewhere.body.access)).id).not.toBe(id);
    expect((await logIn(server, teacher.email)).status).toBe(200);
  });

  test('security 27: lasts a school day and ends with a sign-out without a refresh token', async () => {
    const [kept, ended] = [await enter(), await enter()];
    const signOut = (token: string) => server.call('POST', '/account/logout/', { token, body: {} });
    expect((await signOut(ended.body.access)).status).toBe(204);
    expect(await whoIs(ended.body.access)).toEqual({ detail: 'Session expired' });
    expect((await signOut('nonsense')).status).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9.9 * 3_600_000 });
    expect(await whoIs(kept.body.access)).toMatchObject({ email: person.email });
    vi.setSystemTime(Date.now() + 0.2 * 3_600_000);
    expect(await whoIs(kept.body.access)).toEqual({ detail: 'Session expired' });
  });

  test('security 27: tells a teacher without a password how to set one, and continues for the day after changing it', async () => {
    const { access: token } = (await enter()).body;
    const section = await server.call('POST', '/section/create/', { token, body: { name: '8b', subject: 'Physics' } });
    const remove = (secret: string, as = token) =>
      server.call('DELETE', `/section/${section.body.id}/delete/`, { token: as, body: { password: secret } });
    const toldHow = expect.stringMatching(/have no password here yet\. Sign out, choose “Forgot your password\?”/);
    expect(await remove('any')).toMatchObject({ status: 403, body: { detail: toldHow } });
    const changeTo = (old_password: string, new_password: string, as: string) =>
      server.call('POST', '/account/change-password/', {
        token: as,
        body: { old_password, new_password, confirm_password: new_password },
      });
    expect(await changeTo('any', 'battery staple', token)).toMatchObject({ status: 400, body: { error: toldHow } });

    await server.call('POST', '/account/forgot-password/', { body: { email: person.email } });
    const { link } = await mailTo(server, String(person.email));
    const reset = { token: link.split('/').pop(), new_password: password, confirm_password: password };
    expect((await server.call('POST', '/account/reset-password/', { body: reset })).status).toBe(200);
    const again = (await enter()).body.access;
    expect(await remove('wrong', again)).toMatchObject({ status: 401, body: { detail: 'Incorrect password' } });
    const changed = (await changeTo(password, 'battery staple', again)).body.access;
    const { exp = 0 } = decodeJwt(changed);
    expect(exp - Date.now() / 1000).toBeGreaterThan(9.9 * 3600);
    expect((await remove('battery staple', changed)).status).toBe(204);
  });

  test('removes a password set without owning the email', async () => {
    const email = await register(server);
    expect((await enter({ ...person, email })).status).toBe(200);
    expect((await logIn(server, email, password)).status).toBe(401);
  });
});

describe('who may become a teacher', () => {
  const beginWith = async (settings: Partial<Settings>) => {
    const own = await startTestServer({ google: provider.settings(), ...settings }, database);
    return { enter: async (who = person) => enterWith(await provider.signIn(who), own), close: own.close };
  };

  test('security 21: Google sign-in follows the rule for registration, and admits all existing teachers', async () => {
    const known = await enter();
    const { enter: enterThere, close } = await beginWith({ registration: 'invited' });
    const again = await enterThere();
    expect((await whoIs(again.body.access)).id).toBe((await whoIs(known.body.access)).id);

    const stranger = { ...person, sub: `${person.sub} too`, email: newEmail() };
    for (let tries = 0; tries < 2; tries++) {
      expect(await enterThere(stranger)).toMatchObject({
        status: 403,
        body: {
          detail:
            'Registration is by invitation only. Please open the link in your invitation, or ask your administrator for one.',
        },
      });
    }
    await inviteTeacher(database.db, { publicUrl: 'https://vigil.example', smtpUrl: undefined }, stranger.email);
    expect((await enterThere(stranger)).status).toBe(200);
    await close();
  });

  test('security 46: an invitation ends with the first Google sign-in', async () => {
    const { enter: enterThere, close } = await beginWith({ registration: 'invited' });
    await inviteTeacher(database.db, { publicUrl: 'https://vigil.example', smtpUrl: undefined }, String(person.email));
    expect((await enterThere()).status).toBe(200);
    const waiting = await database.db
      .select()
      .from(invitations)
      .where(eq(invitations.email, String(person.email)));
    expect(waiting).toEqual([]);
    await close();
  });

  test('security 21: GOOGLE_HOSTED_DOMAIN admits only accounts of that organisation', async () => {
    const { enter: enterThere, close } = await beginWith({
      google: { ...provider.settings(), hostedDomain: 'school.example' },
    });
    const sentence = 'Please sign in with your Google account of school.example.';
    for (const hd of [undefined, 'another.example', 'evil.school.example'])
      expect(await enterThere({ ...person, hd })).toMatchObject({ status: 403, body: { detail: sentence } });
    expect((await enterThere({ ...person, hd: 'School.Example' })).status).toBe(200);
    await close();
  });
});

describe('an email that the provider has not verified', () => {
  test.each([
    ['not verified', { email_verified: false }],
    ['of unknown state', { email_verified: undefined }],
    ['not told', { email: undefined, email_verified: undefined }],
  ])('opens nothing when it is %s', async (_what, changes) => {
    expect(await enter({ ...person, ...changes })).toMatchObject(refused);
  });

  test('is not linked to the account with it, verified or not', async () => {
    const verified = (await newTeacher(server)).email;
    const unverified = await register(server);
    for (const email of [verified, unverified])
      expect(await enter({ ...person, email, email_verified: false })).toMatchObject(refused);
    expect((await logIn(server, verified)).status).toBe(200);
    expect(await logIn(server, unverified)).toMatchObject({ status: 403, body: { detail: 'Account not verified' } });
  });
});

describe('a code', () => {
  test('is refused when the provider never issued it, or issued it to another client', async () => {
    expect(await enterWith('made up')).toMatchObject(refused);
    expect(await enterWith(await provider.signIn(person, 'another'))).toMatchObject(refused);
  });

  test('works once: a replay revokes its tokens at the provider, not the session here', async () => {
    const code = await provider.signIn(person);
    const first = await enterWith(code);
    expect(first.status).toBe(200);
    const granted = provider.answers.at(-1)?.access_token ?? '';
    expect(await provider.userInfo(granted)).toBe(200);
    expect(await enterWith(code)).toMatchObject(refused);
    expect(await provider.userInfo(granted)).toBe(401);
    expect(await whoIs(first.body.access)).toMatchObject({ email: person.email });
  });
});

describe('an ID token', () => {
  test('is accepted in every variant of the provider', async () => {
    provider.handOut(await tokenFor('vigil'));
    expect((await enter()).status).toBe(200);
  });

  test('is refused when issued to another client', async () => {
    provider.handOut(await tokenFor('another'));
    expect(await enter()).toMatchObject(refused);
  });

  test('is refused when issued by another provider with the same keys', async () => {
    const elsewhere = await startOpenIdProvider(key);
    provider.handOut(await tokenFor('vigil', elsewhere));
    expect(await enter()).toMatchObject(refused);
    provider.handOut(undefined);
    expect((await enter()).status).toBe(200);
    elsewhere.close();
  });

  test('is refused when expired', async () => {
    // Another provider would keep state from the future.
    const own = await startTestServer({ google: provider.settings() }, database);
    const enterThere = async () => enterWith(await provider.signIn(person), own);
    provider.handOut(await tokenFor('vigil'));
    // It is valid for an hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_540_000 });
    expect((await enterThere()).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await enterThere()).toMatchObject(refused);
    provider.handOut(undefined);
    expect((await enterThere()).status).toBe(200);
    await own.close();
  });

  test('is refused when signed with the client secret', async () => {
    const symmetric = await startTestServer({ google: provider.settings('symmetric') }, database);
    expect(await enterWith(await provider.signIn(person, 'symmetric'), symmetric)).toMatchObject(refused);
    const { id_token = '' } = provider.answers.at(-1) ?? {};
    expect(decodeJwt(id_token)).toMatchObject({ aud: 'symmetric', email: person.email });
    await symmetric.close();
  });

  // Providers never issue these: claims of a valid token, unsigned or signed by somebody else.
  test.each([
    ['not signed', async (claims: object) => new UnsecuredJWT({ ...claims }).encode()],
    [
      "signed with a key that only has the name of the provider's",
      async (claims: object) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'RS256', kid: 'first' })
          .sign((await generateKeyPair('RS256')).privateKey),
    ],
    ['no token at all', async () => 'token'],
  ])('is refused when it is %s', async (_what, forge) => {
    const genuine = await tokenFor('vigil');
    provider.handOut(await forge(decodeJwt(genuine)));
    expect(await enter()).toMatchObject(refused);
    provider.handOut(genuine);
    expect((await enter()).status).toBe(200);
  });
});

test('survives rotation of the provider’s keys, and is refused when signed with a removed key', async () => {
  const [old, young] = [await newKey('old'), await newKey('young')];
  provider.useKeys(old);
  const oldToken = await tokenFor('vigil');
  expect((await enter()).status).toBe(200);

  provider.useKeys(young, old);
  expect((await enter()).status).toBe(200);
  provider.handOut(oldToken);
  expect((await enter()).status).toBe(200);

  provider.handOut(undefined);
  // The old key is removed, and the new one is not the one published with it.
  provider.useKeys(await newKey('youngest'));
  expect((await enter()).status).toBe(200);
  provider.handOut(oldToken);
  expect(await enter()).toMatchObject(refused);
});

describe('an unavailable provider', () => {
  const discovery = '/.well-known/openid-configuration';

  test.each([
    ['with a page', '<h1>Bad gateway</h1>'],
    ['with JSON', '{"error":"server_error"}'],
  ])('and says so %s is said to be, and sign-in goes on when it is back', async (_how, body) => {
    const fresh = await startTestServer({ google: provider.settings() }, database);
    const code = await provider.signIn(person);
    provider.fail(body);
    // Before and after discovery.
    expect(await enterWith(code, fresh)).toMatchObject(unreached);
    expect(await enterWith(code)).toMatchObject(unreached);
    provider.fail(undefined);
    expect((await enterWith(code, fresh)).status).toBe(200);
    await fresh.close();
  });

  test('times out within 5 s at any stage without blocking other requests', async () => {
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startTestServer({ google: provider.settings() }, database)),
    );
    const codes = await Promise.all(servers.map(() => provider.signIn(person)));
    const teacher = await newTeacher(server);
    const pending: Promise<Answer>[] = [];
    const milliseconds: number[] = [];
    // Blocks the requests from the last to the first, so that each sign-in runs up to the blocked one.
    for (const [index, place] of ['/jwks', '/token', discovery].entries()) {
      provider.hold(place);
      const answer = enterWith(codes[index] ?? '', servers[index]);
      pending.push(answer);
      await expect.poll(() => provider.waiting).toContain(place);
      const asked = performance.now();
      void answer.then(
        () => milliseconds.push(performance.now() - asked),
        () => {},
      );
    }
    const first = await Promise.race([whoIs(teacher.access), ...pending]);
    expect(first).toMatchObject({ email: teacher.email });
    for (const answer of await Promise.all(pending)) expect(answer).toMatchObject(unreached);
    // Measured separately, because the time of three sign-ins does not matter here.
    expect(milliseconds).toHaveLength(3);
    expect(Math.max(...milliseconds)).toBeLessThan(9000);
    provider.release();
    expect((await enter()).status).toBe(200);
    await Promise.all(servers.map((each) => each.close()));
  });

  test('is not contacted when Google is not configured', async () => {
    const unset = await startTestServer({}, database);
    expect(await enterWith('any', unset)).toMatchObject({
      status: 503,
      body: { detail: 'Google sign-in is not set up.' },
    });
    await unset.close();
  });
});
