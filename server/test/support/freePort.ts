import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports per test worker. Systems assign ephemeral ports above 32,767; these are below. */
const portsOfWorker = 100;
const first = 20_000 + Number(process.env.VITEST_POOL_ID ?? 0) * portsOfWorker;
// Another test run may be active.
let next = randomInt(portsOfWorker);

/**
 * Finds a port that nobody else listens on or takes before the caller does.
 *
 * @throws the reason when none of this worker's ports is free
 */
export async function freePort(): Promise<string> {
  for (let left = portsOfWorker - 1; ; left--) {
    const port = first + (next++ % portsOfWorker);
    const probe = createServer().listen(port);
    try {
      await once(probe, 'listening');
    } catch (reason) {
      if (left === 0) throw reason;
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return String(port);
  }
}
