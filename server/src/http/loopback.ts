import { isIP } from 'node:net';

/** Whether a caller's address is of this machine itself. A proxy here speaks for others, and is not taken for them. */
export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whether a server that listens on the host, a name or an address without brackets, is reached by this machine alone. */
export const isLoopbackHost = (host: string) => (isIP(host) === 0 ? isLoopbackName(host) : isLoopback(host));

/** Whether only this machine itself is reached by the name, as a URL writes it. */
export const isLoopbackName = (hostname: string) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
