import { expect, test } from 'vitest';
import { readSettings } from '../src/platform/config/settings';
import { welcome } from '../src/welcome';

test.each([
  ['https://vigil.school.example', '', true],
  ['http://192.0.2.7:3000', '', true],
  ['https://vigil.school.example', '30', false],
  ['http://localhost:3000', '', false],
  ['http://127.0.0.1:3000', '', false],
  ['http://[::1]:3000', '', false],
])('security 43: a start on %s with RETENTION_DAYS=%s recommends to set it: %s', (publicUrl, days, isSaid) => {
  const said = welcome({ ...readSettings({ RETENTION_DAYS: days }), publicUrl });
  expect(said.includes('RETENTION_DAYS is not set')).toBe(isSaid);
  expect(said.includes('we recommend RETENTION_DAYS=90')).toBe(isSaid);
});
