import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { CachedGroup } from '../cache/groupCache';

/** A JSON body and the hash of it as its ETag, which is the same on every instance. */
export interface VersionedBody {
  etag: string;
  json: Buffer;
}

/** A JSON body that browsers may cache and must revalidate; a 304 when they have it. */
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

/** A list that was read. */
export interface ReadList {
  list: unknown;
  /** It stays true until an event drops it from the cache. */
  isKept: boolean;
}

/**
 * Answers a list from the cache, or reads it.
 *
 * @param bodies the list's cached bodies, taken before any query
 * @param asked the reader and part of the list as `key`, and the request's header
 */
export async function versioned(
  bodies: CachedGroup<VersionedBody>,
  { key, ifNoneMatch }: { key: string; ifNoneMatch: string | undefined },
  read: () => Promise<ReadList>,
): Promise<Versioned> {
  let body = bodies.get(key);
  if (!body) {
    const { list, isKept } = await read();
    const json = Buffer.from(JSON.stringify(list));
    body = { etag: `"${createHash('sha1').update(json).digest('base64url')}"`, json };
    if (isKept) bodies.set(key, body);
  }
  // A proxy may have weakened the ETag, and clients may send several: the quotes delimit it.
  return new Versioned(body, ifNoneMatch?.includes(body.etag) === true);
}
