import type { AgentsState } from '../../services/types';

/**
 * Who watches a section. `checking`: nothing is known yet; `unreachable`: what is known could not be checked; `inactive`:
 * detection is not active; `untold`: it is, and the backend says nothing of agents; otherwise what the agents do.
 * `missed`: no agent reported within a minute of the start.
 */
export type Watch = 'checking' | 'unreachable' | 'inactive' | 'untold' | 'missed' | AgentsState;

/** Detection is active, and nothing is being detected. */
export const unwatched = ['missed', 'silent', 'refused', 'misdated'] as const satisfies Watch[];
export type Unwatched = (typeof unwatched)[number];

export const isUnwatched = (watch: Watch): watch is Unwatched => unwatched.some((one) => one === watch);

/** Whether a detection may come at any moment, as far as can be told. */
export const mayDetect = (watch: Watch): boolean => watch === 'watching' || watch === 'untold' || watch === 'awaited';

export interface Known {
  isActive: boolean;
  /** The last poll failed, or the browser is offline. */
  isUnreachable: boolean;
  /** Something has said lately whether it is active. */
  isSure: boolean;
  /** What the agents do, if the backend tells. */
  agents: 'untold' | 'missed' | AgentsState;
}

export function watchOf({ isActive, isUnreachable, isSure, agents }: Known): Watch {
  if (isUnreachable) return 'unreachable';
  if (!isSure) return 'checking';
  return isActive ? agents : 'inactive';
}

/** The tone of the badge that says whether detection is active. Green claims that something watches. */
export function badgeToneOf(watch: Watch): 'green' | 'yellow' | 'neutral' {
  if (watch === 'watching' || watch === 'untold') return 'green';
  return isUnwatched(watch) ? 'yellow' : 'neutral';
}
