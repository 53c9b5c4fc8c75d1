import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, startTestServer, type TestServer } from './support/server';
import { cookieIn, mailTo, newEmail, newTeacher, password, register } from './support/teachers';
import { useUp } from './support/useUp';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// The clock is frozen: the time of the calls does not matter here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const school = '192.0.2.1';
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

interface Browser {
  address?: string;
  cookie?: string | undefined;
}

const logInFrom = (on: TestServer, { address = school, cookie }: Browser, email: string, secret = password) =>
  on.call('POST', '/account/login/teacher/', {
    body: { email, password: secret },
    address,
    headers: cookie === undefined ? {} : { cookie },
  });

/** Guesses until strangers must wait for more than a minute, longer than any test. */
async function guessUntilRefused(on: TestServer, email: string, browser: Browser = {}): Promise<Answer> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await logInFrom(on, browser, email, `wrong ${tries}`);
    const pause = Number(answer.headers['retry-after'] ?? 0);
    if (pause > 60) return answer;
    if (pause > 0) passSeconds(pause + 0.1);
  }
  throw new Error('Nothing refuses the guesses.');
}

describe('the owner of an account under attack', () => {
  const mailsTo = async (email: string) => {
    const { body } = await server.call('GET', '/dev/mail.json', { address: '127.0.0.1' });
    return body.filter(({ to, subject }: { to: string; subject: string }) => to === email && /Wrong/.test(subject));
  };
  const guess = async (email: string, times: number, browser: Browser = {}) => {
    for (let tries = 0; tries < times; tries++) await logInFrom(server, browser, email, `wrong ${tries}`);
    // Mails are written after the answer.
    await new Promise((resolve) => setTimeout(resolve, 200));
  };

  test('security 12: is mailed at the tenth wrong password, once a day', async () => {
    const { email } = await newTeacher(server);
    await guess(email, 9);
    expect(await mailsTo(email)).toEqual([]);
    await guess(email, 1);
    await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1));
    const [told] = await mailsTo(email);
    expect(told.text).toContain('10 wrong passwords');
    expect(told.link).toBe('http://localhost:3000/forgot-password');
    for (const address of ['192.0.2.71', '192.0.2.72']) await guess(email, 10, { address });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('security 12: is not mailed for wrong passwords in their own browser, nor is an email without an account', async () => {
    const { email } = await newTeacher(server);
    const cookie = cookieIn(await logInFrom(server, {}, email));
    await guess(email, 10, { cookie });
    expect(await mailsTo(email)).toEqual([]);
    const nobody = newEmail();
    await guess(nobody, 10);
    expect(await mailsTo(nobody)).toEqual([]);
  });
});

describe('a browser that has signed in before', () => {
  test('security 25: gets in with the right password whatever strangers guess, from its network and elsewhere', async () => {
    const { email } = await newTeacher(server);
    const cookie = cookieIn(await logInFrom(server, {}, email));
    for (const address of [school, '198.51.100.7', '203.0.113.9']) {
      expect((await guessUntilRefused(server, email, { address })).status).toBe(429);
    }
    expect((await logInFrom(server, { cookie }, email)).status).toBe(200);
  });

  test('security 12: a fresh browser that is kept out by guesses is offered the mailed link, as is one with an unknown email', async () => {
    const { email } = await newTeacher(server);
    for (const guessed of [email, newEmail()]) {
      const refused = await guessUntilRefused(server, guessed, { address: '192.0.2.77' });
      expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String), mailed_link: true } });
      expect((await logInFrom(server, { address: '192.0.2.78' }, guessed, 'wrong')).body).not.toHaveProperty(
        'mailed_link',
      );
    }
    const asked = { body: { email }, address: '192.0.2.77' };
    expect((await server.call('POST', '/account/forgot-password/', asked)).status).toBe(200);
    await expect.poll(() => mailTo(server, email)).toHaveProperty('link');
  });

  test('security 25: gets in while its network has used up its failures', async () => {
    const { email } = await newTeacher(server);
    const cookie = cookieIn(await logInFrom(server, { address: '192.0.2.5' }, email));
    await useUp(() => logInFrom(server, { address: '192.0.2.5' }, newEmail(), 'wrong'));
    expect((await logInFrom(server, { address: '192.0.2.5' }, email)).status).toBe(429);
    expect((await logInFrom(server, { address: '192.0.2.5', cookie }, email)).status).toBe(200);
  });

  test('security 25: has ten failures a day of its own, then counts as a stranger and is not locked out', async () => {
    const { email } = await newTeacher(server);
    const cookie = cookieIn(await logInFrom(server, {}, email));
    expect((await guessUntilRefused(server, email)).status).toBe(429);
    for (let tries = 0; tries < 10; tries++) {
      expect((await logInFrom(server, { cookie }, email, 'wrong')).status).toBe(401);
    }
    expect((await logInFrom(server, { cookie }, email)).status).toBe(429);
    passSeconds(901);
    expect((await logInFrom(server, { cookie }, email)).status).toBe(200);
  });

  test('security 25: has its failures reset by signing in', async () => {
    const { email } = await newTeacher(server);
    let cookie = cookieIn(await logInFrom(server, {}, email));
    expect((await guessUntilRefused(server, email)).status).toBe(429);
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 9; tries++) await logInFrom(server, { cookie }, email, 'wrong');
      const answer = await logInFrom(server, { cookie }, email);
      expect(answer.status).toBe(200);
      cookie = cookieIn(answer);
    }
  });

  test('security 25: is known only for the accounts that signed in', async () => {
    const [mine, other] = [await newTeacher(server), await newTeacher(server)];
    const cookie = cookieIn(await logInFrom(server, {}, mine.email));
    expect((await guessUntilRefused(server, other.email)).status).toBe(429);
    expect((await logInFrom(server, { cookie }, other.email)).status).toBe(429);
    const [, value] = cookie.split('=');
    const others = cookieIn(await logInFrom(server, { address: '192.0.2.8' }, other.email)).split('=')[0];
    expect((await logInFrom(server, { cookie: `${others}=${value}` }, other.email)).status).toBe(429);
    for (const forged of [`${cookie}x`, `${cookie.split('.')[0]}.`, cookie.split('=')[0], '=', 'x=y; =']) {
      expect((await guessUntilRefused(server, mine.email)).status).toBe(429);
      expect((await logInFrom(server, { cookie: forged }, mine.email)).status).toBe(429);
    }
  });

  test('security 25: stays known for two accounts that share it', async () => {
    const [one, other] = [await newTeacher(server), await newTeacher(server)];
    const cookies = [
      cookieIn(await logInFrom(server, {}, one.email)),
      cookieIn(await logInFrom(server, {}, other.email)),
    ];
    for (const { email } of [one, other]) {
      expect((await guessUntilRefused(server, email)).status).toBe(429);
      expect((await logInFrom(server, { cookie: cookies.join('; ') }, email)).status).toBe(200);
    }
  });

  test('security 25: may request a reset link when its network has requested too many', async () => {
    const { email } = await newTeacher(server);
    const cookie = cookieIn(await logInFrom(server, {}, email));
    const forget = (address: string, headers = {}, of = email) =>
      server.call('POST', '/account/forgot-password/', { body: { email: of }, address, headers });
    await useUp(() => forget('192.0.2.6', {}, newEmail()));
    expect((await forget('192.0.2.6')).status).toBe(429);
    expect((await forget('192.0.2.6', { cookie })).status).toBe(200);
  });
});

