import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../database/database';

/** What instances tell each other through the database, so that each can tell the sockets it holds and forget what it knew. */
const LiveEvent = v.variant('kind', [
  v.object({
    kind: v.literal('session'),
    teacherId: v.number(),
    sectionId: v.number(),
    isActive: v.boolean(),
    /** Of an active one. While instances are being updated, an older one does not say it. */
    startedAt: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('agentsHeard'),
    teacherId: v.number(),
    sectionId: v.number(),
    startedAt: v.string(),
    agentsSeenAt: v.nullable(v.string()),
    /** While instances are being updated, an older one does not say it. */
    state: v.optional(v.nullable(v.picklist(['awaited', 'watching', 'silent', 'refused']))),
    refusal: v.optional(v.nullable(v.picklist(['clock', 'other']))),
  }),
  v.object({ kind: v.literal('agentRevoked'), keyHash: v.string() }),
  v.object({ kind: v.literal('signedOut'), signInId: v.string() }),
  v.object({ kind: v.literal('sectionsChanged'), teacherId: v.number() }),
  v.object({
    kind: v.literal('logsChanged'),
    sectionIds: v.array(v.number()),
    /** Whose they are. While instances are being updated, an older one does not say it. */
    teacherId: v.optional(v.number()),
    /** The instance that has heard it already. */
    from: v.optional(v.string()),
  }),
]);

export type LiveEvent = v.InferOutput<typeof LiveEvent>;

export const notifyChannel = 'vigil_live';

/**
 * Tells every instance; inside a transaction, when it commits. One event may name up to 500 sections: a notification holds 8000 bytes.
 */
export async function notify(db: Database, event: LiveEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${notifyChannel}, ${JSON.stringify(event)})`);
}

/** Undefined for what another version of the server may publish. */
export function parseEvent(payload: string): LiveEvent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), LiveEvent), payload);
  return parsed.success ? parsed.output : undefined;
}
