import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError, notFound } from './httpError';

const largestMessageBytes = 1024;
const closeTimeoutMilliseconds = 1000;
/** Close code that makes clients reconnect later. */
const shuttingDown = 1001;

/** @param token of the address @param log the request's */
type Accept = (socket: WebSocket, token: string, log: FastifyBaseLogger) => void;

interface Sockets {
  /** What becomes of the sockets on each path. */
  paths: Readonly<Record<string, Accept>>;
  /** The origins of the pages that may open one. */
  origins: readonly string[];
  /** Called before the sockets are closed. */
  close(): void;
}

/** Serves WebSockets at `path?token=…`. */
export async function serveSockets(app: FastifyInstance, { paths, origins, close }: Sockets): Promise<void> {
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
    if (ws && !Object.hasOwn(paths, routeOptions.url ?? '')) throw notFound('Page');
  });
  // Browsers send the page's origin truthfully: refuse other sites.
  const onRequest = async ({ headers: { origin }, host }: FastifyRequest) => {
    if (origin === undefined || origins.includes(origin) || hostOf(origin) === host) return;
    throw new HttpError(403, { detail: 'This page may not listen here.' });
  };
  for (const [path, accept] of Object.entries(paths)) {
    app.get<{ Querystring: { token?: unknown } }>(path, { websocket: true, onRequest }, (socket, request) =>
      accept(socket, String(request.query.token ?? ''), request.log),
    );
  }
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