describe('a browser becomes known', () => {
  /** Returns whether a browser gets in while strangers do not. */
  async function isKnown(email: string, cookie: string, secret = password): Promise<boolean> {
    await guessUntilRefused(server, email);
    return (await logInFrom(server, { cookie }, email, secret)).status === 200;
  }

  test('by verifying the email', async () => {
    const email = await register(server);
    const { code } = await mailTo(server, email);
    const verified = await server.call('POST', '/account/verify-otp/', { body: { email, code } });
    expect(await isKnown(email, cookieIn(verified))).toBe(true);
  });

  test('security 25: by a reset link, the way in for an owner in an unknown browser', async () => {
    const { email } = await newTeacher(server);
    await guessUntilRefused(server, email);
    await server.call('POST', '/account/forgot-password/', { body: { email } });
    const token = (await mailTo(server, email)).link.split('/').pop();
    const chosen = 'plum tractor seventeen';
    const body = { token, new_password: chosen, confirm_password: chosen };
    const reset = await server.call('POST', '/account/reset-password/', { body, address: school });
    expect(reset.status).toBe(200);
    expect(await isKnown(email, cookieIn(reset), chosen)).toBe(true);
  });

  test('and not by refused requests', async () => {
    const { email } = await newTeacher(server);
    expect((await logInFrom(server, {}, email, 'wrong')).headers['set-cookie']).toBeUndefined();
    const body = { token: 'x', new_password: password, confirm_password: password };
    expect((await server.call('POST', '/account/reset-password/', { body })).headers['set-cookie']).toBeUndefined();
  });
});

describe('the cookie of a known browser', () => {
  const attributesOn = async (changes: Parameters<typeof startTestServer>[0]) => {
    const here = await startTestServer(changes);
    try {
      const { email } = await newTeacher(here);
      return String((await logInFrom(here, {}, email)).headers['set-cookie'])
        .split('; ')
        .slice(1);
    } finally {
      await here.close();
    }
  };
  const always = ['Max-Age=15552000', 'Path=/account/', 'HttpOnly'];

  test.each([
    ['http://localhost:3000', [], ['SameSite=Strict']],
    ['https://vigil.example.org', [], ['Secure', 'SameSite=Strict']],
    ['https://vigil.example.org', ['https://app.example.net'], ['Secure', 'Partitioned', 'SameSite=None']],
    // Browsers accept SameSite=None over https only; other ports of localhost are the same site.
    ['http://localhost:3000', ['http://localhost:5173'], ['SameSite=Strict']],
  ])('security 25: on %s with front ends on %j is no script’s and has %j', async (publicUrl, allowedOrigins, more) => {
    const attributes = await attributesOn({ publicUrl, allowedOrigins });
    expect(attributes.toSorted()).toEqual([...always, ...more].toSorted());
  });

  test('security 25: works for a front end on another origin, which may read Retry-After', async () => {
    const origin = 'https://app.example.net';
    const here = await startTestServer({ publicUrl: 'https://vigil.example.org', allowedOrigins: [origin] });
    const { email } = await newTeacher(here);
    const { headers } = await here.call('POST', '/account/login/teacher/', {
      body: { email, password },
      headers: { origin },
    });
    expect(headers['set-cookie']).toBeDefined();
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(String(headers['access-control-expose-headers'])).toContain('Retry-After');
    await here.close();
  });
});

