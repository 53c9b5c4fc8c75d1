import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startProduct } from '../support/product';

const npmStart = ['npm', '--silent', 'start'] as const;

/** What `npm start` printed before it ended with code 1; building may come first. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const product = await startProduct(env, npmStart).catch((error: Error) => error.message);
  if (typeof product !== 'string') {
    await product.stop();
    throw new Error('It started.');
  }
  expect(product).toMatch(/^It ended with 1:\n/);
  return product
    .split('\n')
    .slice(1)
    .filter((line) => !/^Buil(ding|t) the /.test(line))
    .join('\n');
}

async function throwawayFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a wrong setting is named in one sentence', async () => {
  expect(await refusalOf({ PORT: 'eighty' })).toMatch(/^.*\bPORT\b.*\.$/);
});

test('a port that is taken is named in one sentence', async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  expect(await refusalOf({ PORT: port })).toMatch(new RegExp(`^.*\\b${port}\\b.*\\.$`));
});

test('a data directory that cannot be one is named in one sentence', async () => {
  const file = join(await throwawayFolder(), 'a-file');
  await writeFile(file, '');
  expect(await refusalOf({ DATA_DIR: file })).toMatch(/^.*a-file.*\.$/);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm stops all: port and data are free at once', async (signal) => {
  const env = { DATA_DIR: await throwawayFolder(), PORT: String(await freePort()) };

  const first = await startProduct(env, npmStart);
  expect((await fetch(first.url)).status).toBe(200);
  expect(await refusalOf({ DATA_DIR: env.DATA_DIR })).toMatch(new RegExp(`^.*${env.DATA_DIR}.*\\.$`));
  expect(await first.stop(signal)).toBe(0);

  const second = await startProduct(env, npmStart);
  expect(await second.stop(signal)).toBe(0);
});
