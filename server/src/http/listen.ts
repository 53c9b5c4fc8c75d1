import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings';
import { StartFailure } from '../startFailure';

/** @returns the address on which the server answers itself */
export async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw failures(host, port)[code] ?? error;
  }
}

const failures = (host: string, port: number): Record<string, StartFailure> => ({
  EADDRINUSE: new StartFailure(`Port ${port} is already in use. Set PORT to another one.`),
  EACCES: new StartFailure(`Port ${port} may not be used by this user. Set PORT to another one.`),
  EADDRNOTAVAIL: new StartFailure(`HOST must be an address of this machine, and ${host} is not.`),
  ENOTFOUND: new StartFailure(`HOST must be an address of this machine, and ${host} is not.`),
});
