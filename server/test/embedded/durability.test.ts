import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { EmbeddedClient } from '../../src/database/embeddedClient';
import { newDataDirectory, remove } from '../support/product';

const synced = vi.hoisted(() => ({ times: 0 }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fdatasyncSync: (file: number) => {
      synced.times++;
      fs.fdatasyncSync(file);
    },
  };
});

test('every commit reaches the disk', async () => {
  const folder = newDataDirectory();
  const files = await EmbeddedClient.open(join(folder, 'database'));
  const { rows } = await files.query<{ fsync: string }>('show fsync');
  expect(rows).toEqual([{ fsync: 'on' }]);
  for (let commit = 0; commit < 3; commit++) {
    const before = synced.times;
    await files.query("insert into students (name, email) values ('Ida', $1)", [`ida${commit}@x.example`]);
    expect(synced.times).toBeGreaterThan(before);
  }
  const before = synced.times;
  await files.query('select * from students');
  expect(synced.times).toBe(before);
  await files.close();
  remove(folder);
});
