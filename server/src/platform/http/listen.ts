import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../operatorError';

interface Place {
  host: string;
  port: number;
}

/**
 * Listens for a moment, so that a taken port is found before anything is created.
 *
 * @throws OperatorError that names what to change
 */
export async function tryPort({ host, port }: Place): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw listenFailureOf(error, host, port);
  }
  server.close();
  await once(server, 'close');
}

/** @returns the URL under which this process reaches the server */
export async function listen(app: FastifyInstance, { host, port }: Place): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw listenFailureOf(error, host, port);
  }
}

function listenFailureOf(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failures(host, port)[code] ?? error;
}

const failures = (host: string, port: number): Record<string, OperatorError> => ({
  EADDRINUSE: new OperatorError(`Port ${port} is already in use. Set PORT to another one.`),
  EACCES: new OperatorError(`Port ${port} may not be used by this user. Set PORT to another one.`),
  EADDRNOTAVAIL: new OperatorError(`HOST must be an address of this machine, and ${host} is not.`),
  ENOTFOUND: new OperatorError(`HOST must be an address of this machine, and ${host} is not.`),
});
