import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { detectionSessions, heardAgents, sections } from '../../platform/database/schema';
import type { Publish } from '../../platform/live/transactAndPublish';
import type { Reach } from './agent';
import { type AgentActivity, agentState, type RefusalReason, watchOf } from './watch';

const noteMilliseconds = 10_000;
const mostNoted = 10_000;

/** What an agent did in a session: a heartbeat, an event that was recorded, or only such as were refused. */
export interface AgentSignal {
  sessionId: number;
  agent: string;
  kind: 'heartbeat' | 'recorded' | RefusalReason;
}

/** Notes what the agents of sessions do. */
export interface Heartbeats {
  /**
   * Of sessions that the transaction holds, one signal for each agent. Each is written at most every ten seconds, heartbeats of one agent for
   * all that watch the session; when it changes whether the session is watched, the teacher's windows are told.
   * @returns to be called once the transaction has committed: until then nothing counts as written
   */
  record(tx: Database, publish: Publish, signals: readonly AgentSignal[]): Promise<() => void>;
}

/** Returns by session what its agents have done. */
export async function readAgentActivity(db: Database, sessionIds: number[]): Promise<Map<number, AgentActivity[]>> {
  const bySession = new Map<number, AgentActivity[]>(sessionIds.map((id) => [id, []]));
  if (sessionIds.length === 0) return bySession;
  const rows = await db.select().from(heardAgents).where(inArray(heardAgents.sessionId, sessionIds));
  for (const { sessionId, ...heard } of rows) bySession.get(sessionId)?.push(heard);
  return bySession;
}

/** What is written once in ten seconds. That somebody watches needs one heartbeat, of thousands of agents that may watch the whole school. */
const keyOf = ({ sessionId, agent, kind }: AgentSignal) =>
  kind === 'heartbeat' ? `${sessionId} heartbeat` : `${sessionId} ${kind} ${agent}`;

export function createHeartbeats(): Heartbeats {
  /** By signal, when this instance last wrote it; the oldest come first. */
  const noted = new Map<string, number>();

  function remember(signals: readonly AgentSignal[], now: number): void {
    for (const key of signals.map(keyOf)) {
      noted.delete(key);
      noted.set(key, now);
    }
    for (const oldest of noted.keys()) {
      if (noted.size <= mostNoted) break;
      noted.delete(oldest);
    }
  }

  return {
    async record(tx, publish, signals) {
      const now = new Date();
      const due = signals
        .filter((signal) => now.getTime() - (noted.get(keyOf(signal)) ?? 0) >= noteMilliseconds)
        // In one order, so that two instances never wait for each other.
        .sort((one, other) => one.sessionId - other.sessionId || (one.agent < other.agent ? -1 : 1));
      if (due.length === 0) return () => {};
      const { teacherId } = sections;
      const { id, sectionId, startedAt } = detectionSessions;
      const ids = [...new Set(due.map(({ sessionId }) => sessionId))];
      const rows = await tx
        .select({ id, teacherId, sectionId, startedAt })
        .from(detectionSessions)
        .innerJoin(sections, eq(sections.id, sectionId))
        .where(inArray(id, ids));
      const heard = await readAgentActivity(tx, ids);
      await tx
        .insert(heardAgents)
        .values(due.map((signal) => ({ sessionId: signal.sessionId, ...activityOf(signal, now) })))
        .onConflictDoUpdate({
          target: [heardAgents.sessionId, heardAgents.agent],
          set: {
            seenAt: sql`coalesce(excluded.seen_at, ${heardAgents.seenAt})`,
            recordedAt: sql`coalesce(excluded.recorded_at, ${heardAgents.recordedAt})`,
            refusedAt: sql`coalesce(excluded.refused_at, ${heardAgents.refusedAt})`,
            refusal: sql`coalesce(excluded.refusal, ${heardAgents.refusal})`,
          },
        });
      const written: AgentSignal[] = [];
      for (const { id, teacherId, sectionId, startedAt } of rows) {
        const earlier = heard.get(id) ?? [];
        const signals = due.filter(({ sessionId }) => sessionId === id);
        const later = mergeActivity(
          earlier,
          signals.map((signal) => activityOf(signal, now)),
        );
        // The heartbeat of an agent that is of no use must not stand for those of others.
        const useful = new Set(later.flatMap((one) => (agentState(one, now) === 'watching' ? [one.agent] : [])));
        written.push(...signals.filter(({ kind, agent }) => kind !== 'heartbeat' || useful.has(agent)));
        const before = watchOf(earlier, now);
        const after = watchOf(later, now);
        if (before.agents_state === after.agents_state && before.agents_refusal === after.agents_refusal) continue;
        await publish({
          kind: 'agentsHeard',
          ...{ teacherId, sectionId, startedAt: startedAt.toISOString() },
          ...{ agentsSeenAt: after.agents_seen_at, state: after.agents_state, refusal: after.agents_refusal },
        });
      }
      return () => remember(written, now.getTime());
    },
  };
}

function activityOf({ agent, kind }: AgentSignal, now: Date): AgentActivity {
  const silence = { agent, seenAt: null, recordedAt: null, refusedAt: null, refusal: null };
  if (kind === 'heartbeat') return { ...silence, seenAt: now };
  if (kind === 'recorded') return { ...silence, seenAt: now, recordedAt: now };
  return { ...silence, refusedAt: now, refusal: kind };
}

function mergeActivity(before: readonly AgentActivity[], more: readonly AgentActivity[]): AgentActivity[] {
  const byAgent = new Map(before.map((heard) => [heard.agent, heard]));
  for (const { agent, seenAt, recordedAt, refusedAt, refusal } of more) {
    const earlier = byAgent.get(agent);
    byAgent.set(agent, {
      agent,
      seenAt: seenAt ?? earlier?.seenAt ?? null,
      recordedAt: recordedAt ?? earlier?.recordedAt ?? null,
      refusedAt: refusedAt ?? earlier?.refusedAt ?? null,
      refusal: refusal ?? earlier?.refusal ?? null,
    });
  }
  return [...byAgent.values()];
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
