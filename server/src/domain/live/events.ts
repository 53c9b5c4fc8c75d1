import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../../platform/database/database';

/** An event that instances publish through the database, to update sockets and invalidate caches. Fields are optional for older versions. */
const LiveEvent = v.variant('kind', [
  v.object({
    kind: v.literal('session'),
    teacherId: v.number(),
    sectionId: v.number(),
    isActive: v.boolean(),
    /** Only when active. */
    startedAt: v.optional(v.string()),
    endsAt: v.optional(v.nullable(v.string())),
    /** Only when ended. */
    resumableUntil: v.optional(v.string()),
  }),
  /** Also when the end time has changed, or a pause begins or ends. */
  v.object({
    kind: v.literal('agentsHeard'),
    teacherId: v.number(),
    sectionId: v.number(),
    startedAt: v.string(),
    /** Only when it has changed. */
    endsAt: v.optional(v.string()),
    /** Only when it has changed. */
    paused: v.optional(v.nullable(v.object({ reason: v.string(), since: v.string() }))),
    agentsSeenAt: v.nullable(v.string()),
    state: v.optional(v.nullable(v.picklist(['awaited', 'watching', 'silent', 'refused']))),
    refusal: v.optional(v.nullable(v.picklist(['clock', 'other']))),
  }),
  v.object({ kind: v.literal('agentRevoked'), keyHash: v.string() }),
  v.object({ kind: v.literal('signedOut'), signInId: v.string() }),
  v.object({
    kind: v.literal('sectionsChanged'),
    teacherId: v.number(),
    /** Whose devices ask what has changed. */
    sectionId: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('attendanceChanged'),
    teacherId: v.number(),
    sectionId: v.number(),
    /** The teacher has changed it: devices ask what for. */
    isDecision: v.optional(v.boolean()),
  }),
  /** A section is shared with a teacher, or no longer. */
  v.object({
    kind: v.literal('sharingChanged'),
    teacherId: v.number(),
    sectionId: v.number(),
    isShared: v.boolean(),
    /** When it ends; null without an end. Only when shared. */
    until: v.optional(v.nullable(v.string())),
  }),
  v.object({
    kind: v.literal('logsChanged'),
    sectionIds: v.array(v.number()),
    teacherId: v.optional(v.number()),
    /** The publishing instance, which has already delivered it. */
    from: v.optional(v.string()),
  }),
]);

export type LiveEvent = v.InferOutput<typeof LiveEvent>;

export const notifyChannel = 'vigil_live';

/** A notification holds 8000 bytes. */
const maxSectionsPerEvent = 500;

export type LogsChanged = Extract<LiveEvent, { kind: 'logsChanged' }>;

/** Splits changed sections into events that fit into a notification. */
export const logsChangedEvents = (teacherId: number, sectionIds: number[]): LogsChanged[] =>
  Array.from({ length: Math.ceil(sectionIds.length / maxSectionsPerEvent) }, (_, index) => ({
    kind: 'logsChanged',
    teacherId,
    sectionIds: sectionIds.slice(index * maxSectionsPerEvent, (index + 1) * maxSectionsPerEvent),
  }));

/** Publishes an event to all instances; inside a transaction, on commit. */
export async function notify(db: Database, event: LiveEvent): Promise<void> {
  await db.execute(sql`select pg_notify(${notifyChannel}, ${JSON.stringify(event)})`);
}

/** Parses a notification. @returns undefined for one of an unknown version */
export function parseEvent(payload: string): LiveEvent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), LiveEvent), payload);
  return parsed.success ? parsed.output : undefined;
}
