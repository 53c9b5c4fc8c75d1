import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A JSON body that a browser may keep and asks about each time, or only its version when the browser has it. */
export class Versioned {
  constructor(
    readonly etag: string,
    readonly json?: string,
  ) {}

  send(reply: FastifyReply): FastifyReply {
    const vary = reply.getHeader('Vary');
    reply.headers({
      ETag: this.etag,
      'Cache-Control': 'private, no-cache',
      Vary: vary === undefined ? 'Authorization' : `${vary}, Authorization`,
    });
    if (this.json === undefined) return reply.code(304).send();
    return reply.code(200).type('application/json; charset=utf-8').send(this.json);
  }
}

/**
 * Answers a list, without reading it when the caller has the version that is known to be the present one. The version is a hash:
 * it is the same on every instance, and of two teachers' lists only if they are alike.
 * @param versions what is known of the list's versions, taken before anything else is asked of the database
 * @param key tells apart who reads which part
 */
export async function versioned(
  versions: Map<string, string>,
  key: string,
  ifNoneMatch: string | undefined,
  read: () => Promise<string>,
): Promise<Versioned> {
  // A proxy may have made it weak, or a client may name several: its quotation marks set it apart.
  const isKnown = (etag: string | undefined): etag is string =>
    etag !== undefined && ifNoneMatch?.includes(etag) === true;
  const present = versions.get(key);
  if (isKnown(present)) return new Versioned(present);
  const json = await read();
  const etag = `"${createHash('sha1').update(json).digest('base64url')}"`;
  versions.set(key, etag);
  return isKnown(etag) ? new Versioned(etag) : new Versioned(etag, json);
}
