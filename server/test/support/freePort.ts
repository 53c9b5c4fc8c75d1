import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Of each test worker. Systems give a client, or whoever asks for any port, one above 32,767: these are below. */
const portsOfWorker = 100;
const first = 20_000 + Number(process.env.VITEST_POOL_ID ?? 0) * portsOfWorker;
// Another run of the tests may be beside this one.
let next = randomInt(portsOfWorker);

/**
 * A port that nobody listens on, nor takes before the caller does.
 *
 * @throws the reason when none of this worker's is free
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
