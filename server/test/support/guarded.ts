import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Ends the server when standard input closes, which also happens when the tests are killed. */
const guard = '"$@" </dev/null & server=$!; read line; kill $server; wait $server';

/** A server of another product. */
export interface Guarded {
  /** What it has written to standard error. */
  complaint(): string;
  stop(): Promise<void>;
}

/** Starts a server that ends with the tests. */
export function startGuarded(command: string[], user?: { uid: number; gid: number }): Guarded {
  const child = spawn('sh', ['-c', guard, 'sh', ...command], { ...user, stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const ended = once(child, 'close');
  return {
    complaint: () => complaint,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
