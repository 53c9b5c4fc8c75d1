import { expect, inject, test } from 'vitest';
import { createDatabase } from '../support/databases';
import { postgresEnvironment, run } from '../support/product';

test('a listening address that refuses the password is reported without it', async () => {
  const database = await createDatabase(inject('postgres')?.url ?? '', inject('postgres')?.template);
  const url = new URL(database.url);
  url.password = 'database-secret';
  const settings = { DATABASE_URL: database.url, DATABASE_LISTEN_URL: url.href };
  const refused = run('main', [], { ...postgresEnvironment, ...settings });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(/^The database at DATABASE_LISTEN_URL cannot be listened to: [^\n]*\n$/);
  expect(refused.output()).not.toContain('secret');
  await database.drop();
});

test('a database that refuses the password is reported without it', async () => {
  const url = new URL(inject('postgres')?.url ?? '');
  url.password = 'database-secret';
  const refused = run('main', [], { ...postgresEnvironment, DATABASE_URL: url.href });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toMatch(/^The database at DATABASE_URL cannot be used: [^\n]*\n$/);
  expect(refused.output()).not.toContain('secret');
});
