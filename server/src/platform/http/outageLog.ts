import type { FastifyBaseLogger } from 'fastify';

/** Creates a log of an outage: it is logged once, and again only when its reason changes or it returns. */
export function createOutageLog(log: Pick<FastifyBaseLogger, 'warn'>) {
  let logged: string | undefined;
  return {
    failed(trouble: string, error?: unknown): void {
      if (trouble === logged) return;
      logged = trouble;
      if (error === undefined) log.warn(trouble);
      else log.warn(error, trouble);
    },
    recovered(): void {
      logged = undefined;
    },
  };
}
