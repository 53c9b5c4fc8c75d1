import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { EmbeddedClient } from '../../src/platform/database/embeddedClient';
import { newDataDirectory, remove } from '../support/product';

const synced = vi.spyOn(fs, 'fdatasyncSync');
syncBuiltinESMExports();
afterAll(() => {
  synced.mockRestore();
  syncBuiltinESMExports();
});

test('every commit is fsynced', async () => {
  const folder = newDataDirectory();
  const files = await EmbeddedClient.open(join(folder, 'database'));
  const { rows } = await files.query<{ fsync: string }>('show fsync');
  expect(rows).toEqual([{ fsync: 'on' }]);
  for (let commit = 0; commit < 3; commit++) {
    const before = synced.mock.calls.length;
    await files.query("insert into students (name, email) values ('Ida', $1)", [`ida${commit}@x.example`]);
    expect(synced.mock.calls.length).toBeGreaterThan(before);
  }
  const before = synced.mock.calls.length;
  await files.query('select * from students');
  expect(synced.mock.calls.length).toBe(before);
  await files.close();
  remove(folder);
});
