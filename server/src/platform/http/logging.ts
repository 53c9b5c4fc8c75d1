import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

/** Options for one JSON line per event on standard output, without tokens and personal input; requests are logged at `info`. */
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

/** Describes an error. The message of a failed query would leak its parameters, so its cause's is logged instead. */
function describeError(error: Error) {
  const isQuery = error instanceof DrizzleQueryError;
  const { name, message, stack = '' } = isQuery ? (error.cause ?? new Error('unknown')) : error;
  return { type: name, message, stack, ...(isQuery && { query: error.query }) };
}

/** Redacts query strings, which carry tokens, signatures, emails and searches, and the token in the path of a reset link. */
const withoutSecrets = (url: string) => url.replace(/\?.*/s, '?…').replace(/(\/reset-password\/).+/s, '$1…');

const isPlain = /^[\w.:-]{1,64}$/;

/** Returns the proxy's id of a request when it is short and plain, otherwise a new one. */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && isPlain.test(given) ? given : randomUUID();
}
