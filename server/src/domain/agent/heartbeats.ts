import { agentSilenceMs } from '@vigil/contract/values';
import { and, asc, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database';
import { idsOf } from '../../platform/database/rows';
import type { Publishing } from '../live/transactAndPublish';
import { detectionSessions, heardAgents, interruptions, watchedSessions } from '../tables/detection';
import { sections } from '../tables/section';
import type { Reach } from './agent';
import {
  type AgentActivity,
  agentState,
  agentStatusOf,
  noActivity,
  type RefusalReason,
  type SessionActivity,
} from './agentStatus';

const throttleMilliseconds = 10_000;
const maxKeys = 10_000;

/** What an agent did in a session: sent a heartbeat, had an event recorded, or had all its events refused. */
export interface AgentSignal {
  sessionId: number;
  agent: string;
  kind: 'heartbeat' | 'recorded' | RefusalReason;
}

export type Heartbeats = ReturnType<typeof createHeartbeats>;

export async function readAgentActivity(db: Database, sessionIds: number[]): Promise<Map<number, SessionActivity>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.select().from(heardAgents).where(inArray(heardAgents.sessionId, sessionIds));
  const resumed = await db
    .select({ sessionId: interruptions.sessionId, at: max(interruptions.endedAt) })
    .from(interruptions)
    .where(inArray(interruptions.sessionId, sessionIds))
    .groupBy(interruptions.sessionId);
  const resumedAt = new Map(resumed.map(({ sessionId, at }) => [sessionId, at]));
  const agentsIn = new Map<number, AgentActivity[]>(sessionIds.map((id) => [id, []]));
  for (const { sessionId, ...activity } of rows) agentsIn.get(sessionId)?.push(activity);
  return new Map([...agentsIn].map(([id, agents]) => [id, { agents, resumedAt: resumedAt.get(id) ?? null }]));
}

/** Returns the throttling key. Heartbeats share one per session, as thousands of agents may watch a whole school. */
const keyOf = ({ sessionId, agent, kind }: AgentSignal) =>
  kind === 'heartbeat' ? `${sessionId} heartbeat` : `${sessionId} ${kind} ${agent}`;

/** Creates what stores the signals of agents. */
export function createHeartbeats() {
  /** Time of this instance's last write by key, oldest first. */
  const writtenAt = new Map<string, number>();

  function remember(signals: readonly AgentSignal[], now: number): void {
    for (const key of signals.map(keyOf)) {
      writtenAt.delete(key);
      writtenAt.set(key, now);
    }
    for (const oldest of writtenAt.keys()) {
      if (writtenAt.size <= maxKeys) break;
      writtenAt.delete(oldest);
    }
  }

  const isDueAt = (now: Date, signal: AgentSignal) =>
    now.getTime() - (writtenAt.get(keyOf(signal)) ?? 0) >= throttleMilliseconds;

  return {
    /** Returns whether `record` would store a signal. */
    isDue: (signal: AgentSignal) => isDueAt(new Date(), signal),

    /**
     * Stores signals and publishes when a session's agent status changes. Each signal is written at most every ten seconds; one agent's
     * heartbeat covers all agents of the session.
     * @param signals one per agent and session; the transaction must hold locks on the sessions
     * @returns a function to call after the commit, which starts the ten seconds
     */
    async record({ tx, publish }: Publishing, signals: readonly AgentSignal[]): Promise<() => void> {
      const now = new Date();
      const due = signals
        .filter((signal) => isDueAt(now, signal))
        // A fixed order prevents deadlocks between instances.
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
      const activity = await readAgentActivity(tx, ids);
      const stored = await tx
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
        })
        .returning();
      const written: AgentSignal[] = [];
      const watched: number[] = [];
      for (const { id, teacherId, sectionId, startedAt } of rows) {
        const { agents: earlier, resumedAt } = activity.get(id) ?? noActivity;
        const signals = due.filter(({ sessionId }) => sessionId === id);
        const changed = stored.filter(({ sessionId }) => sessionId === id);
        const later = [...new Map([...earlier, ...changed].map((one) => [one.agent, one])).values()];
        // Heartbeats of an agent that does not watch must not throttle those of others.
        const watching = new Set(later.flatMap((one) => (agentState(one, now) === 'watching' ? [one.agent] : [])));
        written.push(...signals.filter(({ kind, agent }) => kind !== 'heartbeat' || watching.has(agent)));
        if (signals.some(({ kind, agent }) => (kind === 'heartbeat' || kind === 'recorded') && watching.has(agent)))
          watched.push(id);
        const before = agentStatusOf({ agents: earlier, resumedAt }, now);
        const after = agentStatusOf({ agents: later, resumedAt }, now);
        if (before.agents_state === after.agents_state && before.agents_refusal === after.agents_refusal) continue;
        await publish({
          kind: 'agentsHeard',
          ...{ teacherId, sectionId, startedAt: startedAt.toISOString() },
          ...{ agentsSeenAt: after.agents_seen_at, state: after.agents_state, refusal: after.agents_refusal },
        });
      }
      await recordWatched(tx, watched, now);
      return () => remember(written, now.getTime());
    },
  };
}

/**
 * Adds the time since the last signal, unless it was silence. Sessions of older versions have no row and get none: how long
 * they were watched is unknown.
 */
async function recordWatched(tx: Database, sessionIds: readonly number[], now: Date): Promise<void> {
  if (sessionIds.length === 0) return;
  const { sessionId, seenAt, watchedMilliseconds } = watchedSessions;
  // Locked in a fixed order, as other instances do.
  await tx
    .select({ sessionId })
    .from(watchedSessions)
    .where(inArray(sessionId, [...sessionIds]))
    .orderBy(asc(sessionId))
    .for('update');
  const at = sql`${now.toISOString()}::timestamptz`;
  const since = sql`extract(epoch from ${at} - ${seenAt}) * 1000`;
  await tx
    .update(watchedSessions)
    .set({
      seenAt: sql`greatest(${seenAt}, ${at})`,
      watchedMilliseconds: sql`${watchedMilliseconds} + case when ${since} between 0 and ${agentSilenceMs}::int then (${since})::int else 0 end`,
    })
    .where(inArray(sessionId, [...sessionIds]));
}

function activityOf({ agent, kind }: AgentSignal, now: Date): AgentActivity {
  const none = { agent, seenAt: null, recordedAt: null, refusedAt: null, refusal: null };
  if (kind === 'heartbeat') return { ...none, seenAt: now };
  if (kind === 'recorded') return { ...none, seenAt: now, recordedAt: now };
  return { ...none, refusedAt: now, refusal: kind };
}

/** Returns the active sessions that match, locked so that none ends before the transaction does. */
export async function lockActiveSessions(tx: Database, condition: SQL | undefined): Promise<number[]> {
  const { id, sectionId, endedAt } = detectionSessions;
  const isActive = and(isNull(endedAt), condition);
  return idsOf(await tx.select({ id }).from(detectionSessions).where(isActive).orderBy(asc(sectionId)).for('share'));
}

/** SQL condition: the session's section is within reach. */
export const inReach = ({ sectionIds }: Reach) =>
  sectionIds === null ? undefined : inArray(detectionSessions.sectionId, sectionIds);
