import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The front end's own: the routes of the specification's section 2, the reports of lessons, and /inspect. */
const routes = [
  '/login',
  '/register',
  '/verify-otp',
  '/verify-email',
  '/forgot-password',
  '/reset-password/:token',
  '/dashboard',
  '/change-password',
  '/sections/:sectionId',
  '/sections/:sectionId/add-students',
  '/sections/:sectionId/detection-logs',
  '/sections/:sectionId/lessons/:lessonId',
  '/inspect',
];
/** As the front end's router reads them: in either case, with or without a slash at the end. */
const isRoute = new RegExp(`^(${routes.map((route) => route.replace(/:\w+/g, '[^/]+')).join('|')})/?$`, 'i');
const isServersOwn = /^\/(account|section|detection|ws|dev|health|ready|metrics)(\/|$)/;
const isHashed = /[\\/]assets[\\/]/;

/** Serves the built front end from a folder: its files, and its page for every route that only the front end knows. */
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
    const mayHavePage = isBuilt && (request.method === 'GET' || request.method === 'HEAD');
    // Whoever asks: curl and previews of links take anything, and do not name HTML.
    if (mayHavePage && isRoute.test(path)) return reply.sendFile('index.html');
    reply.code(404);
    const isNavigation = request.headers.accept?.includes('text/html');
    if (mayHavePage && isNavigation && !isServersOwn.test(path) && !path.startsWith('/assets/')) {
      // The page says that there is none. Without a version: asked for again, it must not be "not modified".
      return reply.sendFile('index.html', { etag: false, lastModified: false });
    }
    return reply.send({ detail: 'Not found.' });
  });
}
