import type { FastifyRequest } from 'fastify';

/** One JSON line per event on standard output; requests show at level `info`, and never with a token. */
export const loggerOptions = (level: string) => ({
  level,
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: withoutSecrets(request.url),
      address: request.ip,
    }),
  },
});

const withoutSecrets = (url: string) => url.replace(/([?&](?:token|signature)=)[^&]*/gi, '$1…');
