import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createAgent } from './agent';
import { attend } from './attendance';

const eventsPerMinute = 9;
const retryMilliseconds = 5000;

/** Lets a made-up class attend every active session of the server at the address, as an ordinary client of it. */
export function startSimulatedClass(url: string, agentKey: string, log: FastifyBaseLogger): { close(): Promise<void> } {
  const closing = new AbortController();
  const agent = createAgent(url, agentKey, closing.signal);
  const run = async () => {
    while (!closing.signal.aborted) {
      try {
        for await (const round of attend(agent, { perMinute: eventsPerMinute }, closing.signal)) log.debug(round);
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn(error, 'the simulated class could not attend');
        await pause(retryMilliseconds, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };
  const running = run();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
