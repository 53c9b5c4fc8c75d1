import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Settings } from '../config/settings';
import type { Inline } from './frontEnd';

/** Returns the headers of every answer: only our own scripts run, everything loads from here, and no page frames us. */
export function createSecurityHeaders(settings: Settings, inline: Inline): OutgoingHttpHeaders {
  const google = settings.google ? ['https://accounts.google.com/gsi/'] : [];
  return headersOf(settings, {
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

/**
 * Returns the headers of the students' page and its worker: WebAssembly for the detector, and the camera, which no other
 * page may use.
 */
export function createAgentHeaders(settings: Settings): OutgoingHttpHeaders {
  return headersOf(settings, {
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

/** Allows the settings' other origins. */
export async function allowOrigins(app: FastifyInstance, settings: Settings): Promise<void> {
  if (settings.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: settings.allowedOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type'],
      exposedHeaders: ['X-Total-Count', 'X-Directory', 'Date', 'Retry-After'],
      maxAge: 600,
    });
  }
}

interface Allowed {
  directives: Record<string, string[]>;
  camera: '()' | '(self)';
}

/** Computes Helmet's headers once: they are constant, and a 304 is little else. */
function headersOf(settings: Settings, { directives, camera }: Allowed): OutgoingHttpHeaders {
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        ...directives,
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // Google's popup answers through window.opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A front end on another origin shows the screenshots.
    crossOriginResourcePolicy: { policy: settings.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    // For obsolete browsers and plug-ins.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => {});
  return { ...response.getHeaders(), 'permissions-policy': `camera=${camera}` };
}
