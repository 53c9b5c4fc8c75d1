import { existsSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { builtFiles } from '../../platform/http/builtFiles';
import { securityHeaders } from '../../platform/http/security';
import type { Settings } from '../../settings';

/**
 * Returns the headers of the students' page and its worker: WebAssembly for the detector, and the camera, which no other
 * page may use.
 */
function headersOf(settings: Settings): OutgoingHttpHeaders {
  return securityHeaders(settings, {
    directives: {
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'"],
      connectSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:'],
    },
    camera: '(self)',
  });
}

/** Serves the built page of the students at /attend, with headers of its own; nothing without a build. */
export async function serveStudentPage(app: FastifyInstance, settings: Settings, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const headers = headersOf(settings);
  await app.register(
    async (page) => {
      page.addHook('onRequest', async (_, reply) => {
        reply.headers(headers);
      });
      await page.register(fastifyStatic, builtFiles(folder));
      page.get('', (_, reply) => reply.sendFile('index.html'));
      page.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not found.' }));
    },
    { prefix: '/attend' },
  );
}
