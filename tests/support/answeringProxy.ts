import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';

/** What a proxy says in the product's place. */
interface OwnAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A proxy in front of the product that can answer for it, like one whose product is being replaced. */
export interface AnsweringProxy {
  url: string;
  /** Answers requests, and refuses live connections, from now on; null passes them on again. Open ones end. */
  answer(own: OwnAnswer | null, isMeant?: (path: string) => boolean): void;
  /** Returns how often it answered for the product. */
  answered(): number;
  close(): Promise<void>;
}

/** @param target the product's address */
export async function startAnsweringProxy(target: string): Promise<AnsweringProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const live = new Set<Socket>();
  let ownFor: (path: string) => OwnAnswer | null = () => null;
  let count = 0;

  const server = createServer((asked: IncomingMessage, reply: ServerResponse) => {
    const { method, url = '/', headers } = asked;
    const own = ownFor(url);
    if (own !== null) {
      count += 1;
      asked.resume();
      reply.writeHead(own.status, { 'Content-Type': 'text/html', ...own.headers }).end(own.body);
      return;
    }
    const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    reply.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ url = '/', rawHeaders }: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => {});
    const own = ownFor(url);
    if (own !== null) {
      client.end(`HTTP/1.1 ${own.status} No\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${own.body}`);
      return;
    }
    const product = connect(Number(port), hostname);
    product.on('error', () => client.destroy());
    product.on('close', () => client.destroy());
    client.on('close', () => product.destroy());
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    product.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    product.write(head);
    product.pipe(client).pipe(product);
    live.add(client);
    client.on('close', () => live.delete(client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answer(own, isMeant = () => true) {
      ownFor = (path) => (own !== null && isMeant(path) ? own : null);
      if (own !== null && isMeant('/ws/detection/')) for (const socket of live) socket.destroy();
    },
    answered: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
