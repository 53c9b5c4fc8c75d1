import { createHash, randomUUID } from 'node:crypto';
import { type BigIntStats, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../operatorError';

/** Bytes that every system allows for a socket's path. */
const maxSocketPath = 100;
/** A peer that sends nothing for this long counts as dead. */
const idleMilliseconds = 60_000;
/** How long a reader may stall before it is disconnected: the writer may be holding the database. */
const stallMilliseconds = 5000;
const takeoverPauseMilliseconds = 50;

export interface FolderLock {
  close(): Promise<void>;
}

/** Answers another process's request. Writes to the reply and ends it. */
export type Answer = (request: string, reply: Writable) => Promise<void>;

/**
 * Locks a folder for this process with a socket that only a living holder answers, so that a killed process leaves no lock behind. Other
 * processes can send requests to the holder through it.
 * @param answer receives what `askHolder` sent
 * @throws OperatorError when another process holds the folder
 */
export async function lockFolder(folder: string, answer: Answer): Promise<FolderLock> {
  const nonce = randomUUID();
  const server = createServer({ allowHalfOpen: true }, async (connection) => {
    // The peer may be gone. An unhandled error event would end this process.
    connection.on('error', () => connection.destroy());
    connection.setTimeout(idleMilliseconds, () => connection.destroy());
    try {
      // Keeps the connection open for the answer.
      const request = await text(connection.iterator({ destroyOnReturn: false }));
      if (request === '') connection.end(nonce);
      else {
        destroyWhenStalled(connection);
        await answer(request, connection);
      }
    } catch {
      // The peer sees that no answer came.
      connection.destroy();
    }
  });
  server.unref();

  await throughSocketPath(folder, async (path) => {
    if (!(await listen(server, path))) {
      const found = identityOf(path);
      if ((await askNonce(path)) !== undefined) throw inUse(folder);
      // The holder is dead. Removes only the file that did not answer: another process may have taken over already.
      if (found !== undefined && identityOf(path) === found) unlinkSync(path);
      if (!(await listen(server, path))) throw inUse(folder);
    }
    // If two processes removed the same file at once, both listen now, but only the later one can be reached.
    // The loser must not close its socket: that would remove the winner's file.
    await pause(takeoverPauseMilliseconds);
    if ((await askNonce(path)) !== nonce) throw inUse(folder);
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Counts only the reader's stalls: computing an answer may take long. */
function destroyWhenStalled(connection: Socket): void {
  let stalled = 0;
  connection.on('drain', () => {
    stalled = 0;
  });
  const watching = setInterval(() => {
    stalled = connection.writableNeedDrain ? stalled + 1000 : 0;
    if (stalled > stallMilliseconds) connection.destroy();
  }, 1000);
  connection.once('close', () => clearInterval(watching));
}

/** Sends a request to the process that holds the folder. @returns its answer; undefined when no process holds it */
export function askHolder(folder: string, request: string): Promise<Readable | undefined> {
  return throughSocketPath(folder, (path) => ask(path, request));
}

const inUse = (folder: string) => new OperatorError(`Vigil is already running on the data directory ${folder}.`);

/** @returns false when the path is taken */
function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(path, () => resolve(true));
  });
}

function ask(path: string, request: string): Promise<Readable | undefined> {
  return new Promise((resolve) => {
    const connection = createConnection({ path, allowHalfOpen: true });
    connection.on('error', () => resolve(undefined));
    connection.once('connect', () => {
      connection.setTimeout(idleMilliseconds, () => connection.destroy());
      connection.end(request);
      resolve(connection.setEncoding('utf8'));
    });
  });
}

/** Returns the holder's nonce, or an empty text when it accepts but does not answer: a halted process keeps its lock. */
async function askNonce(path: string): Promise<string | undefined> {
  const answer = await ask(path, '');
  return answer && text(answer).catch(() => '');
}

function identityOf(path: string): string | undefined {
  const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.ctimeNs}`;
}

/** Calls with the socket's path, through a symlink where the real one is too long for the system. */
async function throughSocketPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const real = realpathSync(folder);
  // Windows pipes live outside the file system and vanish with their process.
  if (process.platform === 'win32') return use(`\\\\?\\pipe\\vigil-${createHash('sha256').update(real).digest('hex')}`);
  const path = join(real, 'lock');
  if (Buffer.byteLength(path) <= maxSocketPath) return use(path);
  const shortcut = mkdtempSync(join(tmpdir(), 'vigil-'));
  try {
    symlinkSync(real, join(shortcut, 'f'));
    return await use(join(shortcut, 'f', 'lock'));
  } finally {
    rmSync(shortcut, { recursive: true });
  }
}
