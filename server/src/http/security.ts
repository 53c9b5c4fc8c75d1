import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings';

/** What every answer tells the browser: run only our own scripts, load only from here, show us in no frame. */
export async function addSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const google = settings.google ? ['https://accounts.google.com/gsi/'] : [];
  const isSecure = settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...google.map((base) => `${base}client`)],
        styleSrc: ["'self'", ...google.map((base) => `${base}style`)],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'", settings.publicUrl.replace(/^http/, 'ws'), ...google],
        frameSrc: settings.google ? google : ["'none'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Google's popup answers through its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A front end on another origin shows the screenshots.
    crossOriginResourcePolicy: { policy: settings.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure,
    xFrameOptions: { action: 'deny' },
  });
  if (settings.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: settings.allowedOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type'],
      maxAge: 600,
    });
  }
}
