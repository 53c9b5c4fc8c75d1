import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isTextNotStorable } from '../database/database';
import { Refusal } from './refusal';

const sentences: Record<number, string> = {
  400: 'The request could not be read.',
  413: 'This is too much at once.',
  415: 'Send JSON.',
};

/** Turns whatever a handler or the framework throws into an answer in the contract's error shape. */
export function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
  if (isTextNotStorable(error))
    return reply.code(400).send({ detail: 'The text has a character that cannot be kept.' });
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error(error, 'a request failed');
    return reply.code(500).send({ detail: 'Something went wrong on our side. Please try again.' });
  }
  return reply.code(status).send({ detail: sentences[status] ?? 'The request was refused.' });
}
