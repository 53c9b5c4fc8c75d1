import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { startTyped } from '../../src/cli/startTyped';
import { OperatorError } from '../../src/platform/operatorError';
import { createDatabase } from './databases';
import { freePort } from './freePort';
import { password } from './teachers';

const ownFolder = fileURLToPath(new URL('../../dist', import.meta.url));
const ownEntries = ['main', 'simulate'];

/** A process of the built server. */
export interface Running {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code or the signal's name. */
  exited: Promise<number | string>;
}

const baselineCompiler = `--import=${new URL('baselineCompiler.mjs', import.meta.url)}`;

/** Nobody listens on it: the default for servers that are expected to end before they listen. */
const unusedPort = await freePort();

const environment = (changes: Record<string, string>) => ({
  PATH: process.env.PATH,
  TZ: process.env.TZ,
  LC_ALL: process.env.LC_ALL,
  PORT: unusedPort,
  ...changes,
  NODE_OPTIONS: `${changes.NODE_OPTIONS ?? ''} ${baselineCompiler}`,
});

/** @param folder of a built server; by default this one's */
export function run(name: string, args: string[], changes: Record<string, string>, folder = ownFolder): Running {
  const entry = (file: string) => join(folder, `${file}.js`);
  const command = ownEntries.includes(name) ? [entry(name), ...args] : [entry('cli'), name, ...args];
  const child = spawn(process.execPath, command, { env: environment(changes) });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  return { child, output: () => output, exited: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

/** Starts the server and waits until it is ready. @param folder as for `run` */
export async function startServer(changes: Record<string, string>, folder?: string): Promise<Running> {
  const server = run('main', [], changes, folder);
  await new Promise<void>((resolve, reject) => {
    server.child.stderr?.on('data', () => {
      if (server.output().includes('is ready at')) resolve();
    });
    server.child.once('close', () => reject(new Error(`The server ended: ${server.output()}`)));
  });
  return server;
}

/** Creates a data directory with a database. The caller removes it. */
export function newDataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-data-'));
  cpSync(inject('databaseFolder'), join(folder, 'database'), { recursive: true });
  return folder;
}

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A server process's storage. */
export interface Storage {
  /** The settings that select it. */
  environment: Record<string, string>;
  remove(): Promise<void>;
}

/** Creates a storage with an empty, migrated database: a data directory or a PostgreSQL database. */
export async function newStorage(): Promise<Storage> {
  const postgres = inject('postgres');
  if (!postgres) {
    const folder = newDataDirectory();
    return { environment: { DATA_DIR: folder }, remove: async () => remove(folder) };
  }
  const { url, drop } = await createDatabase(postgres.url, postgres.template);
  return { environment: { ...postgresEnvironment, DATABASE_URL: url }, remove: drop };
}

/** Settings that DATABASE_URL requires. */
export const postgresEnvironment = { JWT_SECRET: 'j'.repeat(32), DEV_MAILBOX: '1' };

/** Runs a command in this process, which takes a fraction of starting one. @returns what it prints */
export async function type(
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  let output = '';
  const print = (text: unknown) => {
    output += text;
    return true;
  };
  const printLine = (line: unknown) => void print(`${line}\n`);
  const printers = [
    vi.spyOn(console, 'log').mockImplementation(printLine),
    vi.spyOn(console, 'error').mockImplementation(printLine),
    vi.spyOn(process.stdout, 'write').mockImplementation(print),
  ];
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    await startTyped(args);
    return { code: 0, output };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printLine(error.message);
    return { code: 1, output };
  } finally {
    vi.unstubAllEnvs();
    for (const printer of printers) printer.mockRestore();
  }
}

/** Adds an agent by command. @returns its key */
export async function newAgentKey(environment: Record<string, string>, name = 'Test agent'): Promise<string> {
  const { output } = await type(['agents', 'add', name], environment);
  const [, key] = /\n([\w-]{43})\n$/.exec(output) ?? [];
  if (key === undefined) throw new Error(`There is no key: ${output}`);
  return key;
}

/** Calls a running server, by POST when there is a body. @returns the answer's body */
// biome-ignore lint/suspicious/noExplicitAny: tests state the shape of answers
export async function callTo(port: string, path: string, body?: object, token = ''): Promise<any> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
  const answer = await fetch(`http://localhost:${port}${path}`, request);
  return answer.status === 204 ? undefined : answer.json();
}

/** Signs in a new teacher. @returns the access token */
export async function signInTo(port: string, email: string): Promise<string> {
  const name = { first_name: 'Ada', last_name: 'Muster' };
  await callTo(port, '/account/register/teacher/', { ...name, email, password, password2: password });
  const [{ code }] = await callTo(port, '/dev/mail.json');
  await callTo(port, '/account/verify-otp/', { email, code });
  return (await callTo(port, '/account/login/teacher/', { email, password })).access;
}
