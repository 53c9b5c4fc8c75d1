import { expect, inject, test } from 'vitest';
import { postgresEnvironment, run } from '../support/product';

test('a database that refuses the password is reported without it', async () => {
  const url = new URL(inject('postgres')?.url ?? '');
  url.password = 'database-secret';
  const refused = run('main', [], { ...postgresEnvironment, DATABASE_URL: url.href });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(/^The database at DATABASE_URL cannot be used: [^\n]*\n$/);
  expect(refused.output()).not.toContain('secret');
});
