import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/test/support/freePort';
import { newDataDirectory } from '../../server/test/support/product';
import { startProduct } from '../support/product';

const npmStart = ['npm', '--silent', 'start'] as const;

/** Returns what `npm start` printed before exiting with code 1. A build may come first. */
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

test('a port in use is named in one sentence', async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  expect(await refusalOf({ PORT: port })).toMatch(new RegExp(`^.*\\b${port}\\b.*\\.$`));
});

describe.runIf(process.platform !== 'win32')('when npm ends, everything shuts down and frees port and data:', () => {
  const env = { DATA_DIR: '', PORT: '' };
  beforeAll(async () => {
    Object.assign(env, { DATA_DIR: newDataDirectory(), PORT: await freePort() });
  });
  afterAll(() => rm(env.DATA_DIR, { recursive: true, force: true }));

  // In sequence on the same port and data, so that each start proves the previous shutdown.
  test('by SIGTERM, which its shell does not forward', async () => {
    const product = await startProduct(env, npmStart);
    expect((await fetch(product.url)).status).toBe(200);
    // Leftover processes keep the output open, so this waits for them too.
    await product.stop();
    expect(await stateOfDatabase(env.DATA_DIR)).toBe('shut down');
  });

  test('by Ctrl-C', async () => {
    const product = await startProduct(env, npmStart, { detached: true });
    expect(await refusalOf({ DATA_DIR: env.DATA_DIR })).toMatch(new RegExp(`^.*${env.DATA_DIR}.*\\.$`));
    expect(await stateOfDatabase(env.DATA_DIR)).toBe('in use');
    // A terminal signals the whole process group.
    process.kill(-product.pid, 'SIGINT');
    await product.stop();
    expect(await stateOfDatabase(env.DATA_DIR)).toBe('shut down');
  });
});

/** Reads the state PostgreSQL stored for its next start. */
async function stateOfDatabase(folder: string) {
  const control = await readFile(join(folder, 'database/global/pg_control'));
  return { 1: 'shut down', 6: 'in use' }[control.readInt32LE(16)];
}
