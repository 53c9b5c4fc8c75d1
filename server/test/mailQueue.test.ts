import { once } from 'node:events';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimMail, countWaitingMails, queueMail } from '../src/domain/mail/mailQueue';
import { createMailSender } from '../src/domain/mail/mailSender';
import { queuedMails } from '../src/domain/tables/mail';
import type { OpenDatabase } from '../src/platform/database/database';
import { loggerOptions } from '../src/platform/http/logging';
import { freePort } from './support/freePort';
import { openTestDatabase, startTestServer } from './support/server';
import { type Smtp, startSmtp } from './support/smtp';
import { register, registration } from './support/teachers';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(queuedMails);
});
afterEach(() => {
  vi.useRealTimers();
});

const passSeconds = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};
const throughServer = (smtpUrl: string) => startTestServer({ smtpUrl, developmentMailbox: false }, database);
const waiting = async () => (await countWaitingMails(database.db)).waiting;
const rows = () => database.db.select().from(queuedMails);

const from = 'no-reply@vigil.example';
const silent = fastify().log;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const mail = (to: string, changes: object = {}) => ({
  to,
  subject: 'Hello',
  text: 'Good morning',
  expiresAt: minutes(10),
  ...changes,
});

describe('a mail that is not accepted', () => {
  let smtp: Smtp;
  let status: number | undefined;
  beforeAll(async () => {
    smtp = await startSmtp({ refuse: () => status });
  });
  afterAll(() => smtp.close());
  beforeEach(() => {
    smtp.asked.length = 0;
    smtp.received.length = 0;
  });

  /** Polls once for due mails and waits until they are handled. */
  async function lookOnce(log = silent): Promise<void> {
    const sender = createMailSender({ smtpUrl: smtp.url, mailFrom: from }, database.db, log);
    sender.wake();
    await sender.close();
  }

  test('is retried after five seconds and leaves the queue once accepted', async () => {
    status = 451;
    // The clock is frozen: the time of the tries themselves does not matter here.
    passSeconds(0);
    await queueMail(database.db, mail('a@x.example'));
    await lookOnce();
    expect([smtp.asked.length, await waiting()]).toEqual([1, 1]);
    passSeconds(4.9);
    await lookOnce();
    expect([smtp.asked.length, await waiting()]).toEqual([1, 1]);
    status = undefined;
    passSeconds(0.2);
    await lookOnce();
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['a@x.example']]);
    expect(await waiting()).toBe(0);
  });

  test('is retried at growing intervals, at most ten minutes', async () => {
    status = 451;
    await queueMail(database.db, mail('a@x.example', { expiresAt: minutes(120) }));
    const delays = [];
    for (let tries = 0; tries < 9; tries++) {
      vi.useFakeTimers({ toFake: ['Date'] });
      await lookOnce();
      const [row] = await rows();
      expect(row?.tries).toBe(tries + 1);
      delays.push(((row?.nextTryAt.getTime() ?? 0) - Date.now()) / 1000);
      vi.setSystemTime(row!.nextTryAt);
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  });

  test('is dropped once it has expired', async () => {
    status = 451;
    passSeconds(0);
    await queueMail(database.db, mail('a@x.example', { expiresAt: new Date(Date.now() + 4000) }));
    await lookOnce();
    expect([smtp.asked.length, await waiting()]).toEqual([1, 0]);
  });

  test('is not sent when it expired while no server ran', async () => {
    status = undefined;
    await queueMail(database.db, mail('a@x.example'));
    passSeconds(600);
    await lookOnce();
    expect([smtp.asked.length, await waiting()]).toEqual([0, 0]);
  });

  test.each([550, 552, 553])('permanently (%i) is not retried', async (refusal) => {
    status = refusal;
    await queueMail(database.db, mail('a@x.example'));
    await lookOnce();
    expect([smtp.asked.length, await waiting()]).toEqual([1, 0]);
  });

  test('is logged without the address', async () => {
    status = 451;
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    await queueMail(database.db, mail('a@x.example'));
    await lookOnce(fastify({ logger: { ...loggerOptions('warn'), stream } }).log);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'a mail was not accepted',
      tries: 1,
      isLost: false,
      code: 'EENVELOPE',
      responseCode: 451,
    });
    expect(lines[0]).not.toContain('x.example');
  });
});

