import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const isServersOwn = /^\/(account|section|detection|ws|dev|health|ready|metrics)(\/|$)/;
const isHashed = /[\\/]assets[\\/]/;

/** Serves the built front end from a folder, and its page for every route that only the front end knows. */
export async function serveFrontEnd(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(folder);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // A hashed name means the same for ever; everything else is asked for anew.
        reply.setHeader('Cache-Control', isHashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (isBuilt && wantsPage && !isServersOwn.test(path) && !path.startsWith('/assets/'))
      return reply.sendFile('index.html');
    return reply.code(404).send({ detail: 'Not found.' });
  });
}
