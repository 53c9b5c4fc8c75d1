import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

/** One JSON line per event on standard output, without tokens and what people entered; requests show at level `info`. */
export const loggerOptions = (level: string) => ({
  level,
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: withoutSecrets(request.url),
      address: request.ip,
    }),
    err: describeError,
  },
});

/** A failed query's own message would carry its parameters. Whoever logs an error says what failed, so that it is not repeated. */
function describeError(error: Error) {
  const isQuery = error instanceof DrizzleQueryError;
  const { name, message, stack = '' } = isQuery ? (error.cause ?? new Error('unknown')) : error;
  return { type: name, message, stack, ...(isQuery && { query: error.query }) };
}

/** Queries carry tokens, signatures, e-mails and what is searched for; a reset link carries its token in the path. */
const withoutSecrets = (url: string) => url.replace(/\?.*/s, '?…').replace(/(\/reset-password\/).+/s, '$1…');