describe('a registration', () => {
  test('is not delayed by an unresponsive mail server, nor is shutdown', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = mute.address();
    if (address === null || typeof address === 'string') throw new Error('No port was given.');
    const server = await throughServer(`smtp://127.0.0.1:${address.port}`);
    const connected = once(mute, 'connection');
    // An unresponsive server is given twice as long.
    const longest = 10_000;
    let before = performance.now();
    await register(server);
    expect(performance.now() - before).toBeLessThan(longest);
    const [socket] = await connected;
    const closed = once(socket.resume(), 'close');
    before = performance.now();
    await server.close();
    expect(performance.now() - before).toBeLessThan(longest);
    await closed;
    mute.close();
    expect(await waiting()).toBe(1);
  });

  test('that is refused queues no mail', async () => {
    const server = await throughServer('smtp://127.0.0.1:1');
    const email = await register(server);
    const before = await rows();
    const body = { ...registration(email), password2: 'another horse' };
    expect((await server.call('POST', '/account/register/teacher/', { body })).status).toBe(400);
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await server.close();
  });

  test('while the mail server is down has its code sent later, also after a restart', async () => {
    const port = Number(await freePort());
    const away = await throughServer(`smtp://127.0.0.1:${port}`);
    const first = await register(away);
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
    const smtp = await startSmtp({ port });
    passSeconds(5.1);
    // Queueing a mail also wakes waiting ones.
    const second = await register(away);
    const sent = () => smtp.received.map(({ recipients: [to] }) => to).toSorted();
    await expect.poll(sent).toEqual([first, second].toSorted());
    await smtp.close();

    const third = await register(away);
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
    await away.close();
    const back = await startSmtp({ port });
    passSeconds(5.1);
    const restarted = await throughServer(back.url);
    await expect.poll(() => back.received.map(({ recipients: [to] }) => to)).toEqual([third]);
    await expect.poll(waiting).toBe(0);
    await restarted.close();
    await back.close();
  });
});

