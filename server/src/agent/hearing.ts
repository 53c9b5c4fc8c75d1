import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detectionSessions, heardSessions, sections } from '../database/schema';
import type { Tell } from '../memory/change';
import type { Reach } from './agent';
import { type Heard, type RefusalReason, watchOf } from './watch';

const noteMilliseconds = 10_000;
const mostNoted = 10_000;

/** What agents did for a session: a heartbeat, an event that was recorded, or only such as were refused. */
export type Sign = 'heartbeat' | 'recorded' | RefusalReason;

/** Notes what the agents of sessions do. */
export interface Hearing {
  /**
   * Of sessions that the transaction holds. Each sign is written at most every ten seconds; when it changes whether the session is
   * watched, the teacher's windows are told.
   */
  note(tx: Database, tell: Tell, signs: ReadonlyMap<number, Sign>): Promise<void>;
}

export const heardColumns = {
  // First a column that is never null: where that is null, drizzle takes the row to be missing.
  sessionId: heardSessions.sessionId,
  agentsSeenAt: heardSessions.agentsSeenAt,
  recordedAt: heardSessions.recordedAt,
  refusedAt: heardSessions.refusedAt,
  refusal: heardSessions.refusal,
};

export function createHearing(): Hearing {
  /** By session and sign, when this instance last wrote it; the oldest come first. */
  const noted = new Map<string, number>();

  function isDue(key: string, now: number): boolean {
    const last = noted.get(key);
    if (last !== undefined && now - last < noteMilliseconds) return false;
    noted.delete(key);
    noted.set(key, now);
    for (const oldest of noted.keys()) {
      if (noted.size <= mostNoted) break;
      noted.delete(oldest);
    }
    return true;
  }

  return {
    async note(tx, tell, signs) {
      const now = new Date();
      // In one order, so that two instances never wait for each other.
      const due = [...signs].filter(([id, sign]) => isDue(`${id} ${sign}`, now.getTime())).sort(([a], [b]) => a - b);
      if (due.length === 0) return;
      const ids = due.map(([id]) => id);
      const { teacherId } = sections;
      const { sectionId, startedAt } = detectionSessions;
      const rows = await tx
        .select({ id: detectionSessions.id, teacherId, sectionId, startedAt, heard: heardColumns })
        .from(detectionSessions)
        .innerJoin(sections, eq(sections.id, sectionId))
        .leftJoin(heardSessions, eq(heardSessions.sessionId, detectionSessions.id))
        .where(inArray(detectionSessions.id, ids));
      await tx
        .insert(heardSessions)
        .values(due.map(([sessionId, sign]) => ({ sessionId, ...heardBy(sign, now) })))
        .onConflictDoUpdate({
          target: heardSessions.sessionId,
          set: {
            agentsSeenAt: sql`coalesce(excluded.agents_seen_at, ${heardSessions.agentsSeenAt})`,
            recordedAt: sql`coalesce(excluded.recorded_at, ${heardSessions.recordedAt})`,
            refusedAt: sql`coalesce(excluded.refused_at, ${heardSessions.refusedAt})`,
            refusal: sql`coalesce(excluded.refusal, ${heardSessions.refusal})`,
          },
        });
      const signOf = new Map(due);
      for (const { id, teacherId, sectionId, startedAt, heard } of rows) {
        const sign = signOf.get(id);
        if (sign === undefined) continue;
        const before = watchOf(heard, now);
        const after = watchOf(added(heard, heardBy(sign, now)), now);
        if (before.agents_state === after.agents_state && before.agents_refusal === after.agents_refusal) continue;
        await tell({
          kind: 'agentsHeard',
          ...{ teacherId, sectionId, startedAt: startedAt.toISOString() },
          ...{ agentsSeenAt: after.agents_seen_at, state: after.agents_state, refusal: after.agents_refusal },
        });
      }
    },
  };
}

const silence: Heard = { agentsSeenAt: null, recordedAt: null, refusedAt: null, refusal: null };

function heardBy(sign: Sign, now: Date): Heard {
  if (sign === 'heartbeat') return { ...silence, agentsSeenAt: now };
  if (sign === 'recorded') return { ...silence, agentsSeenAt: now, recordedAt: now };
  return { ...silence, refusedAt: now, refusal: sign };
}

const added = (before: Heard | null, more: Heard): Heard => ({
  agentsSeenAt: more.agentsSeenAt ?? before?.agentsSeenAt ?? null,
  recordedAt: more.recordedAt ?? before?.recordedAt ?? null,
  refusedAt: more.refusedAt ?? before?.refusedAt ?? null,
  refusal: more.refusal ?? before?.refusal ?? null,
});

/** Of the sections that an agent watches, the active sessions; they are held, so that none ends before what is noted of it is told. */
export async function lockWatchedSessions(tx: Database, reach: Reach): Promise<number[]> {
  const held = await tx
    .select({ id: detectionSessions.id })
    .from(detectionSessions)
    .where(and(isNull(detectionSessions.endedAt), inReach(reach)))
    .orderBy(asc(detectionSessions.sectionId))
    .for('share');
  return held.map(({ id }) => id);
}

/** That a session's section is within an agent's reach. */
export const inReach = ({ sectionIds }: Reach) =>
  sectionIds === null ? undefined : inArray(detectionSessions.sectionId, sectionIds);
