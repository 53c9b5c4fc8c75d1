import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { unprivilegedUser } from './cluster';
import { freePort } from './freePort';
import { startGuarded } from './guarded';

/** A PgBouncer in transaction mode. */
export interface PgBouncer {
  /** The database through it. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer, unprivileged and in a temporary folder, in front of a database. Each of its connections is used in turn. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vigil-pgbouncer-'));
  const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
server_round_robin = 1
`,
  );
  const user = unprivilegedUser();
  if (user) for (const path of [folder, users, settings]) chownSync(path, user.uid, user.gid);
  const server = startGuarded([program, settings], user);
  await vi.waitFor(
    async () => {
      const client = new Client({ connectionString: url.href });
      await client.connect();
      await client.end();
    },
    { timeout: 20_000 },
  );
  return {
    url: url.href,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