describe('the queue', () => {
  test('lets two instances send every mail once, five at a time each', async () => {
    let [now, most] = [0, 0];
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const smtp = await startSmtp({
      async hold() {
        most = Math.max(most, ++now);
        await mayGoOn;
        now--;
      },
    });
    const addresses = Array.from({ length: 30 }, (_, index) => `teacher${index}@x.example`);
    for (const to of addresses) await queueMail(database.db, mail(to));
    const senders = [1, 2].map(() => createMailSender({ smtpUrl: smtp.url, mailFrom: from }, database.db, silent));
    try {
      for (const sender of senders) sender.wake();
      await expect.poll(() => now).toBe(10);
      // Long enough for an eleventh.
      await pause(300);
      goOn();
      await expect.poll(waiting).toBe(0);
    } finally {
      goOn();
      for (const sender of senders) await sender.close();
      await smtp.close();
    }
    expect(smtp.received.map(({ recipients: [to] }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(most).toBe(10);
  });

  test('hands out one mail at a time, even when PostgreSQL’s plan assumes a tiny table', async () => {
    const addresses = Array.from({ length: 30 }, (_, index) => `teacher${index}@x.example`);
    for (const to of addresses) {
      await queueMail(database.db, mail(to));
      // With statistics of one row a nested loop is cheapest, which repeats the subquery for each row.
      if (to === addresses[0]) await database.db.execute(sql`vacuum analyze ${queuedMails}`);
    }
    const claimed = [];
    for (let round = 0; round < addresses.length; round++) claimed.push((await claimMail(database.db, 30))?.to);
    expect(claimed.toSorted()).toEqual(addresses.toSorted());
    expect(await claimMail(database.db, 30)).toBeUndefined();
  });

  test('hands out a mail again half a minute after its instance died', async () => {
    passSeconds(0);
    await queueMail(database.db, mail('a@x.example'));
    expect(await claimMail(database.db, 30)).toMatchObject({ to: 'a@x.example' });
    passSeconds(29);
    expect(await claimMail(database.db, 30)).toBeUndefined();
    passSeconds(2);
    expect(await claimMail(database.db, 30)).toMatchObject({ to: 'a@x.example' });
  });

  test('keeps only the newer of two equal mails', async () => {
    await queueMail(database.db, mail('a@x.example', { text: 'older' }));
    await queueMail(database.db, mail('a@x.example', { text: 'newer' }));
    await queueMail(database.db, mail('a@x.example', { subject: 'Another' }));
    await queueMail(database.db, mail('b@x.example'));
    expect((await rows()).map(({ to, subject, text }) => `${to} ${subject} ${text}`).toSorted()).toEqual([
      'a@x.example Another Good morning',
      'a@x.example Hello newer',
      'b@x.example Hello Good morning',
    ]);
  });

  test('reports the number of waiting mails and the oldest’s time', async () => {
    expect(await countWaitingMails(database.db)).toEqual({ waiting: 0, since: null });
    const before = Date.now();
    await queueMail(database.db, mail('a@x.example'));
    await queueMail(database.db, mail('b@x.example'));
    const { waiting: many, since } = await countWaitingMails(database.db);
    const after = Date.now();
    expect(many).toBe(2);
    // The database's clock may differ.
    expect(since?.getTime()).toBeGreaterThan(before - 2000);
    expect(since?.getTime()).toBeLessThan(after + 2000);
  });
});

// An address of this machine that does not look like one, where the system has it.
test.skipIf(process.platform === 'win32')(
  'security 26: smtp: to another host demands STARTTLS, unless SMTP_URL says ?tls=optional',
  async () => {
    const [plain, encrypting] = [await startSmtp(), await startSmtp({ encrypts: true })];
    /** Tries once. @returns whether a mail arrived, encrypted or not */
    const sendThrough = async ({ url, received }: Smtp, host: string, query: string) => {
      received.length = 0;
      await database.db.delete(queuedMails);
      await queueMail(database.db, mail('a@x.example'));
      const sender = createMailSender(
        { smtpUrl: `${url.replace('127.0.0.1', host)}${query}`, mailFrom: from },
        database.db,
        silent,
      );
      sender.wake();
      await sender.close();
      const [came] = received;
      expect(await waiting()).toBe(came ? 0 : 1);
      return came && (came.isEncrypted ? 'encrypted' : 'plain');
    };
    for (const query of ['', '?requireTLS=false', '?ignoreTLS=true'])
      expect(await sendThrough(plain, '0.0.0.0', query)).toBeUndefined();
    expect(await sendThrough(plain, '0.0.0.0', '?tls=optional')).toBe('plain');
    expect(await sendThrough(plain, '127.0.0.1', '')).toBe('plain');
    expect(await sendThrough(encrypting, '0.0.0.0', '')).toBeUndefined();
    expect(await sendThrough(encrypting, '0.0.0.0', '?tls.rejectUnauthorized=false')).toBe('encrypted');
    await Promise.all([plain.close(), encrypting.close()]);
  },
);

test.each([
  ['the address', mail('a@x.example>\r\nRCPT TO:<evil@x.example')],
  ['the address, as a header', mail('a@x.example\r\nBcc: evil@x.example')],
  ['the address, as another', mail('a@x.example, evil@x.example')],
  ['the subject', mail('a@x.example', { subject: 'Hello\r\nBcc: evil@x.example\r\n\r\nforged' })],
  ['the text', mail('a@x.example', { text: '\r\n.\r\nRCPT TO:<evil@x.example>\r\nBcc: evil@x.example' })],
])('security 17: line breaks in %s of a mail add neither recipients nor headers', async (_what, hostile) => {
  const smtp = await startSmtp();
  await queueMail(database.db, hostile);
  const sender = createMailSender({ smtpUrl: smtp.url, mailFrom: from }, database.db, silent);
  sender.wake();
  await sender.close();
  expect(smtp.asked.filter((address) => /^evil@/.test(address))).toEqual([]);
  expect(smtp.asked.length).toBeLessThanOrEqual(1);
  for (const { email, recipients } of smtp.received) {
    expect(recipients).toHaveLength(1);
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(email.to).toHaveLength(1);
  }
  await smtp.close();
});
