import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { freePort } from '../server/test/support/freePort';
import type { Started } from './started';

const root = fileURLToPath(new URL('..', import.meta.url));
const stopMilliseconds = 15_000;

/** A process of the product. */
export interface Product {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Returns resident memory in bytes after garbage collection. Measured servers only. */
  residentBytes(): Promise<number>;
}

/** Starts the built product as `npm start` does, without instrumentation. */
export function startAsNpmDoes(started: Started, settings: Record<string, string>): Promise<Product> {
  return startProduct(started, ['scripts/start.mjs'], settings);
}

/** Runs `npm start` in a folder, whether or not it becomes ready. */
export async function startByNpm(started: Started, folder: string, settings: Record<string, string>) {
  const port = await freePort();
  const { child } = start(started, ['npm', '--silent', 'start'], { PORT: port, ...settings }, folder);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

/** Starts the built server with memory reporting. @param settings its database; only the benchmark uses it */
export function startMeasured(started: Started, settings: Record<string, string>): Promise<Product> {
  const reporting = new URL('residentMemory.mjs', import.meta.url).href;
  return startProduct(started, ['--expose-gc', '--import', reporting, 'server/dist/main.js'], {
    ...{ JWT_SECRET: 'j'.repeat(43), DEV_MAILBOX: '1', SIMULATE: '0' },
    ...settings,
  });
}

async function startProduct(started: Started, args: string[], settings: Record<string, string>): Promise<Product> {
  const port = await freePort();
  const { child, nextMessage } = start(started, [process.execPath, ...args], { PORT: port, ...settings });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('is ready at')) resolve();
      });
    }
    child.once('close', () => reject(new Error(`The server did not start: ${output.trim()}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: v.parse(v.number(), child.pid),
    stop: () => stop(child),
    async residentBytes() {
      const answer = nextMessage();
      child.send('');
      return v.parse(v.number(), await answer);
    },
  };
}

/** Passes on only the settings that any program needs. */
function start(started: Started, command: [string, ...string[]], settings: Record<string, string>, cwd = root) {
  const { PATH, HOME, TMPDIR } = process.env;
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, TMPDIR, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.add(() => stop(child));
  const ended = new AbortController();
  child.once('close', () => ended.abort());
  return {
    child,
    /** Rejects if the process exits instead. */
    async nextMessage(): Promise<unknown> {
      const [message] = await once(child, 'message', { signal: ended.signal });
      return message;
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await closed;
  clearTimeout(impatience);
}

/** Returns a process's resident memory in bytes; undefined without /proc. */
export async function residentBytesOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Kernel clock ticks on usual Linux systems. */
const ticksPerSecond = 100;

/** Returns a process's processor time in milliseconds; undefined without /proc. */
export async function processorMillisecondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The program's name is in brackets and may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
