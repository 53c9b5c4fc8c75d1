import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const isPlain = /^[\w.:-]{1,64}$/;

/** The id by which a proxy calls the request already, when it is short and plain; else a new one. */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && isPlain.test(given) ? given : randomUUID();
}

/** Tells the caller the id under which the logs speak of the request. */
export function tellRequestId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('X-Request-Id', request.id);
}
