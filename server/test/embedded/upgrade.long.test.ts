import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPGlite } from '../../src/platform/database/embedded';
import { EmbeddedClient } from '../../src/platform/database/embeddedClient';
import { withMigrationsUpTo } from '../../src/platform/database/schemaVersion';
import { freePort } from '../support/freePort';
import { newDataDirectory, remove, startServer, type } from '../support/product';

const older = '0030_device_episodes';

/** Creates a data directory of an older version, whose server cannot work with the database of this one. */
async function newOlderDirectory(email?: string): Promise<string> {
  const folder = newDataDirectory();
  const client = await EmbeddedClient.open(join(folder, 'database'));
  await client.exec('drop schema public, drizzle cascade; create schema public');
  const { db, close } = await withMigrationsUpTo(older, (migrations) => openPGlite(client, migrations));
  if (email) await db.execute(`insert into teachers (email, first_name, last_name) values ('${email}', '', '')`);
  await close();
  return folder;
}

const fileIn = (folder: string, schema = older) => join(folder, `before-upgrade-${schema}.vigil`);

test('a start makes a backup before an upgrade that cannot be undone, and deletes it after 30 days', async () => {
  const DATA_DIR = await newOlderDirectory('ada@school.example');
  const aged = fileIn(DATA_DIR, '0020_attendance');
  writeFileSync(aged, '');
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  utimesSync(aged, longAgo, longAgo);

  const { child, exited, output } = await startServer({ DATA_DIR, PORT: await freePort(), SIMULATE: '0' });
  const file = fileIn(DATA_DIR);
  expect(output()).toContain(
    `The version before cannot work with the database after this upgrade. To go back, restore ${file} with it, within 30 days.\n`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect.poll(() => existsSync(aged)).toBe(false);
  child.kill('SIGTERM');
  await exited;

  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).toMatch(new RegExp(`^{"vigilBackup":1,"schema":"${older}"}\\n`));
  expect(text).toContain('ada@school.example');
  remove(DATA_DIR);
});

test('there is none of a database with nothing to lose', async () => {
  const DATA_DIR = await newOlderDirectory();
  expect((await type(['teachers', 'list'], { DATA_DIR })).code).toBe(0);
  expect(existsSync(fileIn(DATA_DIR))).toBe(false);
  remove(DATA_DIR);
});
