import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misspeltSettings, readSettings } from '../src/settings';

const postgres = {
  DATABASE_URL: 'postgres://u:p@db/vigil',
  JWT_SECRET: 'j'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
};

/** Splits a line of an environment file into name and value. */
const splitLine = (line: string) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const;

describe('settings', () => {
  test('have sensible defaults', () => {
    expect(readSettings({ PORT: '', PATH: '/bin' })).toEqual({
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      dataDirectory: 'data',
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      developmentMailbox: true,
      jwtSecret: undefined,
      hasAgentKey: false,
      accessTokenSeconds: 900,
      refreshTokenSeconds: 1_209_600,
      signInMaxDays: 90,
      google: undefined,
      registration: 'open',
      registrationDomains: [],
      auditDays: 365,
      students: 'teachers',
      simulate: true,
      logLevel: 'warn',
      trustProxy: ['loopback'],
      postgres: {},
      schoolLanguage: 'en',
      sessionMaxHours: 12,
      allowedOrigins: [],
    });
  });

  test('of deploy/vigil.env.example are read, and it names no others', () => {
    const lines = readFileSync(new URL('../../deploy/vigil.env.example', import.meta.url), 'utf8').split('\n');
    const read = (isSetting: RegExp) =>
      Object.fromEntries(lines.flatMap((line) => isSetting.exec(line)?.slice(1).join('') ?? []).map(splitLine));
    const uncommented = read(/^([A-Z].*)$/);
    expect(readSettings(uncommented)).toMatchObject({
      ...{ publicUrl: 'https://vigil.school.example', mailFrom: 'vigil@school.example', registration: 'invited' },
      ...{ simulate: false, retentionDays: 90, developmentMailbox: false },
    });
    const all = { ...read(/^#?([A-Z_]+=.*)$/), JWT_SECRET: 'j'.repeat(32) };
    expect(Object.keys(all).length).toBe(Object.keys(uncommented).length + 3);
    expect(readSettings(all).postgres.listenUrl).toBe(readSettings(all).databaseUrl);
  });

  test('that hold a secret can be in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-settings-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(readSettings({ JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40));
    expect(() => readSettings({ JWT_SECRET_FILE: file, JWT_SECRET: 'j'.repeat(32) })).toThrow(
      'JWT_SECRET and JWT_SECRET_FILE are both set: keep one.',
    );
    expect(() => readSettings({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow(
      'METRICS_TOKEN_FILE must be a readable file: it is not there.',
    );
    rmSync(folder, { recursive: true });
  });

  test('whose names are misspelt are told, others are not', () => {
    expect(misspeltSettings({ RETENTION_DAY: '30', RETENTION_DAYS: '30', SMPT_URL: 'smtp://mail.example' })).toEqual([
      'RETENTION_DAY is not a setting of Vigil. Did you mean RETENTION_DAYS?',
      'SMPT_URL is not a setting of Vigil. Did you mean SMTP_URL?',
    ]);
    expect(misspeltSettings({ HOME: '/root', HOSTNAME: 'school', PATH: '/bin', PORT: '3000' })).toEqual([]);
  });

  test('follow the environment', () => {
    const settings = readSettings({
      ...postgres,
      PORT: '8080',
      PUBLIC_URL: 'https://vigil.school.example/',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hush',
      GOOGLE_HOSTED_DOMAIN: 'School.example',
      REGISTRATION: 'domains',
      REGISTRATION_DOMAINS: 'School.example, staff.school.example,',
      ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
      TRUST_PROXY: 'loopback, 10.1.0.0/16, fd00::5',
      DATABASE_LISTEN_URL: 'postgres://u:p@direct/vigil',
      DATABASE_POOL: '30',
      DATABASE_STATEMENT_SECONDS: '20',
      DATABASE_LOCK_SECONDS: '5',
    });
    expect(settings).toMatchObject({
      port: 8080,
      students: 'imported',
      publicUrl: 'https://vigil.school.example',
      mailFrom: 'no-reply@vigil.school.example',
      google: {
        clientId: 'id',
        clientSecret: 'hush',
        issuer: 'https://accounts.google.com',
        hostedDomain: 'school.example',
      },
      registration: 'domains',
      registrationDomains: ['school.example', 'staff.school.example'],
      allowedOrigins: ['https://a.example', 'http://localhost:5173'],
      simulate: false,
      developmentMailbox: false,
      trustProxy: ['loopback', '10.1.0.0/16', 'fd00::5'],
      postgres: { listenUrl: 'postgres://u:p@direct/vigil', connections: 30, statementSeconds: 20, lockSeconds: 5 },
    });
  });

  test.each([
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PUBLIC_URL: 'vigil.example' }, 'PUBLIC_URL must be an address like https://vigil.example.org.'],
    [{ PUBLIC_URL: 'https://vigil.example/app' }, 'PUBLIC_URL must have no path.'],
    [
      { DATABASE_URL: 'mysql://db/vigil' },
      'DATABASE_URL must be an address like postgres://user:password@host:5432/vigil.',
    ],
    [{ ACCESS_TOKEN_SECONDS: '-1' }, 'ACCESS_TOKEN_SECONDS must be a whole number from 1 to 86400.'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS must be a whole number from 1 to 36500.'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must have addresses like 10.0.0.5 or 10.0.0.0/8.'],
    [{ TRUST_PROXY: 'proxy.example' }, 'TRUST_PROXY must have addresses like 10.0.0.5 or 10.0.0.0/8.'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a whole number from 1 to 1000.'],
    [
      { DATABASE_LISTEN_URL: 'db:5432' },
      'DATABASE_LISTEN_URL must be an address like postgres://user:password@host:5432/vigil.',
    ],
    [{ SESSION_MAX_HOURS: '0' }, 'SESSION_MAX_HOURS must be a whole number from 1 to 720.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 32 characters.'],
    [{ SIMULATE: 'no' }, 'SIMULATE must be 0 or 1.'],
    [{ STUDENTS: 'anyone' }, 'STUDENTS must be one of teachers, imported.'],
    [{ MAIL_FROM: 'Vigil' }, 'MAIL_FROM must be an e-mail address.'],
    [{ ALLOWED_ORIGINS: 'https://a.example,b' }, 'ALLOWED_ORIGINS must be an address like https://vigil.example.org.'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.'],
    [{ ...postgres, JWT_SECRET: '' }, 'JWT_SECRET must be set when DATABASE_URL is.'],
    [{ ...postgres, SMTP_URL: '' }, 'SMTP_URL must be set when DATABASE_URL is (or DEV_MAILBOX=1 for trying out).'],
    [{ SMTP_URL: 'smtp://mail.example?tls=no' }, 'SMTP_URL must have tls=optional or no tls parameter.'],
    [{ REGISTRATION: 'closed' }, 'REGISTRATION must be one of open, domains, invited.'],
    [{ REGISTRATION_DOMAINS: '@school.example' }, 'REGISTRATION_DOMAINS must be a domain like school.example.org.'],
    [{ REGISTRATION: 'domains' }, 'REGISTRATION_DOMAINS must name at least one domain when REGISTRATION is domains.'],
  ])('name what is wrong with %j', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });

  const isStarted = (environment: Record<string, string>) => {
    try {
      return readSettings(environment).registration;
    } catch (error) {
      return String(error);
    }
  };

  test.each(['http://localhost:3000', 'http://vigil.localhost', 'https://127.0.0.2', 'http://[::1]:8080'])(
    'security 21: at %s anybody may become a teacher unless it is said otherwise',
    (PUBLIC_URL) => {
      expect(isStarted({ PUBLIC_URL })).toBe('open');
      expect(isStarted({ PUBLIC_URL, REGISTRATION: 'invited' })).toBe('invited');
    },
  );

  test.each([
    'https://vigil.school.example',
    'http://192.168.0.7',
    'https://127.school.example',
    'http://localhost.ru',
  ])('security 21: at %s it must be said who may become a teacher', (PUBLIC_URL) => {
    const others = { PUBLIC_URL, SMTP_URL: 'smtp://mail.example' };
    expect(isStarted(others)).toContain(
      'REGISTRATION must be open, domains or invited when PUBLIC_URL is not on this machine',
    );
    expect(isStarted({ ...others, REGISTRATION: 'open' })).toBe('open');
  });

  test.each(['localhost', '127.0.0.1', '127.0.0.2', '::1', 'vigil.localhost'])(
    'security 21: listening on %s, anybody may become a teacher unless it is said otherwise',
    (HOST) => {
      expect(isStarted({ HOST })).toBe('open');
    },
  );

  test.each(['0.0.0.0', '::', '192.168.0.7', 'vigil.school.example', '127.school.example'])(
    'security 21: listening on %s, it must be said who may become a teacher',
    (HOST) => {
      expect(isStarted({ HOST })).toContain(
        'REGISTRATION must be open, domains or invited when HOST is not on this machine',
      );
      expect(isStarted({ HOST, REGISTRATION: 'open' })).toBe('open');
    },
  );

  test('security 22: without a mail server restrict the server to this machine', () => {
    const others = { PUBLIC_URL: 'https://vigil.school.example', REGISTRATION: 'open' };
    for (const given of [others, { ...postgres, ...others, SMTP_URL: '', DEV_MAILBOX: '1' }]) {
      expect(isStarted(given)).toContain('SMTP_URL must be set when PUBLIC_URL is not on this machine');
      expect(isStarted({ ...given, SMTP_URL: 'smtp://mail.example' })).toBe('open');
      expect(isStarted({ ...given, PUBLIC_URL: 'http://localhost:8080' })).toBe('open');
    }
  });

  test('allow the development mailbox with PostgreSQL', () => {
    expect(readSettings({ ...postgres, SMTP_URL: '', DEV_MAILBOX: '1' }).developmentMailbox).toBe(true);
  });
});
