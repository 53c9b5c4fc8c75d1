import type { components } from '@vigil/contract';
import { agentSilenceMs } from '@vigil/contract/values';

type SessionStatus = components['schemas']['SessionStatus'];

/** Why an agent's reports are refused. */
export type RefusalReason = 'clock' | 'earlier' | 'student' | 'session' | 'section' | 'unreadable';

/** How long after the last refusal an agent counts as refused. */
export const refusalMilliseconds = 120_000;

/** An agent's activity in a session, as stored. */
export interface AgentActivity {
  agent: string;
  /** The last heartbeat or recorded event. */
  seenAt: Date | null;
  recordedAt: Date | null;
  refusedAt: Date | null;
  refusal: string | null;
}

/** What agents did in a session. */
export interface SessionActivity {
  agents: readonly AgentActivity[];
  /** When the session's last interruption ended: agents have to be heard again since. */
  resumedAt: Date | null;
}

export const noActivity: SessionActivity = { agents: [], resumedAt: null };

export type AgentStatus = Pick<Required<SessionStatus>, 'agents_seen_at' | 'agents_state' | 'agents_refusal'>;

/** Returns the agent status while no agent has been heard, with or without an active session. */
export const noAgents = (isActive: boolean): AgentStatus => ({
  agents_seen_at: null,
  agents_state: isActive ? 'awaited' : null,
  agents_refusal: null,
});

/** Returns whether agents watch an active session. One that does is enough, even when others are refused. */
export function agentStatusOf({ agents, resumedAt }: SessionActivity, now: Date): AgentStatus {
  const seen = agents.flatMap(({ seenAt }) => (seenAt ? [seenAt.getTime()] : []));
  const agents_seen_at = seen.length > 0 ? new Date(Math.max(...seen)).toISOString() : null;
  const isAwaited = resumedAt !== null && now.getTime() - resumedAt.getTime() <= agentSilenceMs;
  const heard = isAwaited ? agents.filter((one) => isHeardAfter(one, resumedAt)) : agents;
  if (isAwaited && heard.length === 0) return { agents_seen_at, agents_state: 'awaited', agents_refusal: null };
  const states = heard.map((one) => agentState(one, now));
  if (states.includes('watching')) return { agents_seen_at, agents_state: 'watching', agents_refusal: null };
  for (const agents_refusal of ['clock', 'other'] as const)
    if (states.includes(agents_refusal)) return { agents_seen_at, agents_state: 'refused', agents_refusal };
  return { agents_seen_at, agents_state: agents_seen_at ? 'silent' : 'awaited', agents_refusal: null };
}

const isHeardAfter = ({ seenAt, refusedAt }: AgentActivity, moment: Date) =>
  [seenAt, refusedAt].some((at) => at !== null && at >= moment);

/**
 * Returns whether an agent watches, or why its reports are refused. When everything it reported for a minute was refused because of its
 * clock, its heartbeats do not count.
 */
export function agentState({ seenAt, recordedAt, refusedAt, refusal }: AgentActivity, now: Date) {
  const isHeard = seenAt !== null && now.getTime() - seenAt.getTime() <= agentSilenceMs;
  const isRefused =
    refusedAt !== null &&
    now.getTime() - refusedAt.getTime() <= refusalMilliseconds &&
    (recordedAt === null || refusedAt.getTime() - recordedAt.getTime() > agentSilenceMs);
  if (isRefused && refusal === 'clock') return 'clock';
  if (isHeard) return 'watching';
  return isRefused ? 'other' : 'silent';
}
