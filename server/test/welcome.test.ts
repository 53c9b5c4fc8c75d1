import { expect, test } from 'vitest';
import { readSettings } from '../src/settings';
import { welcome } from '../src/welcome';

test.each([
  ['0.0.0.0', 'http://localhost:3000', true],
  ['localhost', 'http://192.0.2.7:3000', true],
  ['0.0.0.0', 'https://localhost:3000', false],
  ['localhost', 'https://vigil.school.example', false],
  ['localhost', 'http://localhost:3000', false],
  ['127.0.0.1', 'http://127.0.0.1:3000', false],
])('a start with HOST=%s at %s says that cameras need https: %s', (host, publicUrl, isSaid) => {
  const said = welcome({ ...readSettings({}), host, publicUrl }, () => false);
  expect(said.includes('cameras work only at an address that begins with https')).toBe(isSaid);
});

test.each([
  ['https://vigil.school.example', '', true],
  ['http://192.0.2.7:3000', '', true],
  ['https://vigil.school.example', '30', false],
  ['http://localhost:3000', '', false],
  ['http://127.0.0.1:3000', '', false],
  ['http://[::1]:3000', '', false],
])('security 43: a start on %s with RETENTION_DAYS=%s recommends to set it: %s', (publicUrl, days, isSaid) => {
  const said = welcome({ ...readSettings({ RETENTION_DAYS: days }), publicUrl }, () => false);
  expect(said.includes('RETENTION_DAYS is not set')).toBe(isSaid);
  expect(said.includes('we recommend RETENTION_DAYS=90')).toBe(isSaid);
});

test('a start says so when others may look into the data directory', () => {
  const said = (environment: NodeJS.ProcessEnv) =>
    welcome(readSettings({ DATA_DIR: '/srv/vigil', ...environment }), (folder) => folder === '/srv/vigil');
  expect(said({})).toContain('chmod 700 /srv/vigil');
  expect(said({ DATA_DIR: '/srv/closed' })).not.toContain('chmod');
  const postgres = { DATABASE_URL: 'postgres://x', SMTP_URL: 'smtp://x', REGISTRATION: 'open' };
  expect(said({ ...postgres, JWT_SECRET: 'x'.repeat(43) })).not.toContain('chmod');
});