describe('an unknown browser', () => {
  test('security 12, 25: gets in with the right password after ten wrong ones from its network', async () => {
    const { email } = await newTeacher(server);
    for (let tries = 0; tries < 10; tries++) {
      expect((await logInFrom(server, { address: '192.0.2.20' }, email, 'wrong')).status).toBe(401);
    }
    expect((await logInFrom(server, { address: '192.0.2.20' }, email)).status).toBe(200);
  });

  test('security 12, 25: may guess again after a pause that doubles, up to fifteen minutes', async () => {
    const { email } = await newTeacher(server);
    const pauses: number[] = [];
    for (let guesses = 0; pauses.length < 12 && guesses < 100; guesses++) {
      const answer = await logInFrom(server, { address: '192.0.2.21' }, email, 'wrong');
      if (answer.status === 401) continue;
      expect(answer.status).toBe(429);
      pauses.push(Number(answer.headers['retry-after']));
      passSeconds(Number(answer.headers['retry-after']) + 0.1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    // Refused tries cost nothing more and do not affect other networks.
    expect((await logInFrom(server, { address: '192.0.2.22' }, email)).status).toBe(200);
  });

  test('security 12, 25: is refused once very many networks have guessed at the account', async () => {
    const { email } = await newTeacher(server);
    for (let network = 0; network < 20; network++) {
      const address = `198.18.${network}.1`;
      for (let tries = 0; tries < 5; tries++) {
        expect((await logInFrom(server, { address }, email, 'wrong')).status).toBe(401);
      }
    }
    expect((await logInFrom(server, { address: '198.18.100.1' }, email, 'wrong')).status).toBe(401);
    expect((await logInFrom(server, { address: '198.18.101.1' }, email, 'wrong')).status).toBe(429);
    passSeconds(1.1);
    expect((await logInFrom(server, { address: '198.18.101.1' }, email)).status).toBe(200);
  });

  test('security 12, 25: has concurrent guesses counted before any is answered', async () => {
    const { email } = await newTeacher(server);
    const guesses = Array.from({ length: 60 }, () => logInFrom(server, { address: '192.0.2.23' }, email, 'wrong'));
    const looked = (await Promise.all(guesses)).filter(({ status }) => status === 401);
    expect(looked.length).toBeLessThanOrEqual(11);
  });
});

describe('what cannot be guessed is not limited', () => {
  test('security 25: a valid refresh token works whatever its network has sent', async () => {
    const teacher = await newTeacher(server);
    const refresh = (token: string) =>
      server.call('POST', '/account/refresh/', { body: { refresh: token }, address: '192.0.2.30' });
    await useUp(() => refresh('made up'));
    expect((await refresh('made up')).status).toBe(401);
    expect((await refresh(teacher.refresh)).status).toBe(200);
  });

  test('security 25: a sign-out works whatever its network has sent', async () => {
    const teacher = await newTeacher(server);
    const logOut = (token: string) =>
      server.call('POST', '/account/logout/', { body: { refresh: token }, address: '192.0.2.31' });
    await useUp(() => logOut('made up'));
    expect((await logOut(teacher.refresh)).status).toBe(204);
    expect((await server.call('GET', '/account/current-user/', { token: teacher.access })).status).toBe(401);
  });

  test('security 25: a valid reset link works whatever its network has sent', async () => {
    const { email } = await newTeacher(server);
    await server.call('POST', '/account/forgot-password/', { body: { email } });
    const token = (await mailTo(server, email)).link.split('/').pop();
    const chosen = 'plum tractor seventeen';
    const reset = (sent: string | undefined) =>
      server.call('POST', '/account/reset-password/', {
        body: { token: sent, new_password: chosen, confirm_password: chosen },
        address: '192.0.2.32',
      });
    await useUp(() => reset('made up'));
    expect((await reset(token)).status).toBe(200);
  });

  test('security 25: wrong current passwords in one session do not block the teacher’s other sessions', async () => {
    const one = await newTeacher(server);
    const other = await logInFrom(server, { address: '192.0.2.33' }, one.email);
    const change = (token: string, old_password: string) =>
      server.call('POST', '/account/change-password/', {
        token,
        body: { old_password, new_password: 'plum tractor seventeen', confirm_password: 'plum tractor seventeen' },
      });
    for (let tries = 0; tries < 10; tries++) expect((await change(one.access, 'wrong')).status).toBe(400);
    expect((await change(one.access, password)).status).toBe(429);
    expect((await change(other.body.access, password)).status).toBe(200);
  });
});
