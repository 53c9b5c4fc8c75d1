import type { components } from '../schema';

type SessionStatus = components['schemas']['SessionStatus'];

/** Why what an agent reports is refused. */
export type RefusalReason = 'clock' | 'student' | 'session' | 'section' | 'unreadable';

/** Agents send a heartbeat every 30 s, which is written down 10 s late at most. */
export const silenceMilliseconds = 60_000;
/** How long a refusal matters after the last one. */
export const refusalMilliseconds = 120_000;

/** What a session's agents have done, as it is stored. */
export interface Heard {
  /** The last heartbeat or recorded event. */
  agentsSeenAt: Date | null;
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
 * Returns whether anything watches an active session. What counts is what was accepted, and lately. Where all that was reported for
 * a minute has been refused, heartbeats prove nothing if the reason is a clock: such an agent is of no use.
 */
export function watchOf(heard: Heard | null, now: Date): Watch {
  if (!heard) return unwatched(true);
  const { agentsSeenAt, recordedAt, refusedAt, refusal } = heard;
  const isSeen = agentsSeenAt !== null && now.getTime() - agentsSeenAt.getTime() <= silenceMilliseconds;
  const isRefused =
    refusedAt !== null &&
    now.getTime() - refusedAt.getTime() <= refusalMilliseconds &&
    (recordedAt === null || refusedAt.getTime() - recordedAt.getTime() > silenceMilliseconds);
  const isUseless = isRefused && (refusal === 'clock' || !isSeen);
  const agents_seen_at = agentsSeenAt?.toISOString() ?? null;
  if (isUseless)
    return { agents_seen_at, agents_state: 'refused', agents_refusal: refusal === 'clock' ? refusal : 'other' };
  if (isSeen) return { agents_seen_at, agents_state: 'watching', agents_refusal: null };
  return { agents_seen_at, agents_state: agentsSeenAt ? 'silent' : 'awaited', agents_refusal: null };
}
