import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseFault, faultOf, isUnstorableText } from '../database/database';
import { HttpError } from './httpError';
import { unstorableText } from './storableText';

const sentences: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long.',
  413: 'This is too much at once.',
  415: 'Send JSON.',
  431: 'This is too much at once.',
};

const faults: Record<DatabaseFault, string> = {
  unreachable: 'The database cannot be reached at the moment. Please try again shortly.',
  busy: 'The database is too busy at the moment. Please try again shortly.',
  full: "The server's disk is full, so nothing can be saved at the moment. Please try again later.",
  readOnly: 'The server may not write to its disk, so nothing can be saved at the moment. Please try again later.',
};
const retrySeconds = 5;

/** Answers an error of a handler or the framework in the contract's error shape. */
export function answerError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof HttpError) return reply.code(error.status).headers(error.headers).send(error.body);
  if (isUnstorableText(error)) return answerError(unstorableText(), request, reply);
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

const connectionStatuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers an unreadable request in the contract's error shape and closes the connection. */
export function answerConnectionError(error: ConnectionError, socket: Socket, headers: OutgoingHttpHeaders): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = connectionStatuses[error.code] ?? 400;
    const body = JSON.stringify({ detail: sentences[status] });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
