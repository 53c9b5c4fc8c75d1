import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

/**
 * The front end's own: the routes of the specification's section 2, the reports of lessons, and /inspect. Each has a
 * document, which holds what its page shows before any script has run.
 */
const home = 'login.html';
const routes = Object.entries({
  '': home,
  '/login': home,
  '/register': 'register.html',
  '/verify-otp': 'verifyOtp.html',
  '/verify-email': 'verifyOtp.html',
  '/forgot-password': 'forgotPassword.html',
  '/reset-password/:token': 'resetPassword.html',
  '/dashboard': 'dashboard.html',
  '/change-password': 'changePassword.html',
  '/sections/:sectionId': 'section.html',
  '/sections/:sectionId/add-students': 'addStudents.html',
  '/sections/:sectionId/detection-logs': 'detectionLogs.html',
  '/sections/:sectionId/lessons/:lessonId': 'lesson.html',
  '/inspect': 'index.html',
}).map(([route, document]) => ({
  // As the front end's router reads them: in either case, with or without a slash at the end.
  pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  document,
}));
const isServersOwn = /^\/(account|section|detection|ws|dev|health|ready|metrics)(\/|$)/;

const hashes = v.array(v.pipe(v.string(), v.regex(/^'sha256-[\w+/]+=*'$/)));
const inlineSchema = v.object({ scripts: hashes, styles: hashes });

/** By their hashes: what stands inline in the front end's documents, and may be run and applied. */
export type Inline = v.InferOutput<typeof inlineSchema>;

/** What the build of the front end says of that; nothing may stand inline in a front end that is not built. */
export function readInline(folder: string): Inline {
  const file = join(folder, 'policy.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  return v.parse(inlineSchema, JSON.parse(readFileSync(file, 'utf8')));
}

/** Serves the built front end from a folder: its files, and its page for every route that only the front end knows. */
export async function serveFrontEnd(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(folder);
  const hashed = join(folder, 'assets') + sep;
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: home,
      setHeaders: (reply, path) => {
        // A hashed name means the same for ever; everything else is asked for anew.
        reply.setHeader('Cache-Control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const mayHavePage = isBuilt && (request.method === 'GET' || request.method === 'HEAD');
    // Whoever asks: curl and previews of links take anything, and do not name HTML.
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (mayHavePage && route) return reply.sendFile(route.document);
    reply.code(404);
    const isNavigation = request.headers.accept?.includes('text/html');
    if (mayHavePage && isNavigation && !isServersOwn.test(path) && !path.startsWith('/assets/')) {
      // The page says that there is none. Without a version: asked for again, it must not be "not modified".
      return reply.sendFile('index.html', { etag: false, lastModified: false });
    }
    return reply.send({ detail: 'Not found.' });
  });
}
