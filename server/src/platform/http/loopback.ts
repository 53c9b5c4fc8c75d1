import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { notFound } from './httpError';

/** Whether a caller's address is of this machine itself. A proxy here speaks for others, and is not taken for them. */
const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whether a server that listens on the host, a name or an address without brackets, is reached by this machine alone. */
export const isLoopbackHost = (host: string) => (isIP(host) === 0 ? isLoopbackName(host) : isLoopback(host));

/** Whether only this machine itself is reached by the name, as a URL writes it. */
export const isLoopbackName = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Keeps routes that trust callers because they are on this machine from everybody else. Where a connection comes from is not enough:
 * a page of another site can have its own name resolve to this machine (DNS rebinding), and its visitor's browser then connects from
 * here. It asks under that name, so `Host` must be one of this machine's or of `PUBLIC_URL`. Only that header counts: the page
 * could set `X-Forwarded-Host`.
 *
 * @param isKept by the pattern of a route
 */
export function keepToThisMachine(app: FastifyInstance, publicUrl: string, isKept: (route: string) => boolean): void {
  const publicName = new URL(publicUrl).hostname;
  const isOwnName = (host = '') => {
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
    return isLoopbackName(name) || name === publicName;
  };
  app.addHook('onRequest', async ({ routeOptions: { url }, ip, headers }) => {
    if (url !== undefined && isKept(url) && !(isLoopback(ip) && isOwnName(headers.host))) throw notFound('Page');
  });
}
