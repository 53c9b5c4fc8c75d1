import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { emailCodes, teachers } from '../src/domain/tables/account';
import { startTestServer, type TestServer } from './support/server';
import {
  cookieIn,
  logIn,
  mailTo,
  newEmail,
  newTeacher,
  password,
  register,
  registration,
  verify,
} from './support/teachers';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const passMinutes = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
};

describe('registration', () => {
  test('security 10: stores the email trimmed in lower case and mails a six-digit code', async () => {
    const { status, body } = await server.call('POST', '/account/register/teacher/', {
      body: registration('New.Teacher@School.Example'),
    });
    expect(status).toBe(201);
    expect(body.message).toContain('verification code');
    const mail = await mailTo(server, 'new.teacher@school.example');
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.text).toContain(mail.code);
  });

  test('security 10: stores the code and the password only as hashes', async () => {
    const { code } = await mailTo(server, await register(server));
    const stored = [
      await server.database.db.select().from(emailCodes),
      await server.database.db.select().from(teachers),
    ];
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(JSON.stringify(stored)).not.toContain(password);
  });

  test.each([
    ['two different passwords', { password2: 'another one' }, { password2: ['Passwords do not match'] }],
    [
      'a short password',
      { password: 'short', password2: 'short' },
      { password: [expect.stringContaining('8 characters')] },
    ],
    ['an e-mail that is none', { email: 'nobody' }, { email: ['Enter a valid email address.'] }],
    [
      'a line break in the e-mail',
      { email: 'a@b.example\r\nBcc: c@d.example' },
      { email: ['Enter a valid email address.'] },
    ],
    ['a missing name', { first_name: undefined }, { first_name: ['This field is required.'] }],
    ['a blank name', { last_name: '  ' }, { last_name: ['This field is required.'] }],
    ['a name of nothing that can be seen', { last_name: '\u200b' }, { last_name: ['This field is required.'] }],
    [
      'a name of several lines',
      { first_name: 'Ada\r\n\r\nhttps://evil.example' },
      { first_name: ['This has invisible control characters. Type it instead of pasting it.'] },
    ],
    [
      'a name that turns the text after it',
      { first_name: 'Ada\u202e' },
      { first_name: ['This has invisible control characters. Type it instead of pasting it.'] },
    ],
    ['a number as a name', { first_name: 7 }, { first_name: ['This must be text.'] }],
  ])('refuses %s', async (_what, changes, expected) => {
    const { status, body } = await server.call('POST', '/account/register/teacher/', {
      body: registration(newEmail(), changes),
    });
    expect(status).toBe(400);
    expect(body).toEqual(expected);
  });

  test.each(['Sommer am Deich', 'schule-im-park-7b', 'q8vz', 'sommer83920174'].map((one) => one.padEnd(8, '-w3')))(
    'a password of several words, or one with enough added, is accepted: %s',
    async (good) => {
      const body = registration(newEmail(), { password: good, password2: good });
      expect((await server.call('POST', '/account/register/teacher/', { body })).status).toBe(201);
    },
  );

  test('refuses an email that has an account, however it is typed', async () => {
    const { email } = await newTeacher(server);
    const again = await server.call('POST', '/account/register/teacher/', { body: registration(email.toUpperCase()) });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({ email: ['An account with this email already exists.'] });
  });

  const local = 'mia.birkenfeld';
  test.each([
    ...['password', 'Password1', 'ｐａｓｓｗｏｒｄ', 'iloveyou', 'qwertyuiop', '1234567890'],
    ...['aaaaaaaa', 'abababab', 'qwertz123', 'schule123', 'Sommer2026', 'Sommer2026!', '!!trewq!!'],
    ...[`${local}@school.example`, `${local}1`, 'Birkenfeld7'],
  ])('security 48: a password that is guessed first is refused: %s', async (common) => {
    const email = `${local}@school.example`;
    const body = registration(email, { last_name: 'Birkenfeld', password: common, password2: common });
    const answer = await server.call('POST', '/account/register/teacher/', { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { password: ['This password is easy to guess. Please choose another one.'] },
    });
    expect((await logIn(server, email, common)).status).toBe(401);
  });

  test('security 45: registering an unverified email again replaces name, password and code', async () => {
    const email = newEmail();
    const stranger = registration(email, { first_name: 'Mal', password: 'of a stranger', password2: 'of a stranger' });
    const path = '/account/register/teacher/';
    expect((await server.call('POST', path, { body: stranger })).status).toBe(201);
    const first = await mailTo(server, email);
    expect(first.text).toContain('Mal Muster');
    const registered = await server.call('POST', path, { body: registration(email) });
    expect(registered.status).toBe(201);
    const headers = { cookie: cookieIn(registered) };
    const second = await mailTo(server, email);
    expect(second.text).toContain('Ada Muster');
    const tryCode = (code: string) => server.call('POST', '/account/verify-otp/', { body: { email, code }, headers });
    if (first.code !== second.code) expect((await tryCode(first.code)).status).toBe(400);
    expect((await tryCode(second.code)).status).toBe(200);
    expect((await logIn(server, email, 'of a stranger')).status).toBe(401);
    const { body } = await logIn(server, email);
    expect((await server.call('GET', '/account/current-user/', { token: body.access })).body.first_name).toBe('Ada');
  });

  test('security 45: a stranger’s registration is useless once the owner has used the link in the mail', async () => {
    const email = newEmail();
    const stranger = registration(email, { password: 'of a stranger', password2: 'of a stranger' });
    await server.call('POST', '/account/register/teacher/', { body: stranger });
    const { link } = await mailTo(server, email);
    expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\/\d+-[\w-]{43}$/);
    const open = () =>
      server.call('POST', '/account/reset-password/', {
        body: { token: link.split('/').pop(), new_password: password, confirm_password: password },
      });
    expect((await open()).status).toBe(200);
    expect((await logIn(server, email, 'of a stranger')).status).toBe(401);
    expect((await logIn(server, email)).status).toBe(200);
    expect((await open()).status).toBe(400);
  });

  describe('an email that was registered more than once', () => {
    const path = '/account/register/teacher/';
    const ofStudent = { password: 'of a student', password2: 'of a student' };
    const registerFrom = async (email: string, changes: object = {}) => {
      const answer = await server.call('POST', path, { body: registration(email, changes) });
      expect(answer.status).toBe(201);
      return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
    };
    const verifyFrom = async (email: string, headers = {}) => {
      const { code } = await mailTo(server, email);
      return server.call('POST', '/account/verify-otp/', { body: { email, code }, headers });
    };

    test('security 45: loses its password when another browser verifies it', async () => {
      const email = newEmail();
      const teachers = await registerFrom(email);
      const students = await registerFrom(email, ofStudent);
      const forged = { cookie: `${students.cookie.split('=')[0]}=${teachers.cookie.split('=')[1]}` };
      await server.call('POST', '/account/forgot-password/', { body: { email } });
      const earlier = await vi.waitFor(async () => {
        const mail = await mailTo(server, email);
        expect(mail.code).toBeUndefined();
        return mail;
      });
      await server.call('POST', '/account/resend-otp/', { body: { email } });
      await vi.waitFor(async () => expect((await mailTo(server, email)).code).toBeDefined());
      const verified = await verifyFrom(email, { cookie: `${teachers.cookie}; ${forged.cookie}` });
      expect(verified.status).toBe(200);
      for (const secret of ['of a student', password]) expect((await logIn(server, email, secret)).status).toBe(401);
      expect(verified.body.message).toBe(
        'Your email is verified, but it was last registered in another browser, so we removed that password. Choose one by the link that we just mailed you.',
      );
      const { text, link } = await mailTo(server, email);
      expect(text).toContain('registered more than once');
      expect(link).not.toBe(earlier.link);
      const body = { token: link.split('/').pop(), new_password: password, confirm_password: password };
      expect((await server.call('POST', '/account/reset-password/', { body })).status).toBe(200);
      expect((await logIn(server, email)).status).toBe(200);
    });

    test('security 45: keeps its password when the browser that registered it last verifies it', async () => {
      const email = newEmail();
      await registerFrom(email, ofStudent);
      const { message } = (await verifyFrom(email, await registerFrom(email))).body;
      expect(message).toBe('Your email is verified. You can sign in now.');
      expect((await logIn(server, email)).status).toBe(200);
    });

    test('security 45: is recognised by an HttpOnly cookie that is valid for one registration', async () => {
      const [email, other] = [newEmail(), newEmail()];
      const body = registration(email);
      const { headers } = await server.call('POST', path, { body });
      const attributes = String(headers['set-cookie']).split('; ').slice(1);
      expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/account/', 'SameSite=Lax']);
      await registerFrom(other, ofStudent);
      const foreign = await registerFrom(other);
      await registerFrom(email, ofStudent);
      await verifyFrom(email, foreign);
      expect((await logIn(server, email, 'of a student')).status).toBe(401);
    });
  });

  test('security 45: a name cannot smuggle a message or link into the mail', async () => {
    const email = newEmail();
    const first_name = 'Prize at https://evil.example/now www.evil.example';
    await server.call('POST', '/account/register/teacher/', { body: registration(email, { first_name }) });
    const { text, link } = await mailTo(server, email);
    expect(text).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(text.match(/https?:/g)).toHaveLength(1);
    expect(text).toContain(link);
  });

  test('security 45: a link for another account, or with one character changed, is refused', async () => {
    const [one, other] = [await register(server), await register(server)];
    const tokenOf = async (email: string) => (await mailTo(server, email)).link.split('/').pop() ?? '';
    const [token, another] = [await tokenOf(one), await tokenOf(other)];
    const [id] = token.split('-');
    const mac = another.slice(another.indexOf('-') + 1);
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [`${id}-${mac}`, changed, `${id}-`, `${id}`, '-', `99999999999999-${mac}`]) {
      const body = { token: wrong, new_password: 'battery staple', confirm_password: 'battery staple' };
      expect((await server.call('POST', '/account/reset-password/', { body })).status).toBe(400);
    }
  });

  test('security 45: a network can have fifty unverified registrations; verified ones do not count', async () => {
    const network = '192.0.2.50';
    const registerThere = (email = newEmail(), address = network) =>
      server.call('POST', '/account/register/teacher/', { body: registration(email), address });
    const emails = Array.from({ length: 50 }, newEmail);
    for (const email of emails) expect((await registerThere(email)).status).toBe(201);
    const refused = await registerThere();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await registerThere(newEmail(), '192.0.2.51')).status).toBe(201);
    const [verified = ''] = emails;
    await verify(server, verified);
    expect((await registerThere()).status).toBe(201);
    expect((await registerThere()).status).toBe(429);
    // They can be guessed at for as long as they exist.
    passMinutes(24 * 60 + 1);
    expect((await registerThere()).status).toBe(429);
  }, 60_000);

  test('security 45: a network can have fifty unverified registrations, also when sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        server.call('POST', '/account/register/teacher/', { body: registration(newEmail()), address: '192.0.2.53' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('security 45: registering somebody else does not flood their mailbox', async () => {
    const email = newEmail();
    const address = '192.0.2.52';
    const again = () => server.call('POST', '/account/register/teacher/', { body: registration(email), address });
    for (let times = 0; times < 5; times++) expect((await again()).status).toBe(201);
    expect((await again()).status).toBe(429);
  });
});

