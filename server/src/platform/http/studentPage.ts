import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../config/settings';
import { createAgentHeaders } from './security';

/** Serves the built page of the students at /attend, with headers of its own; nothing without a build. */
export async function serveStudentPage(app: FastifyInstance, settings: Settings, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const headers = createAgentHeaders(settings);
  const hashed = join(folder, 'assets') + sep;
  await app.register(
    async (page) => {
      page.addHook('onRequest', async (_, reply) => {
        reply.headers(headers);
      });
      await page.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          reply.setHeader(
            'Cache-Control',
            path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      });
      page.get('', (_, reply) => reply.sendFile('index.html'));
      page.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'Not found.' }));
    },
    { prefix: '/attend' },
  );
}
