import type { FastifyBaseLogger } from 'fastify';

/** Logs trouble once, however often it is met, and again only when it has changed or come back. */
export interface OutageLog {
  /** @param error what it was met by, if that says more */
  failed(trouble: string, error?: unknown): void;
  recovered(): void;
}

export function createOutageLog(log: Pick<FastifyBaseLogger, 'warn'>): OutageLog {
  let logged: string | undefined;
  return {
    failed(trouble, error) {
      if (trouble === logged) return;
      logged = trouble;
      if (error === undefined) log.warn(trouble);
      else log.warn(error, trouble);
    },
    recovered() {
      logged = undefined;
    },
  };
}
