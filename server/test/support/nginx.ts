import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { unprivilegedUser } from './cluster';
import { freePort } from './freePort';
import { startGuarded } from './guarded';

const configuration = fileURLToPath(new URL('../../../deploy/nginx.conf', import.meta.url));

/** An nginx with deploy/nginx.conf. */
export interface Nginx {
  port: string;
  /** Its access log so far. */
  log(): string;
  /** All that it has written so far, to any log. */
  everything(): string;
  stop(): Promise<void>;
}

/** Starts nginx, unprivileged and in a temporary folder, in front of the instances on these two ports. */
export async function startNginx(program: string, [one, other]: [string, string]): Promise<Nginx> {
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'vigil-nginx-'));
  const port = await freePort();
  let site = readFileSync(configuration, 'utf8');
  for (const [text, replacement] of [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['127.0.0.1:3001', `127.0.0.1:${one}`],
    ['127.0.0.1:3002', `127.0.0.1:${other}`],
    ['/var/log/nginx/vigil.log', join(folder, 'vigil.log')],
    ['/var/log/nginx/vigil-error.log', join(folder, 'vigil-error.log')],
  ] as const) {
    expect(site).toContain(text);
    site = site.replace(text, replacement);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'];
  const places = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  writeFileSync(join(folder, 'vigil.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 1; error_log stderr;
    events {} http { ${places} access_log off; include ${join(folder, 'vigil.conf')}; }`,
  );
  for (const name of temporary) mkdirSync(join(folder, name));
  if (user) for (const name of ['', ...temporary]) chownSync(join(folder, name), user.uid, user.gid);

  const command = [program, '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  const server = startGuarded(command, user);
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(status, server.complaint()).toBe(404);
    },
    { timeout: 20_000 },
  );
  return {
    port,
    log: () => readFileSync(join(folder, 'vigil.log'), 'utf8'),
    everything: () =>
      ['vigil.log', 'vigil-error.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('') +
      server.complaint(),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
