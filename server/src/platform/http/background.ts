import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Long enough for the answer to be sent first: the embedded database runs on the same thread. */
const answerMilliseconds = 25;

export type Background = ReturnType<typeof createBackground>;

/** Creates what runs work after the answer, so that response times do not reveal whether an email is known. */
export function createBackground() {
  const running = new Set<Promise<void>>();
  return {
    /** @param log the request's */
    run(task: () => Promise<void>, log: FastifyBaseLogger): void {
      const work = pause(answerMilliseconds)
        .then(task)
        .catch((error: unknown) => log.error(error, 'background work failed'))
        .finally(() => running.delete(work));
      running.add(work);
    },
    /** Resolves when no work is left. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
