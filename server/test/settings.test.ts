import { describe, expect, test } from 'vitest';
import { readSettings } from '../src/settings';

const postgres = {
  DATABASE_URL: 'postgres://u:p@db/vigil',
  JWT_SECRET: 'j'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
};

describe('settings', () => {
  test('have good values when nothing is set', () => {
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
      agentKey: undefined,
      accessTokenSeconds: 900,
      refreshTokenSeconds: 1_209_600,
      google: undefined,
      simulate: true,
      logLevel: 'warn',
      allowedOrigins: [],
    });
  });

  test('follow the environment', () => {
    const settings = readSettings({
      ...postgres,
      PORT: '8080',
      PUBLIC_URL: 'https://vigil.school.example/',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hush',
      ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
    });
    expect(settings).toMatchObject({
      port: 8080,
      publicUrl: 'https://vigil.school.example',
      mailFrom: 'no-reply@vigil.school.example',
      google: { clientId: 'id', clientSecret: 'hush', issuer: 'https://accounts.google.com' },
      allowedOrigins: ['https://a.example', 'http://localhost:5173'],
      simulate: false,
      developmentMailbox: false,
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
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 32 characters.'],
    [{ SIMULATE: 'no' }, 'SIMULATE must be 0 or 1.'],
    [{ MAIL_FROM: 'Vigil' }, 'MAIL_FROM must be an e-mail address.'],
    [{ ALLOWED_ORIGINS: 'https://a.example,b' }, 'ALLOWED_ORIGINS must be an address like https://vigil.example.org.'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.'],
    [{ ...postgres, JWT_SECRET: '' }, 'JWT_SECRET must be set when DATABASE_URL is.'],
    [{ ...postgres, SMTP_URL: '' }, 'SMTP_URL must be set when DATABASE_URL is (or DEV_MAILBOX=1 for trying out).'],
  ])('name what is wrong with %j', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });

  test('a PostgreSQL server may be tried out with the development mailbox', () => {
    expect(readSettings({ ...postgres, SMTP_URL: '', DEV_MAILBOX: '1' }).developmentMailbox).toBe(true);
  });
});
