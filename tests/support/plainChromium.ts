import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { WebSocket } from 'ws';
import { findDisplay } from '../../scripts/lib/display.mjs';

/* Chromium on a virtual display, driven without Playwright, which would fake the focus. */

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const programs = {
  display: findDisplay(),
  // Headless shell has no windows.
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath).find(Boolean),
};

/** Why there is no plain Chromium; undefined if there is. */
export const missing =
  programs.display === undefined
    ? 'Xvfb was not found: install it (Debian: xvfb).'
    : programs.chromium === undefined
      ? 'A Chromium with windows was not found: install one (Debian: chromium).'
      : undefined;

/** A page in a window of its own. */
export interface PlainPage {
  /** Evaluates an expression, and returns its value as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Gives its window the focus. */
  focus(): Promise<void>;
}

export interface PlainChromium {
  /** Opens a page in a new window, which takes the focus. */
  open(url: string): Promise<PlainPage>;
  close(): Promise<void>;
}

export async function startPlainChromium(args: readonly string[]): Promise<PlainChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'vigil-window-'));
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = spawn(programs.display!, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(display);
    const number = await firstMatch(display.stdio[3] as NodeJS.ReadableStream, /^(\d+)\n/);
    const browser = spawn(
      programs.chromium!,
      [
        ...['--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run', '--disable-gpu'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        // Chromium's sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...args,
        'about:blank',
      ],
      { env: { ...process.env, DISPLAY: `:${number}` }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    children.push(browser);
    const call = await connect(await firstMatch(browser.stderr, /DevTools listening on (ws:\S+)/));
    return {
      close,
      async open(url) {
        const { targetId } = await call('Target.createTarget', { url, newWindow: true });
        const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
        return {
          async evaluate(expression) {
            const asked = { expression, returnByValue: true, awaitPromise: true };
            const { result, exceptionDetails } = await call('Runtime.evaluate', asked, String(sessionId));
            if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
            return Object(result).value;
          },
          async focus() {
            await call('Target.activateTarget', { targetId });
          },
        };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for output that matches, and returns what its group says. The rest is read and dropped. */
function firstMatch(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-10_000);
      const [, found] = pattern.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    stream.on('end', () => reject(new Error(`It ended:\n${output}`)));
  });
}

type Answer = Record<string, unknown>;

/** Connects to the browser's own protocol. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  socket.on('message', (data) => {
    const { id, result, error } = JSON.parse(String(data));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  });
  let ids = 0;
  return (method: string, params: object, sessionId?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      ids += 1;
      waiting.set(ids, { resolve, reject });
      socket.send(JSON.stringify({ id: ids, method, params, sessionId }));
    });
}
