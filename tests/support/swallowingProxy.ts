import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can silently drop the traffic of live connections, like a failing middlebox: no bytes and no close. */
export interface SwallowingProxy {
  url: string;
  /** Returns the number of live connections so far. */
  connections(): number;
  /** Drops the traffic of existing connections. New ones work. */
  swallow(): void;
  close(): Promise<void>;
}

/** @param target the product's address */
export async function startSwallowingProxy(target: string): Promise<SwallowingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const live: [Socket, Socket][] = [];
  const server = createServer((client) => {
    const product = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, product],
      [product, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (sent) => {
      if (sent.toString('latin1').startsWith('GET /ws/detection/')) live.push([client, product]);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => live.length,
    swallow() {
      for (const [client, product] of live) {
        for (const socket of [client, product]) socket.unpipe().removeAllListeners('close').resume();
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
