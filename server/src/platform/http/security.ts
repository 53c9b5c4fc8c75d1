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
  const isSecure = settings.publicUrl.startsWith('https:');
  return headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.scripts, ...google.map((base) => `${base}client`)],
        styleSrc: ["'self'", ...inline.styles, ...google.map((base) => `${base}style`)],
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
    // Google's popup answers through window.opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // A front end on another origin shows the screenshots.
    crossOriginResourcePolicy: { policy: settings.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure,
    xFrameOptions: { action: 'deny' },
    // For obsolete browsers and plug-ins.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
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

/** Computes Helmet's headers once: they are constant, and a 304 is little else. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => {});
  return { ...response.getHeaders() };
}