describe('verification', () => {
  test('is required to sign in', async () => {
    const email = await register(server);
    expect(await logIn(server, email)).toMatchObject({ status: 403, body: { detail: 'Account not verified' } });
    await verify(server, email);
    expect((await logIn(server, email)).status).toBe(200);
  });

  test('security 10: a code works once', async () => {
    const email = await register(server);
    const { code } = await mailTo(server, email);
    expect((await server.call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(200);
    const again = await server.call('POST', '/account/verify-otp/', { body: { email, code } });
    expect(again.status).toBe(400);
    expect(again.body.message).toContain('wrong or has expired');
  });

  test('security 10: a code works for ten minutes', async () => {
    // The clock is frozen: the time of the calls does not matter here.
    passMinutes(0);
    const [soon, late] = [await register(server), await register(server)];
    const [soonCode, lateCode] = [(await mailTo(server, soon)).code, (await mailTo(server, late)).code];
    passMinutes(9.9);
    expect((await server.call('POST', '/account/verify-otp/', { body: { email: soon, code: soonCode } })).status).toBe(
      200,
    );
    passMinutes(0.2);
    expect((await server.call('POST', '/account/verify-otp/', { body: { email: late, code: lateCode } })).status).toBe(
      400,
    );
  });

  test('security 10: five wrong tries invalidate a code', async () => {
    const email = await register(server);
    const { code } = await mailTo(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) {
      expect((await server.call('POST', '/account/verify-otp/', { body: { email, code: wrong } })).status).toBe(400);
    }
    expect((await server.call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(400);
  });

  test('security 45: the mailed link lets the owner in whatever strangers guess', async () => {
    const email = await register(server);
    const { code, link } = await mailTo(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 40; tries++) {
      await server.call('POST', '/account/verify-otp/', { body: { email, code: wrong }, address: '192.0.2.60' });
    }
    const body = { token: link.split('/').pop(), new_password: password, confirm_password: password };
    const opened = await server.call('POST', '/account/reset-password/', { body, address: '192.0.2.60' });
    expect(opened.status).toBe(200);
    expect((await logIn(server, email)).status).toBe(200);
  });

  test('security 45: twenty wrong codes in total block codes for a day, and the owner is told', async () => {
    passMinutes(0);
    const email = await register(server);
    const tryCode = (code: string) => server.call('POST', '/account/verify-otp/', { body: { email, code } });
    const resend = async () => {
      passMinutes(2.1);
      expect((await server.call('POST', '/account/resend-otp/', { body: { email } })).status).toBe(200);
    };
    const codeNow = async () => (await mailTo(server, email)).code;
    for (let codes = 0; codes < 4; codes++) {
      if (codes > 0) await resend();
      const code = await codeNow();
      const wrong = code === '000000' ? '000001' : '000000';
      for (let tries = 0; tries < 5; tries++) expect((await tryCode(wrong)).status).toBe(400);
    }
    const told = await mailTo(server, email);
    expect(told.text).toContain('20 wrong codes');
    expect(told.code).toBeUndefined();
    expect(told.link).toMatch(/\/reset-password\//);

    // No other code is mailed in the meantime, and a known one would not be accepted.
    await resend();
    expect(await codeNow()).toBeUndefined();
    passMinutes(24 * 60 + 1);
    await server.call('POST', '/account/resend-otp/', { body: { email } });
    expect((await tryCode(await codeNow())).status).toBe(200);
  });

  test('four wrong tries do not invalidate a code', async () => {
    const email = await register(server);
    const { code } = await mailTo(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 4; tries++)
      await server.call('POST', '/account/verify-otp/', { body: { email, code: wrong } });
    expect((await server.call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(200);
  });

  test('security 11: an unknown email gets the same answer as a wrong code', async () => {
    const email = await register(server);
    const [known, unknown] = [
      await server.call('POST', '/account/verify-otp/', { body: { email, code: 'x' } }),
      await server.call('POST', '/account/verify-otp/', { body: { email: newEmail(), code: 'x' } }),
    ];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });
});

describe('resending', () => {
  test('security 10: replaces the code, the first time immediately and then after 120 s', async () => {
    passMinutes(0);
    const email = await register(server);
    const first = (await mailTo(server, email)).code;
    const resend = () => server.call('POST', '/account/resend-otp/', { body: { email } });
    expect((await resend()).status).toBe(200);
    const second = (await mailTo(server, email)).code;
    if (first !== second) {
      expect((await server.call('POST', '/account/verify-otp/', { body: { email, code: first } })).status).toBe(400);
    }
    const tooSoon = await resend();
    expect(tooSoon.status).toBe(429);
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThan(115);
    expect(tooSoon.body.detail).toMatch(/try again in \d+ seconds/);
    passMinutes(2.01);
    expect((await resend()).status).toBe(200);
    await verify(server, email);
  });

  test('security 11: gives known, verified and unknown emails the same answer', async () => {
    const { email: verified } = await newTeacher(server);
    const emails = [await register(server), verified, newEmail()];
    const answers = await Promise.all(
      emails.map((email) => server.call('POST', '/account/resend-otp/', { body: { email } })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    const again = await Promise.all(
      emails.map((email) => server.call('POST', '/account/resend-otp/', { body: { email } })),
    );
    expect(again.map(({ status }) => status)).toEqual([429, 429, 429]);
  });
});

describe('sign-in', () => {
  test('security 11: gives a wrong password and an unknown email the same answer', async () => {
    const { email } = await newTeacher(server);
    const [wrong, unknown] = [await logIn(server, email, 'wrong'), await logIn(server, newEmail(), 'wrong')];
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'Invalid credentials' } });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test('reveals that an account is unverified only with the right password', async () => {
    expect((await logIn(server, await register(server), 'wrong')).status).toBe(401);
  });

  test('lets sixty teachers behind one address sign in within a minute', async () => {
    const { email } = await newTeacher(server);
    for (let count = 0; count < 60; count++) {
      const body = { email, password };
      expect((await server.call('POST', '/account/login/teacher/', { body, address: '192.0.2.2' })).status).toBe(200);
    }
  });
});

describe('the current user', () => {
  test('is returned to the teacher', async () => {
    const { email, access: token } = await newTeacher(server);
    const { status, body } = await server.call('GET', '/account/current-user/', { token });
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(Number), first_name: 'Ada', last_name: 'Muster', email });
  });
});
