import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { FastifyServerOptions } from 'fastify';
import { OperatorError } from '../config/operatorError';
import type { Settings } from '../config/settings';

/**
 * Returns what makes Fastify speak HTTPS with the certificate of the settings; nothing without one.
 *
 * @throws OperatorError when the files are not a certificate and its key
 */
export function secureServer({ tls }: Settings): Pick<FastifyServerOptions, 'serverFactory'> {
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

function readIdentity({ certFile, keyFile }: NonNullable<Settings['tls']>) {
  try {
    const identity = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(identity);
    return identity;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`TLS_CERT and TLS_KEY must name the PEM files of a certificate and its key (${reason}).`);
  }
}
