import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const endWithTest = new URL('endWithTest.mjs', import.meta.url).href;

const mailSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  code: v.optional(v.string()),
  link: v.optional(v.string()),
});

/** A mail in the development mailbox; `code` or `link` is what the teacher is to type or open. */
export type Mail = v.InferOutput<typeof mailSchema>;

/** The built product, running on a port and in a folder of its own. */
export interface Product {
  url: string;
  pid: number;
  /** The newest mail to an address; waits up to 5 s for the first. */
  mail(to: string): Promise<Mail>;
  /** All that it has printed so far. */
  output(): string;
  /** Asks it to stop, waits until it has, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the built product and waits until it is ready. Settings of the shell around the tests do not reach it.
 *
 * @param env its settings; with a `DATA_DIR` of its own the caller keeps that folder
 * @throws with all that it printed, when it ends before it is ready
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-'));
  const port = String(await freePort());
  const child = spawn(process.execPath, ['--import', endWithTest, 'server/dist/main.js'], {
    cwd: root,
    env: { ...shellEssentials(), PORT: port, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  const ended = once(child, 'exit');
  const url = `http://localhost:${env.PORT ?? port}`;

  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  const ready = vi.waitUntil(() => output().includes('is ready at'), { timeout: 60_000, interval: 20 });
  const endedEarly = ended.then(() => Promise.reject(new Error(`The product ended before it was ready:\n${output()}`)));
  try {
    await Promise.race([ready, endedEarly]);
  } catch (error) {
    await stop();
    throw error;
  }
  endedEarly.catch(() => undefined);

  return { url, pid: child.pid ?? Number.NaN, mail: (to) => newestMail(url, to), output, stop };
}

/** What any program needs of the environment, and no setting of the product. */
export function shellEssentials(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot } = process.env;
  return { PATH, HOME, TMPDIR, TEMP, SystemRoot };
}

/** A port that nobody listens on, at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('The probe listens on no port.');
  probe.close();
  await once(probe, 'close');
  return address.port;
}

/** Gathers what a program prints; the returned function gives all of it so far. */
export function collectOutput(child: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let output = '';
  const add = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  return () => output;
}

function newestMail(url: string, to: string): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/dev/mail.json`);
      const mail = v.parse(v.array(mailSchema), await answer.json()).find((one) => one.to === to);
      if (!mail) throw new Error(`There is no mail to ${to}.`);
      return mail;
    },
    { timeout: 5000, interval: 50 },
  );
}
