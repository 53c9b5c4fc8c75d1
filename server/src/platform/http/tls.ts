import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { FastifyServerOptions } from 'fastify';
import { OperatorError } from '../operatorError';

interface Files {
  certFile: string;
  keyFile: string;
}

/**
 * Returns what makes Fastify speak HTTPS with a certificate; nothing without one.
 *
 * @throws OperatorError when the files are not a certificate and its key
 */
export function secureServer({ tls }: { tls: Files | undefined }): Pick<FastifyServerOptions, 'serverFactory'> {
  if (tls === undefined) return {};
  const identity = readIdentity(tls);
  return {
    serverFactory: (handler, { requestTimeout, connectionTimeout, keepAliveTimeout }) => {
      const server = createServer(identity, handler);
      // Fastify sets these only on servers of its own.
      server.requestTimeout = Number(requestTimeout);
      server.keepAliveTimeout = Number(keepAliveTimeout);
      return server.setTimeout(Number(connectionTimeout));
    },
  };
}

function readIdentity({ certFile, keyFile }: Files) {
  try {
    const identity = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(identity);
    return identity;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`TLS_CERT and TLS_KEY must name the PEM files of a certificate and its key (${reason}).`);
  }
}
