import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, askHolder, lockFolder } from '../../src/platform/files/folderLock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-lock-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const hear: Answer = async (request, reply) => {
  reply.end(`heard ${request}`);
};
const lock = (answer = hear) => lockFolder(folder, answer);

/** Reads the holder's whole answer. */
async function ask(request: string): Promise<string | undefined> {
  const answer = await askHolder(folder, request);
  return answer && text(answer);
}

/** Leaves the socket of a killed process behind. */
async function leaveStale(): Promise<void> {
  const listen = `require('net').createServer().listen(${JSON.stringify(join(folder, 'lock'))}, () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', listen]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(join(folder, 'lock'))).toBe(true);
}

test('one process holds the folder until it closes', async () => {
  const held = await lock();
  await expect(lock()).rejects.toThrow(`Vigil is already running on the data directory ${folder}.`);
  await held.close();
  expect(readdirSync(folder)).toEqual([]);
  await (await lock()).close();
});

test('only one of many concurrent processes gets the folder, even with a killed process’s socket', async () => {
  for (const prepare of [async () => {}, leaveStale]) {
    await prepare();
    const takers = await Promise.allSettled(Array.from({ length: 20 }, () => lock()));
    const winners = takers.flatMap((taker) => (taker.status === 'fulfilled' ? [taker.value] : []));
    expect(winners).toHaveLength(1);
    await expect(lock()).rejects.toThrow('already running');
    await winners[0]?.close();
  }
});

test('the holder answers requests of any length, and without a holder there is no answer', async () => {
  expect(await ask('hello')).toBeUndefined();
  const held = await lock();
  expect(await ask('hello')).toBe('heard hello');
  expect(await ask('x'.repeat(1_000_000))).toHaveLength(1_000_006);
  await held.close();
  expect(await ask('hello')).toBeUndefined();
});

test('a request that fails gets an empty answer and the lock survives', async () => {
  const held = await lock(() => Promise.reject(new Error('no')));
  expect(await ask('hello')).toBe('');
  await expect(lock()).rejects.toThrow('already running');
  await held.close();
});

test('a client that disconnects early does no harm', async () => {
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

test('an answer that nobody reads is aborted after five seconds and blocks nothing else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let wrote: Promise<unknown> = Promise.resolve();
  const held = await lock(async (_request, reply) => {
    wrote = pipeline(endless(), reply);
    await wrote;
  });
  const reply = await askHolder(folder, 'hello');
  let isBroken = false;
  // The buffers are full by then, and the rest waits.
  await pause(200);
  wrote.catch(() => {
    isBroken = true;
  });
  for (const [seconds, expected] of [
    [4, false],
    [2, true],
  ] as const) {
    vi.advanceTimersByTime(seconds * 1000);
    await pause(100);
    expect(isBroken).toBe(expected);
  }
  reply?.destroy();
  await held.close();
});

test('slow answers and slow readers are not aborted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const held = await lock(async (_request, reply) => {
    await pause(300);
    await pipeline(Readable.from(Array.from({ length: 20 }, () => 'x'.repeat(500_000))), reply);
  });
  const reply = await askHolder(folder, 'hello');
  vi.advanceTimersByTime(30_000);
  let length = 0;
  for await (const piece of reply ?? []) {
    length += piece.length;
    vi.advanceTimersByTime(100);
    await pause(1);
  }
  expect(length).toBe(10_000_000);
  await held.close();
});

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(1000);
}

test('a path too long for a socket works', async () => {
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
