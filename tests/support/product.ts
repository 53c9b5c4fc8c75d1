import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { inject, vi } from 'vitest';
import { freePort } from '../../server/test/support/freePort';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
const built = [process.execPath, 'server/dist/main.js'] as const;
const builtFiles = ['dist/index.html', 'server/dist/main.js'];
const endWithTest = new URL('endWithTest.mjs', import.meta.url).href;
const baselineCompiler = new URL('../../server/test/support/baselineCompiler.mjs', import.meta.url).href;

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with a fresh database's files, from server/test/support/embedded.ts. */
    databaseFolder: string;
  }
}

const mailSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  code: v.optional(v.string()),
  link: v.optional(v.string()),
});

/** A mail in the development mailbox. `code` or `link` is what the teacher types or opens. */
export type Mail = v.InferOutput<typeof mailSchema>;

/** A running product with its own port and folder. */
export interface Product {
  url: string;
  /** Process id of the starting command. */
  pid: number;
  /** Returns the latest mail to an address; waits for the first. */
  mail(to: string): Promise<Mail>;
  /** Runs a command of docs/operations.md, such as `teachers promote EMAIL`. Returns what it prints. */
  command(...words: string[]): Promise<string>;
  /** Returns a detection agent's key, created on first use. */
  agentKey(): Promise<string>;
  /** Reports events as that agent and expects all to be recorded. */
  report(events: readonly object[]): Promise<void>;
  /** Returns its output so far. */
  output(): string;
  /** Stops it, waits, removes its folder, and resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the built product and waits until it is ready, without the shell's settings. It stops by itself if the test
 * ends without stopping it, even if killed.
 *
 * @param env its settings; the caller cleans up a `DATA_DIR` in them
 * @param command replaces the starting command
 * @param options detached: in its own process group, as in a terminal
 * @throws with exit code and output if it ends before it is ready
 */
export async function startProduct(
  env: Record<string, string> = {},
  command: readonly [string, ...string[]] = built,
  { detached = false } = {},
): Promise<Product> {
  if (command === built && !builtFiles.every((file) => existsSync(join(root, file)))) {
    throw new Error('The product is not built: run `npm run build` first.');
  }
  const folder = await mkdtemp(join(tmpdir(), 'vigil-'));
  // Creating a database takes seconds, so an empty one is copied if available.
  const database = inject('databaseFolder');
  if (database && env.DATA_DIR === undefined) await cp(database, join(folder, 'database'), { recursive: true });
  const port = env.PORT ?? (await freePort());
  const settings = {
    NODE_OPTIONS: `--import=${endWithTest} --import=${baselineCompiler}`,
    TEST_PROCESS: String(process.pid),
    PORT: port,
    DATA_DIR: folder,
    ...env,
  };
  const { output, ended, child } = run(command, settings, { detached });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const code = await ended;
    await rm(folder, { recursive: true, force: true });
    return code;
  };

  const ready = vi.waitUntil(() => child.exitCode !== null || output().includes('is ready at'), {
    timeout: 180_000,
    interval: 20,
  });
  try {
    await ready;
    if (child.exitCode !== null) throw new Error(`It ended with ${await ended}:\n${output().trim()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `http://localhost:${port}`;
  const runCommand = async (...words: string[]) => {
    const { output, ended } = run([process.execPath, 'server/dist/cli.js', ...words], {
      ...settings,
      NODE_OPTIONS: '',
    });
    await ended;
    return output();
  };
  let adding: Promise<string> | undefined;
  const agentKey = () => {
    adding ??= runCommand('agents', 'add', 'Test agent').then((said) => {
      const [, key] = /\n([\w-]{43})\n$/.exec(said) ?? [];
      if (key === undefined) throw new Error(`There is no key: ${said}`);
      return key;
    });
    return adding;
  };
  return {
    url,
    pid: child.pid ?? Number.NaN,
    mail: (to) => newestMail(url, to),
    command: runCommand,
    agentKey,
    async report(events) {
      const answer = await fetch(`${url}/detection/logs/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Agent-Key': await agentKey() },
        body: JSON.stringify(events.map((event) => ({ id: randomUUID(), ...event }))),
      });
      const said = await answer.text();
      const { recorded } = v.parse(v.object({ recorded: v.number() }), answer.ok ? JSON.parse(said) : { recorded: 0 });
      if (recorded < events.length) throw new Error(`Not everything was recorded: ${answer.status} ${said}`);
    },
    output,
    stop,
  };
}

/**
 * Runs a command in the repository's folder with a minimal environment.
 *
 * @returns its output so far, and its exit code once it has ended and closed its output
 */
export function run(
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
  { cwd = root, detached = false } = {},
) {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, TZ, LC_ALL } = process.env;
  const child = spawn(command, args, {
    cwd,
    detached,
    env: { PATH, HOME, TMPDIR, TEMP, SystemRoot, TZ, LC_ALL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, ended };
}

function newestMail(url: string, to: string): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/dev/mail.json`);
      const mail = v.parse(v.array(mailSchema), await answer.json()).find((one) => one.to === to);
      if (!mail) throw new Error(`There is no mail to ${to}.`);
      return mail;
    },
    { timeout: 30_000, interval: 50 },
  );
}
