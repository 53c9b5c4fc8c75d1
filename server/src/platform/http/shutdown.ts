import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets requests that are under way finish before the server closes, whichever of its addresses they came to; the framework refuses
 * new ones meanwhile.
 * @param patienceMilliseconds after which those that still dawdle are cut off
 */
export function finishRequests(app: FastifyInstance, patienceMilliseconds: number): void {
  const underWay = new Set<Socket>();
  let onLast = () => {};

  app.addHook('onRequest', async (request, reply) => {
    // A live connection is no request that ends; it is closed by its own rule.
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
      }, patienceMilliseconds);
      await last;
      clearTimeout(late);
    }
    // What is left has not even sent a whole head.
    app.server.closeAllConnections();
  });
}
