import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { notFound } from './httpError';

/** Returns whether a caller's address is on this machine. */
const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Returns whether a server that listens on the host (a name, or an address without brackets) is reachable from this machine only. */
export const isLoopbackHost = (host: string) => (isIP(host) === 0 ? isLoopbackName(host) : isLoopback(host));

/** Returns whether a URL's host name resolves to this machine. */
export const isLoopbackName = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Hides routes from callers elsewhere. The address of the connection is not enough: another site's name can resolve to this machine
 * (DNS rebinding), and its visitor's browser then connects from here, under that name. So `Host` must be a loopback name or that of
 * `PUBLIC_URL`. `X-Forwarded-Host` is ignored, as the page could set it.
 *
 * @param isLocalOnly takes the pattern of a route
 */
export function keepToThisMachine(
  app: FastifyInstance,
  publicUrl: string,
  isLocalOnly: (route: string) => boolean,
): void {
  const publicName = new URL(publicUrl).hostname;
  const isOwnName = (host = '') => {
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
    return isLoopbackName(name) || name === publicName;
  };
  app.addHook('onRequest', async ({ routeOptions: { url }, ip, headers }) => {
    if (url !== undefined && isLocalOnly(url) && !(isLoopback(ip) && isOwnName(headers.host))) throw notFound('Page');
  });
}
