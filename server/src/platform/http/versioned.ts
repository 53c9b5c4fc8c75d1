import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { CachedGroup } from '../cache/groupCache';

/** A JSON body and its version, a hash: the same on every instance, and of two teachers' lists only if they are alike. */
export interface VersionedBody {
  etag: string;
  json: Buffer;
}

/** A JSON body that a browser may keep and asks about each time, or only its version when the browser has it. */
export class Versioned {
  constructor(
    readonly body: VersionedBody,
    readonly isKnown: boolean,
  ) {}

  send(reply: FastifyReply): FastifyReply {
    const vary = reply.getHeader('Vary');
    reply.headers({
      ETag: this.body.etag,
      'Cache-Control': 'private, no-cache',
      Vary: vary === undefined ? 'Authorization' : `${vary}, Authorization`,
    });
    if (this.isKnown) return reply.code(304).send();
    return reply.code(200).type('application/json; charset=utf-8').send(this.body.json);
  }
}

/**
 * Answers a list, without reading it while what was read before is still the present version.
 * @param bodies what is known of the list, taken before anything else is asked of the database
 * @param key tells apart who reads which part
 */
export async function versioned(
  bodies: CachedGroup<VersionedBody>,
  key: string,
  ifNoneMatch: string | undefined,
  read: () => Promise<string>,
): Promise<Versioned> {
  let body = bodies.get(key);
  if (!body) {
    const json = Buffer.from(await read());
    body = { etag: `"${createHash('sha1').update(json).digest('base64url')}"`, json };
    bodies.set(key, body);
  }
  // A proxy may have made it weak, or a client may name several: its quotation marks set it apart.
  return new Versioned(body, ifNoneMatch?.includes(body.etag) === true);
}
