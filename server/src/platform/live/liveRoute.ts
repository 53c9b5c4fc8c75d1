import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { LiveChannel } from '../../domain/detection/liveChannel';
import type { Settings } from '../config/settings';
import { HttpError, notFound } from '../http/httpError';

const path = '/ws/detection/';
const largestMessageBytes = 1024;
const closeTimeoutMilliseconds = 1000;
/** Close code that makes clients reconnect later. */
const shuttingDown = 1001;

/** Serves `/ws/detection/?token=…`. */
export async function serveLiveChannel(app: FastifyInstance, live: LiveChannel, settings: Settings): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: largestMessageBytes },
    errorHandler: (error, socket, request) => {
      request.log.debug(error, 'a live connection failed');
      socket.terminate();
    },
    preClose: (done) => {
      live.close();
      const { clients } = app.websocketServer;
      for (const client of clients) client.close(shuttingDown);
      // A sleeping laptop never answers the close.
      setTimeout(() => {
        for (const client of clients) client.terminate();
      }, closeTimeoutMilliseconds).unref();
      done();
    },
  });
  const allowed = new Set([settings.publicUrl, ...settings.allowedOrigins]);

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
        if (origin === undefined || allowed.has(origin) || hostOf(origin) === host) return;
        throw new HttpError(403, { detail: 'This page may not listen here.' });
      },
    },
    (socket, request) => live.accept(socket, String(request.query.token ?? ''), request.log),
  );
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
