import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const entry = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));

/** A process of the built server. */
export interface Running {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code, or the signal's name, when the process is gone. */
  exited: Promise<number | string>;
}

const environment = (changes: Record<string, string>) => ({ PATH: process.env.PATH, ...changes });

export function run(name: string, args: string[], changes: Record<string, string>): Running {
  const child = spawn(process.execPath, [entry(name), ...args], { env: environment(changes) });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  return { child, output: () => output, exited: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

/** Starts the server and waits until it is ready. */
export async function startServer(changes: Record<string, string>): Promise<Running> {
  const server = run('main', [], changes);
  await new Promise<void>((resolve, reject) => {
    server.child.stdout?.on('data', () => {
      if (server.output().includes('is ready at')) resolve();
    });
    server.child.once('close', () => reject(new Error(`The server ended: ${server.output()}`)));
  });
  return server;
}

/** A data directory whose database exists already, to be removed by the caller. */
export function newDataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-data-'));
  cpSync(inject('databaseFolder'), join(folder, 'database'), { recursive: true });
  return folder;
}

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return String(address.port);
}
