import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** The answer has long arrived by then: embedded, the database works on the thread that answers. */
const answerMilliseconds = 25;

/** Work that begins after the answer, as it must not show by its time whether an e-mail is known. */
export interface Background {
  /** @param log of the request that the work is for */
  run(task: () => Promise<void>, log: FastifyBaseLogger): void;
  /** Resolves when nothing is under way any more. */
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
