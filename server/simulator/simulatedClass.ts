import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createAgent } from './agent';
import { attend } from './attendance';

const eventsPerMinute = 9;
const retryMilliseconds = 5000;

/** Starts a made-up class that attends every active session as an ordinary client of the server. */
export function startSimulatedClass(url: string, agentKey: string, log: FastifyBaseLogger): { close(): Promise<void> } {
  const closing = new AbortController();
  const agent = createAgent(url, agentKey, closing.signal);
  const running = (async () => {
    while (!closing.signal.aborted) {
      try {
        for await (const round of attend(agent, { perMinute: eventsPerMinute }, closing.signal)) log.debug(round);
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn(error, 'the simulated class could not attend');
        await pause(retryMilliseconds, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  })();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
