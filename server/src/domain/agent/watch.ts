import type { components } from '../../schema';

type SessionStatus = components['schemas']['SessionStatus'];

/** Why what an agent reports is refused. */
export type RefusalReason = 'clock' | 'earlier' | 'student' | 'session' | 'section' | 'unreadable';

/** Agents send a heartbeat every 30 s, which is written down 10 s late at most. */
export const silenceMilliseconds = 60_000;
/** How long a refusal matters after the last one. */
export const refusalMilliseconds = 120_000;

/** What an agent has done in a session, as it is stored. */
export interface AgentActivity {
  agent: string;
  /** The last heartbeat or recorded event. */
  seenAt: Date | null;
  recordedAt: Date | null;
  refusedAt: Date | null;
  refusal: string | null;
}

export type Watch = Pick<Required<SessionStatus>, 'agents_seen_at' | 'agents_state' | 'agents_refusal'>;

/** What a session without agents, or none, says. */
export const unwatched = (isActive: boolean): Watch => ({
  agents_seen_at: null,
  agents_state: isActive ? 'awaited' : null,
  agents_refusal: null,
});

/**
 * Returns whether anything watches an active session. What counts is what was accepted, and lately. One agent that watches is enough,
 * whatever becomes of what the others report.
 * @param agents of which anything is known in the session
 */
export function watchOf(agents: readonly AgentActivity[], now: Date): Watch {
  const seen = agents.flatMap(({ seenAt }) => (seenAt ? [seenAt.getTime()] : []));
  const agents_seen_at = seen.length > 0 ? new Date(Math.max(...seen)).toISOString() : null;
  const states = agents.map((one) => agentState(one, now));
  if (states.includes('watching')) return { agents_seen_at, agents_state: 'watching', agents_refusal: null };
  for (const agents_refusal of ['clock', 'other'] as const)
    if (states.includes(agents_refusal)) return { agents_seen_at, agents_state: 'refused', agents_refusal };
  return { agents_seen_at, agents_state: agents_seen_at ? 'silent' : 'awaited', agents_refusal: null };
}

/**
 * Returns whether an agent watches, or why its reports are refused. Where all that it reported for a minute has been refused, its
 * heartbeats prove nothing if the reason is its clock.
 */
export function agentState({ seenAt, recordedAt, refusedAt, refusal }: AgentActivity, now: Date) {
  const isSeen = seenAt !== null && now.getTime() - seenAt.getTime() <= silenceMilliseconds;
  const isRefused =
    refusedAt !== null &&
    now.getTime() - refusedAt.getTime() <= refusalMilliseconds &&
    (recordedAt === null || refusedAt.getTime() - recordedAt.getTime() > silenceMilliseconds);
  if (isRefused && refusal === 'clock') return 'clock';
  if (isSeen) return 'watching';
  return isRefused ? 'other' : 'silent';
}
