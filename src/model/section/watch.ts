import type { AgentsState } from '../../services/types';

/**
 * What is known of who watches a section. `checking`: nothing is known yet; `unreachable`: what is known could not be checked;
 * `inactive`: detection is not active; `untold`: it is, and the backend says nothing of agents; else what the agents do.
 * `missed`: none was heard from for a minute.
 */
export type Watch = 'checking' | 'unreachable' | 'inactive' | 'untold' | 'missed' | AgentsState;

/** Those in which nothing is being detected, though detection is active. */
export const unwatched = ['missed', 'silent', 'refused', 'misdated'] as const satisfies Watch[];
export type Unwatched = (typeof unwatched)[number];

export const isUnwatched = (watch: Watch): watch is Unwatched => unwatched.some((one) => one === watch);

/** A detection may come at any moment, as far as can be told. */
export const mayDetect = (watch: Watch): boolean => watch === 'watching' || watch === 'untold' || watch === 'awaited';

export interface Known {
  isActive: boolean;
  /** The last question went without an answer, or the browser is offline. */
  isUnreachable: boolean;
  /** Something has said lately whether it is active. */
  isSure: boolean;
  /** What the agents do, as long as the backend tells of them. */
  agents: 'untold' | 'missed' | AgentsState;
}

export function watchOf({ isActive, isUnreachable, isSure, agents }: Known): Watch {
  if (isUnreachable) return 'unreachable';
  if (!isSure) return 'checking';
  return isActive ? agents : 'inactive';
}

/** The look of a badge that says whether detection is active. Green claims that something watches, as far as can be told. */
export function badgeToneOf(watch: Watch): 'green' | 'yellow' | 'neutral' {
  if (watch === 'watching' || watch === 'untold') return 'green';
  return isUnwatched(watch) ? 'yellow' : 'neutral';
}
