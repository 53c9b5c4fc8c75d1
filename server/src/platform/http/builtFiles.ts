import { join, sep } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';

/** Returns how to serve a folder of built files: those with a hashed name never change, and browsers revalidate everything else. */
export function builtFiles(folder: string): FastifyStaticOptions {
  const hashed = join(folder, 'assets') + sep;
  return {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('Cache-Control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
}
