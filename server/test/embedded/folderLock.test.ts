import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, askHolder, lockFolder } from '../../src/folderLock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hear: Answer = async (request, reply) => {
  reply.end(`heard ${request}`);
};
const lock = (answer = hear) => lockFolder(folder, answer);

/** What the holder answers, whole. */
async function ask(request: string): Promise<string | undefined> {
  const answer = await askHolder(folder, request);
  return answer && text(answer);
}

/** Leaves the socket of a process that was killed. */
async function leaveStale(): Promise<void> {
  const listen = `require('net').createServer().listen(${JSON.stringify(join(folder, 'lock'))}, () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', listen]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(join(folder, 'lock'))).toBe(true);
}

test('one holds the folder until it is closed', async () => {
  const held = await lock();
  await expect(lock()).rejects.toThrow(`Vigil is already running on the data directory ${folder}.`);
  await held.close();
  expect(readdirSync(folder)).toEqual([]);
  await (await lock()).close();
});

test('of many that come at once one gets in, also where a killed process left its socket', async () => {
  for (const prepare of [async () => {}, leaveStale]) {
    await prepare();
    const takers = await Promise.allSettled(Array.from({ length: 20 }, () => lock()));
    const winners = takers.flatMap((taker) => (taker.status === 'fulfilled' ? [taker.value] : []));
    expect(winners).toHaveLength(1);
    await expect(lock()).rejects.toThrow('already running');
    await winners[0]?.close();
  }
});

test('the holder answers requests of any length, and nobody answers for nobody', async () => {
  expect(await ask('hello')).toBeUndefined();
  const held = await lock();
  expect(await ask('hello')).toBe('heard hello');
  expect(await ask('x'.repeat(1_000_000))).toHaveLength(1_000_006);
  await held.close();
  expect(await ask('hello')).toBeUndefined();
});

test('a request that fails gets an empty answer and the lock goes on', async () => {
  const held = await lock(() => Promise.reject(new Error('no')));
  expect(await ask('hello')).toBe('');
  await expect(lock()).rejects.toThrow('already running');
  await held.close();
});

test('whoever asks and goes away takes nothing along', async () => {
  let wrote: Promise<unknown> = Promise.resolve();
  const held = await lock(async (_request, reply) => {
    wrote = pipeline(endless(), reply);
    await wrote;
  });
  const reply = await askHolder(folder, 'hello');
  if (reply) await once(reply, 'data');
  reply?.destroy();
  await expect(wrote).rejects.toThrow();
  await expect(lock()).rejects.toThrow('already running');
  await held.close();
});

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(1000);
}

test('a path that is too long for a socket is no hindrance', async () => {
  const [parent] = [folder];
  folder = join(parent, 'x'.repeat(120));
  mkdirSync(folder);
  const held = await lock();
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  await expect(lock()).rejects.toThrow('already running');
  expect(await ask('hello')).toBe('heard hello');
  await held.close();
  folder = parent;
});
