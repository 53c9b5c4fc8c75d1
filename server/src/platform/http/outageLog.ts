import type { FastifyBaseLogger } from 'fastify';

/** Logs an outage once, and again only when its reason changes or it returns. */
export interface OutageLog {
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
