import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { freePort } from './freePort';

/** A temporary PostgreSQL server. */
export interface Cluster {
  /** Its maintenance database, as superuser. */
  url: string;
  start(): Promise<void>;
  /** Stops it as an operator does, or immediately, as in a crash. */
  stop(how?: 'orderly' | 'crash'): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

const signals = { orderly: 'INT', crash: 'QUIT' };

/** Runs the server until standard input names a signal to end it with, or closes because the tests have ended. */
const guard = `
  "$@" </dev/null & server=$!
  if read signal; then kill -s $signal $server; wait $server
  else kill -s INT $server; wait $server; rm -r "$PWD"
  fi`;

/**
 * Creates and starts a cluster with the installed programs.
 * @throws when PostgreSQL 15 or newer is not installed, or does not start
 */
export async function startCluster(): Promise<Cluster> {
  const programs = await findProgram('postgres');
  if (!programs) throw new Error('Install PostgreSQL 15 or newer, or name a server in TEST_DATABASE_URL.');
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'vigil-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const data = join(folder, 'data');
  const choices = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--no-sync',
  ];
  // Sorts as a university's database would, unlike the embedded one.
  const language = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...choices, ...language], {
    ...user,
    cwd: folder,
    stdio: 'pipe',
  });

  const port = await freePort();
  // A crash of PostgreSQL itself does not need fsync; only a crash of the machine would.
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  const command = [join(programs, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const server = spawn('sh', ['-c', guard, 'sh', ...command], {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    running = server;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      server.stderr.on('data', (chunk) => {
        said += chunk;
        if (said.includes('ready to accept connections')) resolve();
      });
      server.once('close', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    });
  }
  async function stop(how: keyof typeof signals = 'orderly'): Promise<void> {
    if (!running) return;
    const ended = once(running, 'close');
    running.stdin?.end(`${signals[how]}\n`);
    running = undefined;
    await ended;
  }

  await start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root, who gives the cluster to an unprivileged user. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (which: string) => Number(execFileSync('id', [which, name], { stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // That user does not exist.
    }
  }
  throw new Error('The tests need the user postgres or nobody to run PostgreSQL as.');
}
