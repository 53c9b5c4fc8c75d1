import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Where the server is reached, and the other origins from which pages may call it. */
interface Site {
  publicUrl: string;
  allowedOrigins: string[];
}

/** Allows the other origins. */
export async function allowOrigins(app: FastifyInstance, { allowedOrigins }: Site): Promise<void> {
  if (allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: allowedOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
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

/** Computes the security headers of a page once, by Helmet: they are constant, and a 304 is little else. */
export function securityHeaders(site: Site, { directives, camera }: Allowed): OutgoingHttpHeaders {
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
    // A front end on another origin shows our pictures.
    crossOriginResourcePolicy: { policy: site.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: site.publicUrl.startsWith('https:'),
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
