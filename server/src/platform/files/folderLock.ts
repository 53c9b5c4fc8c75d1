import { createHash, randomUUID } from 'node:crypto';
import { type BigIntStats, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../config/operatorError';

/** Room for a socket's path, in bytes, on every system. */
const longestSocketPath = 100;
/** After this long without a byte the other side counts as halted. */
const silenceMilliseconds = 60_000;
/** So long nobody reads on what is written before it is broken off: whoever writes may hold the database meanwhile. */
const stallMilliseconds = 5000;
const takersPauseMilliseconds = 50;

export interface FolderLock {
  close(): Promise<void>;
}

/** Answers a request of another process by what it writes, and ends. */
export type Answer = (request: string, reply: Writable) => Promise<void>;

/**
 * Keeps every other process out of a folder for as long as this one lives, also when it is killed: a socket in the folder, which
 * only its living holder answers. Other processes may put requests to the holder through it.
 * @param answer is given what `askHolder` sent
 * @throws OperatorError when another process holds the folder
 */
export async function lockFolder(folder: string, answer: Answer): Promise<FolderLock> {
  const nonce = randomUUID();
  const server = createServer({ allowHalfOpen: true }, async (connection) => {
    // Whoever asked may be gone by now; unheard, that would end this process.
    connection.on('error', () => connection.destroy());
    connection.setTimeout(silenceMilliseconds, () => connection.destroy());
    try {
      // Read without destroying the connection, which still has to carry the answer.
      const request = await text(connection.iterator({ destroyOnReturn: false }));
      if (request === '') connection.end(nonce);
      else {
        breakOffWhenStalled(connection);
        await answer(request, connection);
      }
    } catch {
      // Whoever asked sees that no answer came.
      connection.destroy();
    }
  });
  server.unref();

  await throughSocketPath(folder, async (path) => {
    if (!(await listen(server, path))) {
      const found = identityOf(path);
      if ((await askNonce(path)) !== undefined) throw inUse(folder);
      // Its holder is gone. Only the very file that did not answer is removed: another taker may have been faster.
      if (found !== undefined && identityOf(path) === found) unlinkSync(path);
      if (!(await listen(server, path))) throw inUse(folder);
    }
    // Two takers that removed the same file at once both listen by now, but only the later one can be reached.
    // The loser must not close its socket: that would remove the winner's file.
    await pause(takersPauseMilliseconds);
    if ((await askNonce(path)) !== nonce) throw inUse(folder);
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Only the other side's slowness counts: an answer may be long in coming. */
function breakOffWhenStalled(connection: Socket): void {
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

/** Puts a request to the process that holds the folder. @returns what it answers; undefined when nobody holds it */
export function askHolder(folder: string, request: string): Promise<Readable | undefined> {
  return throughSocketPath(folder, (path) => ask(path, request));
}

const inUse = (folder: string) => new OperatorError(`Vigil is already running on the data directory ${folder}.`);

/** False when the path is taken. */
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
      connection.setTimeout(silenceMilliseconds, () => connection.destroy());
      connection.end(request);
      resolve(connection.setEncoding('utf8'));
    });
  });
}

/** What the holder says to prove itself; nothing but silence counts as well, as a halted process holds its lock. */
async function askNonce(path: string): Promise<string | undefined> {
  const answer = await ask(path, '');
  return answer && text(answer).catch(() => '');
}

function identityOf(path: string): string | undefined {
  const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.ctimeNs}`;
}

/** A socket's path is short by law of the system; a deep folder is reached through a link. */
async function throughSocketPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  const real = realpathSync(folder);
  // A pipe of Windows lives outside the file system and vanishes with its process.
  if (process.platform === 'win32') return use(`\\\\?\\pipe\\vigil-${createHash('sha256').update(real).digest('hex')}`);
  const path = join(real, 'lock');
  if (Buffer.byteLength(path) <= longestSocketPath) return use(path);
  const shortcut = mkdtempSync(join(tmpdir(), 'vigil-'));
  try {
    symlinkSync(real, join(shortcut, 'f'));
    return await use(join(shortcut, 'f', 'lock'));
  } finally {
    rmSync(shortcut, { recursive: true });
  }
}
