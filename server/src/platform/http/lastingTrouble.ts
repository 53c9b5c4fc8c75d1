import type { FastifyBaseLogger } from 'fastify';

/** Logs trouble once, however often it is met, and again only when it has changed or come back. */
export interface LastingTrouble {
  /** @param error what it was met by, if that says more */
  met(trouble: string, error?: unknown): void;
  over(): void;
}

export function createLastingTrouble(log: Pick<FastifyBaseLogger, 'warn'>): LastingTrouble {
  let said: string | undefined;
  return {
    met(trouble, error) {
      if (trouble === said) return;
      said = trouble;
      if (error === undefined) log.warn(trouble);
      else log.warn(error, trouble);
    },
    over() {
      said = undefined;
    },
  };
}
