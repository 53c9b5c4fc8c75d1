import { and, asc, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { detectionSessions, heardSessions, sections } from '../database/schema';
import type { Tell } from '../memory/change';
import type { Reach } from './agent';

const noteMilliseconds = 10_000;
const mostNoted = 10_000;

/** Notes when the agents of sessions were heard from. */
export interface Hearing {
  /** Of sessions that the transaction holds; the first time it is told. Each is written down every ten seconds at most. */
  note(tx: Database, tell: Tell, sessionIds: number[]): Promise<void>;
}

export function createHearing(): Hearing {
  /** By session, when this instance wrote it down last; the longest ago stand first. */
  const noted = new Map<number, number>();

  function isDue(sessionId: number, now: number): boolean {
    const last = noted.get(sessionId);
    if (last !== undefined && now - last < noteMilliseconds) return false;
    noted.delete(sessionId);
    noted.set(sessionId, now);
    for (const oldest of noted.keys()) {
      if (noted.size <= mostNoted) break;
      noted.delete(oldest);
    }
    return true;
  }

  return {
    async note(tx, tell, sessionIds) {
      const now = new Date();
      // In one order, so that two instances never wait for each other.
      const due = [...new Set(sessionIds)].filter((id) => isDue(id, now.getTime())).sort((one, other) => one - other);
      if (due.length === 0) return;
      const written = await tx
        .insert(heardSessions)
        .values(due.map((sessionId) => ({ sessionId, agentsSeenAt: now })))
        .onConflictDoUpdate({
          target: heardSessions.sessionId,
          set: { agentsSeenAt: now },
          setWhere: lt(heardSessions.agentsSeenAt, new Date(now.getTime() - noteMilliseconds)),
        })
        // A row that was there already has been locked to be updated.
        .returning({ sessionId: heardSessions.sessionId, isFirst: sql<boolean>`xmax = 0` });
      const first = written.filter(({ isFirst }) => isFirst).map(({ sessionId }) => sessionId);
      if (first.length === 0) return;
      const { teacherId } = sections;
      const { sectionId, startedAt } = detectionSessions;
      const rows = await tx
        .select({ teacherId, sectionId, startedAt })
        .from(detectionSessions)
        .innerJoin(sections, sql`${sections.id} = ${sectionId}`)
        .where(inArray(detectionSessions.id, first));
      for (const row of rows) {
        await tell({
          kind: 'agentsHeard',
          ...{ teacherId: row.teacherId, sectionId: row.sectionId, startedAt: row.startedAt.toISOString() },
          agentsSeenAt: now.toISOString(),
        });
      }
    },
  };
}

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
