import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, faultOf, isTextNotStorable } from '../database/database';
import { Refusal } from './refusal';

const sentences: Record<number, string> = {
  400: 'The request could not be read.',
  413: 'This is too much at once.',
  415: 'Send JSON.',
};

const faults: Record<Fault, string> = {
  unreachable: 'The database cannot be reached at the moment. Please try again shortly.',
  full: "The server's disk is full, so nothing can be saved at the moment. Please try again later.",
  readOnly: 'The server may not write to its disk, so nothing can be saved at the moment. Please try again later.',
};
const retrySeconds = 5;

/** Turns whatever a handler or the framework throws into an answer in the contract's error shape. */
export function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
  if (isTextNotStorable(error))
    return reply.code(400).send({ detail: 'The text has a character that cannot be kept.' });
  const fault = faultOf(error);
  if (fault) {
    request.log.error(error, 'the database failed');
    return reply.code(503).header('Retry-After', retrySeconds).send({ detail: faults[fault] });
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error(error, 'a request failed');
    return reply.code(500).send({ detail: 'Something went wrong on our side. Please try again.' });
  }
  return reply.code(status).send({ detail: sentences[status] ?? 'The request was refused.' });
}
