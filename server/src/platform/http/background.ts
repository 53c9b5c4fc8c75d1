import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Long enough for the answer to be sent first: the embedded database runs on the same thread. */
const answerMilliseconds = 25;

/** Work that starts after the answer, so that response times do not reveal whether an email is known. */
export interface Background {
  /** @param log the request's */
  run(task: () => Promise<void>, log: FastifyBaseLogger): void;
  /** Resolves when no work is left. */
  settled(): Promise<void>;
}

export function createBackground(): Background {
  const running = new Set<Promise<void>>();
  return {
    run(task, log) {
      const work = pause(answerMilliseconds)
        .then(task)
        .catch((error: unknown) => log.error(error, 'background work failed'))
        .finally(() => running.delete(work));
      running.add(work);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
