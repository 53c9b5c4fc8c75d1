import { existsSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { builtFiles } from '../../platform/http/builtFiles';
import { securityHeaders } from '../../platform/http/security';
import type { Settings } from '../../settings';

/**
 * The front end's routes: section 2 of the specification, lessons and their reports, /admin, /how-detection-works and /inspect.
 * Each has a prerendered document.
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
  '/how-detection-works': 'howDetectionWorks.html',
  '/dashboard': 'dashboard.html',
  '/change-password': 'changePassword.html',
  '/admin': 'admin.html',
  '/admin/:part': 'admin.html',
  '/sections/:sectionId': 'section.html',
  '/sections/:sectionId/add-students': 'addStudents.html',
  '/sections/:sectionId/detection-logs': 'detectionLogs.html',
  '/sections/:sectionId/lessons': 'lessons.html',
  '/sections/:sectionId/lessons/:lessonId': 'lesson.html',
  '/sections/:sectionId/students/:studentId': 'studentRecord.html',
  '/inspect': 'index.html',
}).map(([route, document]) => ({
  // Like the front end's router: case-insensitive, with or without a trailing slash.
  pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  document,
}));
const isServersOwn = /^\/(account|section|detection|attendance|administration|ws|dev|health|ready|metrics)(\/|$)/;

const hashes = v.array(v.pipe(v.string(), v.regex(/^'sha256-[\w+/]+=*'$/)));
const inlineSchema = v.object({ scripts: hashes, styles: hashes });

/** Hashes of the inline scripts and styles that the documents may run and apply. */
export type Inline = v.InferOutput<typeof inlineSchema>;

/** Reads the hashes that the build wrote; without a build nothing inline is allowed. */
export function readInline(folder: string): Inline {
  const file = join(folder, 'policy.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  return v.parse(inlineSchema, JSON.parse(readFileSync(file, 'utf8')));
}

/** Returns the headers of every answer: only our own scripts run, everything loads from here, and no page frames us. */
export function frontEndHeaders(settings: Settings, inline: Inline): OutgoingHttpHeaders {
  const google = settings.google ? ['https://accounts.google.com/gsi/'] : [];
  return securityHeaders(settings, {
    directives: {
      scriptSrc: ["'self'", ...inline.scripts, ...google.map((base) => `${base}client`)],
      styleSrc: ["'self'", ...inline.styles, ...google.map((base) => `${base}style`)],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'https:'],
      connectSrc: ["'self'", settings.publicUrl.replace(/^http/, 'ws'), ...google],
      frameSrc: settings.google ? google : ["'none'"],
      manifestSrc: ["'self'"],
    },
    camera: '()',
  });
}

/** Serves the built front end: its files, and a document for each of its routes. */
export async function serveFrontEnd(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(folder);
  if (isBuilt) await app.register(fastifyStatic, { ...builtFiles(folder), index: home });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const mayHavePage = isBuilt && (request.method === 'GET' || request.method === 'HEAD');
    // Regardless of Accept: curl and link previews do not name HTML.
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (mayHavePage && route) return reply.sendFile(route.document);
    reply.code(404);
    const isNavigation = request.headers.accept?.includes('text/html');
    if (mayHavePage && isNavigation && !isServersOwn.test(path) && !path.startsWith('/assets/')) {
      // The page says that it does not exist. Without an ETag, as a 304 would lose the status.
      return reply.sendFile('index.html', { etag: false, lastModified: false });
    }
    return reply.send({ detail: 'Not found.' });
  });
}
