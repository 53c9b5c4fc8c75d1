import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets requests in flight finish before the server closes, on all its addresses; Fastify refuses new ones meanwhile.
 *
 * @param graceMilliseconds time after which their connections are destroyed
 */
export function finishRequests(app: FastifyInstance, graceMilliseconds: number): void {
  const underWay = new Set<Socket>();
  let onLast = () => {};

  app.addHook('onRequest', async (request, reply) => {
    // A live connection is closed with 1001 by the live channel.
    if (request.ws) return;
    const { socket } = request.raw;
    underWay.add(socket);
    reply.raw.once('close', () => {
      underWay.delete(socket);
      if (underWay.size === 0) onLast();
    });
  });
  app.addHook('preClose', async () => {
    if (underWay.size > 0) {
      const last = new Promise<void>((resolve) => {
        onLast = resolve;
      });
      const late = setTimeout(() => {
        for (const socket of underWay) socket.destroy();
      }, graceMilliseconds);
      await last;
      clearTimeout(late);
    }
    // The rest has not even sent a complete head.
    app.server.closeAllConnections();
  });
}
