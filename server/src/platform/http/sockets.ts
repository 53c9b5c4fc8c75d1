import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { HttpError, notFound } from './httpError';

const largestMessageBytes = 1024;
const closeTimeoutMilliseconds = 1000;
/** Close code that makes clients reconnect later. */
const shuttingDown = 1001;

/** What becomes of the sockets on one path. */
interface Sockets {
  path: string;
  /** The origins of the pages that may open one. */
  origins: readonly string[];
  /** @param token of the address @param log the request's */
  accept(socket: WebSocket, token: string, log: FastifyBaseLogger): void;
  /** Called before the sockets are closed. */
  close(): void;
}

/** Serves WebSockets at `path?token=…`. */
export async function serveSockets(app: FastifyInstance, { path, origins, accept, close }: Sockets): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: largestMessageBytes },
    errorHandler: (error, socket, request) => {
      request.log.debug(error, 'a live connection failed');
      socket.terminate();
    },
    preClose: (done) => {
      close();
      const { clients } = app.websocketServer;
      for (const client of clients) client.close(shuttingDown);
      // A sleeping laptop never answers the close.
      setTimeout(() => {
        for (const client of clients) client.terminate();
      }, closeTimeoutMilliseconds).unref();
      done();
    },
  });

  // The plugin alone would accept sockets on any path, then close them.
  app.addHook('onRequest', async ({ ws, routeOptions }) => {
    if (ws && routeOptions.url !== path) throw notFound('Page');
  });
  app.get<{ Querystring: { token?: unknown } }>(
    path,
    {
      websocket: true,
      // Browsers send the page's origin truthfully: refuse other sites.
      onRequest: async ({ headers: { origin }, host }) => {
        if (origin === undefined || origins.includes(origin) || hostOf(origin) === host) return;
        throw new HttpError(403, { detail: 'This page may not listen here.' });
      },
    },
    (socket, request) => accept(socket, String(request.query.token ?? ''), request.log),
  );
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
