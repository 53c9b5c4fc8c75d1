import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepMail, listMails } from '../src/domain/mail/mailbox';
import type { OpenDatabase } from '../src/platform/database/database';
import { openTestDatabase, startTestServer, type TestServer } from './support/server';
import { type Smtp, startSmtp } from './support/smtp';
import { newEmail, register } from './support/teachers';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('through a mail server', () => {
  let smtp: Smtp;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startSmtp({ refuse: (recipient) => (recipient.startsWith('refused') ? 550 : undefined) });
    server = await startTestServer(
      { smtpUrl: smtp.url, developmentMailbox: false, mailFrom: 'no-reply@vigil.example' },
      database,
    );
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  test('a code arrives, from Vigil, at one address', async () => {
    const email = await register(server);
    await expect.poll(() => smtp.received.length).toBe(1);
    const [{ email: mail, recipients }] = smtp.received as [(typeof smtp.received)[0]];
    expect(recipients).toEqual([email]);
    expect(mail.from).toMatchObject({ name: 'Vigil', address: 'no-reply@vigil.example' });
    expect(mail.subject).toBe('Your Vigil verification code');
    const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
    expect((await server.call('POST', '/account/verify-otp/', { body: { email, code } })).status).toBe(200);
  });

  test('a link arrives too', async () => {
    const email = await register(server);
    await server.call('POST', '/account/forgot-password/', { body: { email } });
    const links = () => smtp.received.filter(({ email: mail }) => mail.subject === 'Reset your Vigil password');
    await expect.poll(() => links().map(({ recipients }) => recipients)).toEqual([[email]]);
    expect(links()[0]?.email.text).toMatch(/http:\/\/localhost:3000\/reset-password\/[\w-]{43}\s/);
  });

  test('a refused recipient does not fail the registration', async () => {
    await register(server, `refused-${newEmail()}`);
  });

  test('there is no development mailbox', async () => {
    expect((await server.call('GET', '/dev/mail.json')).status).toBe(404);
    expect((await server.app.inject('/dev/mail')).statusCode).toBe(404);
  });
});

describe('the development mailbox', () => {
  test('is an escaped page with its own style', async () => {
    const server = await startTestServer({}, database);
    const link = 'http://localhost:3000/reset-password/a&b';
    await keepMail(database.db, { to: '<i>@x.example', subject: '<script>', text: `"quoted" & ${link}`, link });
    const { headers, body } = await server.app.inject('/dev/mail');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('&lt;i&gt;@x.example');
    expect(body).toContain('&lt;script&gt;');
    expect(body).toContain('&quot;quoted&quot; &amp; <a href="http://localhost:3000/reset-password/a&amp;b">');
    expect(body).not.toContain('<script');
    const style = await server.app.inject('/dev/mail.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(body).toContain('href="/dev/mail.css"');
    await server.close();
  });

  test('security 22: is open to this machine only, and not through a proxy on it', async () => {
    const server = await startTestServer({}, database);
    const statusFor = async (url: string, remoteAddress: string, headers = {}) =>
      (await server.app.inject({ url, remoteAddress, headers })).statusCode;
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail.css']) {
      for (const address of ['127.0.0.1', '::1']) {
        expect(await statusFor(url, address)).toBe(200);
        expect(await statusFor(url, address, { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
      }
      expect(await statusFor(url, '192.168.0.7')).toBe(404);
      expect(await statusFor(url, '192.168.0.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    }
    await server.close();
  });

  test('security 22: answers only under names of this machine or PUBLIC_URL, which prevents DNS rebinding', async () => {
    const server = await startTestServer({ publicUrl: 'https://vigil.example' }, database);
    const statusFor = async (url: string, headers: Record<string, string>) =>
      (await server.app.inject({ url, remoteAddress: '127.0.0.1', headers })).statusCode;
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail.css', '/dev/not-thought-of-yet']) {
      const found = url.endsWith('yet') ? 404 : 200;
      for (const host of [
        'localhost',
        'LOCALHOST:3000',
        'vigil.localhost',
        '127.0.0.1:3000',
        '[::1]:3000',
        'vigil.example',
      ])
        expect([host, await statusFor(url, { host })]).toEqual([host, found]);
      for (const host of [
        'rebound.example',
        'rebound.example:3000',
        'localhost.rebound.example',
        'x:y',
        '127.0.0.1.rebound.example',
      ])
        expect([host, await statusFor(url, { host })]).toEqual([host, 404]);
      // Pages may set this header on their requests.
      expect(await statusFor(url, { host: 'rebound.example', 'x-forwarded-host': 'localhost' })).toBe(404);
    }
    await server.close();
  });

  test('keeps the latest hundred, newest first', async () => {
    for (let count = 1; count <= 105; count++) {
      await keepMail(database.db, { to: 'a@x.example', subject: `Mail ${count}`, text: '' });
    }
    const subjects = (await listMails(database.db)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(100);
    expect(subjects.slice(0, 2)).toEqual(['Mail 105', 'Mail 104']);
  });
});
